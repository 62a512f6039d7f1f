// Line 3 of Algorithm 1: the best-so-far centre x* = argmin over N(X_n) of Q̂({μ(x + δ) : δ ∈ T}) (eq:estimated-best).
#pragma once

#include "sweetspot/base/parallel.hpp"
#include "sweetspot/gp/gaussian_process.hpp"
#include "sweetspot/robust/neighbourhood.hpp"
#include "sweetspot/robust/quality.hpp"
#include "sweetspot/robust/template.hpp"

namespace sweetspot {

/// A centre (unit cube) and its quality by the posterior mean, in standardised units.
struct BestSoFar {
    Vector x;
    double quality;
};

struct BestSoFarOptions {
    /// Random members of the neighbourhood that are looked at beside the observations and the points down the slope
    /// from them: 100 of them changed nothing. Points of the box when there is no neighbourhood in it (then at least
    /// 100).
    Index draws = 0;
    /// How many of the best, in regions of their own, are improved by descent. 5 find a better answer a little more
    /// often at half as much cost again.
    Index local_starts = 3;
};

/// Q̂ of the posterior mean over the template placed at x.
[[nodiscard]] double mean_quality_at(const GaussianProcess& gp, const Template& T, const Vector& weights,
                                     const Quality& quality, const VectorRef& x);

/// If no region of an observation meets the box of centres (all observations deep in the margin), the search runs over
/// the whole box instead.
[[nodiscard]] BestSoFar best_so_far(const GaussianProcess& gp, const Neighbourhood& neighbourhood, const Box& centres,
                                    const Template& T, const Vector& weights, const Quality& quality,
                                    const BestSoFarOptions& options, Rng rng, const Parallel& parallel);

}  // namespace sweetspot
