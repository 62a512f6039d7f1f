// The centre whose worst case over the template, by some function of the posterior, is least: a global search.
#pragma once

#include "optimize/minimax.hpp"
#include "sweetspot/methods/iteration.hpp"

namespace sweetspot {

/// A function g of the posterior at a point, and its values g(x + t) over the template as the pieces of a maximum.
struct RegionFunction {
    std::function<Vector(const Points& points)> at;
    Pieces pieces;
};

/// μ over the template.
[[nodiscard]] RegionFunction mean_over_regions(const GaussianProcess& gp, const Template& T);
/// μ - βσ over the template: the lower confidence bound.
[[nodiscard]] RegionFunction lower_bound_over_regions(const GaussianProcess& gp, const Template& T, double beta);

/// Where regions are searched, and how thoroughly.
struct RegionSearch {
    const Iteration& iteration;
    const GaussianProcess& gp;
    const Vector& x_star;
    Index screening;  ///< points of a Latin hypercube
};

/// argmin over the box of centres of max_t g(x + t). A Latin hypercube, the surroundings of x* and of the best
/// observations, and x* itself are screened by lower bounds (few points of the template), and the best descend along
/// the creases of the maximum. No worse than x*.
[[nodiscard]] Minimum minimize_over_regions(const RegionFunction& g, const RegionSearch& search, const Rng& rng);

/// StableOpt's choice (eq:stableopt-robust-location): the centre whose worst case could be best, argmin max_t μ - βσ.
[[nodiscard]] Vector optimistic_region(const RegionSearch& search, double beta);

}  // namespace sweetspot
