// The worst case of a region as a random variable: sup_δ f(x + δ) under the posterior.
//
// A bound by points, max_δ μ + 2σ, is no interval of the supremum: it takes all points for one. Here joint realisations
// over the template and the places where μ and μ + 2σ are largest in the whole region give draws of the maximum; with
// 20 perturbed parameters or more each is followed along its own slope as well (search/slope_draws).
#pragma once

#include "sweetspot/sampling/sampling_rule.hpp"

namespace sweetspot {

/// Lower factor of a covariance that may be singular: jitter is added until it has one.
[[nodiscard]] Matrix factor_of(const Matrix& covariance);
/// Joint realisations in standardised units, one per column. The covariance may be singular.
[[nodiscard]] Matrix joint_draws(const JointPosterior& joint, Index count, Rng rng);
/// The same of f at points under a model. The members of an ensemble share the realisations, one after another, as
/// evenly as their number allows.
[[nodiscard]] Matrix joint_draws(const GaussianProcess& gp, const PointsRef& points, Index count, const Rng& rng);
/// Of values that are sorted, 0 ≤ p ≤ 1.
[[nodiscard]] double quantile_of(const Vector& ascending, double p);

struct RegionSupremum {
    Vector draws;       ///< of the supremum, in standardised units, ascending
    Vector worst;       ///< where the mean is largest in the whole region
    double mean_worst;  ///< the mean there
    Vector surely;      ///< where μ + 2σ is largest in the whole region
    double upper;       ///< μ + 2σ there

    /// Of the draws, 0 ≤ p ≤ 1.
    [[nodiscard]] double quantile(double p) const { return quantile_of(draws, p); }
};

[[nodiscard]] RegionSupremum region_supremum(const SamplingRegion& region, Index count, const Rng& rng);

}  // namespace sweetspot
