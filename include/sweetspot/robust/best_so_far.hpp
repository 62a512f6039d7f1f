// Line 3 of Algorithm 1: the best-so-far centre x* = argmin over N(X_n) of Q̂({μ(x + δ) : δ ∈ T}) (eq:estimated-best).
#pragma once

#include "sweetspot/base/parallel.hpp"
#include "sweetspot/gp/gaussian_process.hpp"
#include "sweetspot/robust/quality.hpp"
#include "sweetspot/robust/template.hpp"

namespace sweetspot {

class Neighbourhood;

/// A centre (unit cube) and its quality by the posterior mean, in standardised units.
struct BestSoFar {
    Vector x;
    double quality;
};

struct BestSoFarOptions {
    /// Random members of the neighbourhood that are looked at beside the observations and the points down the slope
    /// from them: 200 of them take four times as long as everything else. Points of the box when there is no
    /// neighbourhood in it (then at least 100).
    Index draws = 0;
    /// How many of the best, in regions of their own, are improved by descent. Whole searches pay for it: after 100
    /// evaluations the median regret of six on Bumped Bowl, D = 5, was 0.042 so and 0.085 with 3, and on Stepped
    /// Sphere, D = 2, 3 of 16 and 6 of 16 missed the step.
    Index local_starts = 5;
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
