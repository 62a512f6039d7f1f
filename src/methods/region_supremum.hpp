// The worst case of a region as a random variable: sup_δ f(x + δ) under the posterior.
//
// A bound by points, max_δ μ + 2σ, is no interval of the supremum: it takes all points for one. Here joint realisations
// over the template, the places where μ and μ + 2σ are largest in the whole region, and the observations in it, give
// draws of the maximum; what the template misses of the mean's maximum is added to each.
#pragma once

#include "sweetspot/robust/problem.hpp"
#include "sweetspot/sampling/sampling_rule.hpp"

namespace sweetspot {

struct RegionSupremum {
    Vector draws;       ///< of the supremum, in standardised units, ascending
    Vector worst;       ///< where the mean is largest in the whole region
    double mean_worst;  ///< the mean there
    Vector surely;      ///< where μ + 2cσ is largest in the whole region, c the inflation
    double upper;       ///< μ + 2cσ there

    /// Of the draws, 0 ≤ p ≤ 1.
    [[nodiscard]] double quantile(double p) const;
};

/// `inflation` multiplies the model's standard deviations.
[[nodiscard]] RegionSupremum region_supremum(const SamplingRegion& region, Index count, double inflation,
                                             const Rng& rng);

}  // namespace sweetspot
