// Figures of what experiments found: convergence, critical differences, search patterns.
#pragma once

#include <string>
#include <vector>

#include "experiment/comparison.hpp"
#include "statistics/critical_difference.hpp"
#include "sweetspot/page/page.hpp"
#include "sweetspot/problems/benchmark.hpp"

namespace sweetspot {

struct ConvergenceOptions {
    /// Smaller regrets, zero and below included, are drawn at this value of the log axis, and the caption says so.
    double regret_floor = 1e-4;
};

/// A row of two panels per comparison, regret (log axis) and distance after every evaluation: the median of the repeats
/// as a line and the quartiles as a band per method, a dashed line at the end of the initial design. Repeats that were
/// not scored (NaN) are left out. The legend switches a method in all panels.
[[nodiscard]] Figure convergence_figure(const std::vector<Comparison>& comparisons, std::string id, std::string title,
                                        const ConvergenceOptions& options = {});

/// Demšar's diagram: the average ranks on an axis whose right end is best, names at both sides, and a bold bar, with
/// a dot at each of its methods, for every group that the paired tests do not separate at `alpha`. `methods` are the
/// columns of the scores.
[[nodiscard]] Figure critical_difference_figure(const CriticalDifference& difference,
                                                const std::vector<std::string>& methods, std::string id,
                                                std::string title, double alpha = 0.05);

/// A search in two dimensions, in the unit square.
struct SearchPattern {
    std::string method;
    Points evaluated;    ///< 2 x n, in order
    Index initial = 0;   ///< the first so many are the initial design
    Vector recommended;  ///< the centre that was recommended at the end
};

/// A panel per search over the function's values: triangles for the initial design, dots from black to white in order,
/// the robust optimum and the recommended centre with their regions.
[[nodiscard]] Figure search_pattern_figure(const Benchmark& benchmark, Norm norm, double tolerance,
                                           const std::vector<SearchPattern>& patterns, std::string id,
                                           std::string title);

}  // namespace sweetspot
