// `sweetspot optimum`: the known robust optimum of a built-in problem.
#pragma once

#include <iosfwd>

#include "benchmark_options.hpp"

namespace sweetspot::app {

struct OptimumOptions {
    BenchmarkOptions benchmark;
    std::string measure = "worst";
    std::string format = "table";  ///< one of list_formats()
};

[[nodiscard]] Command add_optimum(CLI::App& app);

void optimum(const OptimumOptions& options, std::ostream& out);

}  // namespace sweetspot::app
