// `sweetspot push`: a picture of one push of a pushing problem.
#pragma once

#include <iosfwd>
#include <string>

#include "apps/sweetspot/problems/benchmark_options.hpp"

namespace sweetspot::app {

struct PushOptions {
    BenchmarkOptions benchmark;
    std::string point;       ///< in the unit cube
    std::string file = "-";  ///< - for standard output
};

[[nodiscard]] Command add_push(CLI::App& app);

/// Writes the picture to the file or to `out`.
void push(const PushOptions& options, std::ostream& out);

}  // namespace sweetspot::app
