// What is promised of the worst case of a region: an interval that is to hold the truth in 95 of 100 answers.
//
//   lower  some place of the region is hardly any better: max_t μ(x + t) - 2σ(x + t), less f;
//   upper  m + c (q - m) + f in the unit of y, with m the largest mean in the region and q the 97.5 % quantile of the
//          supremum over joint realisations.
// The model alone is too sure: a centre was chosen because it looks good, hyper-parameters are estimates, and what a
// stationary process cannot follow (kinks, steps) does not shrink with the number N of observations as σ does. So
// c = (3 + 0.01 min(N, 100)) max(1, rms of the leave-one-out residuals), and f is 0.05 standard deviations of the
// (warped) outputs: both measured on the tuning problems and the paper's functions (docs/default.md has how often the
// promise holds). The interval below m needed no widening.
//
// Of an ensemble μ and σ are the mixture's, its members share the realisations, and the residuals are those of the most
// probable member.
//
// Only the region model asks here.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "sweetspot/gp/gaussian_process.hpp"
#include "sweetspot/robust/problem.hpp"
#include "sweetspot/robust/quality.hpp"
#include "sweetspot/robust/template.hpp"

namespace sweetspot {

struct WorstCasePromise {
    double expected = 0;  ///< the largest posterior mean in the whole region, in the unit of y
    /// Nothing with fewer than D + 2 observations: then there is nothing to promise by.
    std::optional<Interval> interval = std::nullopt;
    Vector upper_where;  ///< where μ + 2σ is largest, in the unit cube: the place to look at next
};

/// Of the region at `centre` (unit cube). Draws are those of `rng`.
[[nodiscard]] WorstCasePromise promise_worst_case(const GaussianProcess& gp, const Problem& problem, const Template& T,
                                                  const VectorRef& centre, const Rng& rng);

/// f, in standardised units.
inline constexpr double unseen = 0.05;

/// By how much the model's standard deviations are widened.
[[nodiscard]] double widening(const GaussianProcess& gp);
/// An average is missed by less than a supremum: 0.6 of the widening.
[[nodiscard]] double average_widening(const GaussianProcess& gp);
/// What takes the place of f for every measure but the worst case, in standardised units: the root mean square of the
/// leave-one-out errors, less their noise, of the observations in the region and of the nearest ones outside until they
/// are D + 2; at least f. Where a search was for that measure, observations fill the region and leaving one out is no
/// loss. A search for the worst case leaves a few at the region's edge, and the model is too sure of what lies between:
/// of 1404 answers on the tuning problems and the paper's functions f alone held 89 %, half of it 90 %, this 92 %, and
/// 1.25 times it 93 % (docs/measures.md).
[[nodiscard]] double unseen_of_region(const GaussianProcess& gp, const RobustSet& robust_set, const VectorRef& centre);
/// Half the interval of an average over a region, in the unit of y, given its mean and variance and what is unseen, in
/// standardised units.
[[nodiscard]] double average_half_width(const GaussianProcess& gp, double mean, double variance, double unseen_part);
/// The interval of any other measure of a region, in the unit of y, given its value and draws of it: widened as that of
/// an average. It holds the value.
[[nodiscard]] Interval promise_by_draws(const GaussianProcess& gp, double value, const Vector& draws,
                                        double unseen_part);
/// The middle 95 of 100 draws.
[[nodiscard]] Interval middle_of_draws(Vector draws);

/// Standardised leave-one-out residuals: (y_i - the mean of the model without i) / its standard deviation.
[[nodiscard]] Vector leave_one_out_residuals(const GaussianProcess& gp);

/// What should be known about a model before its answer is trusted, a sentence each; empty: nothing stands out.
[[nodiscard]] std::vector<std::string> model_warnings(const GaussianProcess& gp, const Space& space);

}  // namespace sweetspot
