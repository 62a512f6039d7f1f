// `sweetspot evaluate`: a built-in problem as a filter, points in and values out.
#pragma once

#include <iosfwd>

#include "apps/sweetspot/problems/benchmark_options.hpp"

namespace sweetspot::app {

struct EvaluateOptions {
    BenchmarkOptions benchmark;
    std::string true_quality;  ///< empty: f itself; worst: the largest f in the region around the point
};

[[nodiscard]] Command add_evaluate(CLI::App& app);

/// Reads one point per line, `[0.5, 1]` or `0.5 1`, and writes one value per line that reads back as the same double.
/// Blank lines and those that begin with # are passed over. A point that is refused as `stdin:3: sentence` ends it.
void evaluate(const EvaluateOptions& options, std::istream& in, std::ostream& out);

}  // namespace sweetspot::app
