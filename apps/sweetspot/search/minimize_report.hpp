// What `sweetspot minimize` found, set beside the best single point and the known optimum.
#pragma once

#include <optional>
#include <string>

#include "apps/sweetspot/problems/benchmark_options.hpp"
#include "sweetspot/search/optimizer.hpp"

namespace sweetspot::app {

/// A centre by its own value and by the worst of its region, as the model predicts it and as it truly is.
struct Scored {
    Vector x;
    double value = 0;
    double predicted_worst_case = 0;  ///< of the region's part inside the domain
    double true_worst_case = 0;       ///< of the whole region
};

struct Outcome {
    ChosenBenchmark chosen;
    Options options;
    Result result;
    Scored single;  ///< the evaluated point with the smallest value
    Scored robust;  ///< the best centre found
    ReferenceOptimum reference;
    double regret = 0;                 ///< true worst case of `robust` less the reference's
    double distance = 0;               ///< of `robust` to the reference, with the domain as the unit cube
    std::optional<Scored> own_report;  ///< by the rule of the method's authors, if asked for and another one
    std::string note;                  ///< empty, or what was out of the ordinary
    double seconds = 0;                ///< of the search
};

/// Scores a search that has ended.
[[nodiscard]] Outcome score(const ChosenBenchmark& chosen, const Problem& problem, const Options& options,
                            Result result);

/// Scores what the method reports by its own rule; nothing if it has none.
void add_own_report(Outcome& outcome, const Problem& problem);

[[nodiscard]] std::string table_of(const Outcome& outcome);
[[nodiscard]] std::string json_of(const Outcome& outcome);

}  // namespace sweetspot::app
