// Global minimisation by screening many points and descending from the best: the paper's 1000 Latin hypercube points
// and L-BFGS-B from the best 10.
#pragma once

#include <functional>
#include <vector>

#include "sweetspot/base/parallel.hpp"
#include "sweetspot/base/rng.hpp"
#include "sweetspot/optimize/objective.hpp"

namespace sweetspot {

/// What is minimised, and what makes it cheap. Everything may be called from several threads at once.
struct MultistartObjective {
    DifferentiableObjective objective;
    /// A cheaper function with nearly the same minima for the first descent; empty: none.
    DifferentiableObjective coarse;
    /// Lower bounds of the objective at many points, cheapest and loosest first; empty: none.
    std::vector<std::function<Vector(const Points& x)>> lower_bounds;
};

struct MultistartOptions {
    Index screening = 1000;      ///< Latin hypercube points
    Points extra;                ///< further points to screen, one per column
    Index local_starts = 10;     ///< the best screened points from which to descend
    int coarse_iterations = 10;  ///< of the first descent, where there is a coarse function
    Index polished = 4;          ///< how many distinct ends of the first descent are descended to the end
    int max_iterations = 50;
    double relative_change = 1e-6;
};

/// The screening is exact: by best-first refinement of the bounds it finds the same best points as the full evaluation
/// of all of them. Deterministic at any number of threads.
[[nodiscard]] Minimum minimize_multistart(const MultistartObjective& problem, const Box& box,
                                          const MultistartOptions& options, const Rng& rng, const Parallel& parallel);

/// The indices of the `count` columns of `points` with the smallest objective (ties by index), found by refining
/// bounds.
[[nodiscard]] std::vector<Index> screen(const MultistartObjective& problem, const Points& points, Index count,
                                        const Parallel& parallel, Vector* values = nullptr);

}  // namespace sweetspot
