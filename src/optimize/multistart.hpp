// Global minimisation by screening many points and descending from the best: the paper's 1000 Latin hypercube points
// and L-BFGS-B from the best 10.
#pragma once

#include <functional>
#include <limits>
#include <vector>

#include "sweetspot/base/parallel.hpp"
#include "sweetspot/base/rng.hpp"
#include "sweetspot/optimize/objective.hpp"

namespace sweetspot {

/// A cheaper function with nearly the same minima. It is descended for a few iterations from every start; the best of
/// the distinct ends are the next function's starts.
struct Approximation {
    DifferentiableObjective objective;
    int iterations;
    Index survivors;
};

/// What is minimised, and what makes it cheap. Everything may be called from several threads at once.
struct MultistartObjective {
    DifferentiableObjective objective;
    /// Makes the function for one descent, with the objective's values where it starts and after it was renewed; empty:
    /// the objective itself.
    std::function<LocalObjective()> descent = {};
    /// Cheapest first. The first function, approximation or objective, is the one that is screened.
    std::vector<Approximation> approximations = {};
    /// Lower bounds, at many points, of the function that is screened, cheapest and loosest first; empty: none.
    std::vector<std::function<Vector(const Points& x)>> lower_bounds = {};
};

/// The value returned is the objective's, or where a single start reached the last descent, that descent's own.
///
/// By best-first refinement of the bounds the screening finds the same best points as the full evaluation of all of
/// them, unless that takes more than max_screened evaluations. Deterministic at any number of threads.
[[nodiscard]] Minimum minimize_multistart(const MultistartObjective& problem, const Box& box,
                                          const MultistartOptions& options, const Rng& rng, const Parallel& parallel);

/// The indices of the `count` columns of `points` with the smallest objective (ties by index), found by refining
/// bounds; or the best of the first that were evaluated, when about max_evaluations were.
[[nodiscard]] std::vector<Index> screen(const MultistartObjective& problem, const Points& points, Index count,
                                        const Parallel& parallel, Vector* values = nullptr,
                                        Index max_evaluations = std::numeric_limits<Index>::max());

}  // namespace sweetspot
