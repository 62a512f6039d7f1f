// `sweetspot optimum`: the known robust optimum of a built-in problem.
#pragma once

#include <iosfwd>
#include <optional>
#include <string>

#include "apps/sweetspot/problems/benchmark_options.hpp"

namespace sweetspot::app {

struct OptimumOptions {
    BenchmarkOptions benchmark;
    std::string measure = "worst";
    std::string format = "table";  ///< one of list_formats()
    std::optional<int> samples;    ///< any of these three: search by samples, whatever is known of the problem
    std::optional<int> starts;
    std::optional<int> descent;
    int threads = 1;
};

[[nodiscard]] Command add_optimum(CLI::App& app);

void optimum(const OptimumOptions& options, std::ostream& out);

}  // namespace sweetspot::app
