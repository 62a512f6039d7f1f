// `sweetspot minimize`: a search on a built-in problem from beginning to end, scored by the truth.
#pragma once

#include <cstdint>
#include <iosfwd>
#include <optional>

#include "apps/sweetspot/problems/benchmark_options.hpp"
#include "apps/sweetspot/terminal/progress.hpp"

namespace sweetspot::app {

struct MinimizeOptions {
    BenchmarkOptions benchmark;
    int evaluations = 100;
    std::string method;                   ///< one of methods(); empty: the default
    std::optional<std::string> sampling;  ///< one of sampling_rules(); for methods that use one
    bool own_report = false;              ///< also what the method's authors would report
    std::uint64_t seed = 1;
    int threads = 1;
    std::string profile = "default";  ///< or paper
    std::string history;              ///< a file for the evaluations as they come; empty for none
    std::string format = "table";     ///< one of list_formats()
    bool quiet = false;
};

[[nodiscard]] Command add_minimize(CLI::App& app);

/// The result goes to `out`, progress to `err`.
void minimize(const MinimizeOptions& options, Progress::Style style, std::ostream& out, std::ostream& err);

}  // namespace sweetspot::app
