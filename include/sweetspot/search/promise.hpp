// What is promised of the worst case of a region: an interval that is to hold the truth in 95 of 100 answers.
//
// lower: some place of the region is hardly any better, max_t μ(x + t) - 2cσ(x + t).
// upper: the 97.5 % quantile of the supremum over joint realisations whose deviations from μ are multiplied by c.
// c ≥ 1 widens the model's standard deviations by what leave-one-out shows that they lack, and by what was measured on
// the tuning problems: a centre was chosen because it looks good, and hyper-parameters are estimates (docs/default.md).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "sweetspot/gp/gaussian_process.hpp"
#include "sweetspot/robust/interval.hpp"
#include "sweetspot/robust/problem.hpp"
#include "sweetspot/robust/template.hpp"

namespace sweetspot {

struct WorstCasePromise {
    double expected = 0;  ///< the largest posterior mean in the whole region, in the unit of y
    Vector where;         ///< and where that is, in the unit cube
    /// Nothing with fewer than D + 2 observations: then there is nothing to promise by.
    std::optional<Interval> interval = std::nullopt;
    double upper_bound = 0;  ///< μ + 2cσ where that is largest
    Vector upper_where;      ///< and where that is, in the unit cube: the place to look at next
};

/// Of the region at `centre` (unit cube). Draws are those of `rng`.
[[nodiscard]] WorstCasePromise promise_worst_case(const GaussianProcess& gp, const Problem& problem, const Template& T,
                                                  const VectorRef& centre, const Rng& rng);

/// By how much the model's standard deviations are widened.
[[nodiscard]] double widening(const GaussianProcess& gp);

/// Standardised leave-one-out residuals: (y_i - the mean of the model without i) / its standard deviation.
[[nodiscard]] Vector leave_one_out_residuals(const GaussianProcess& gp);

/// What should be known about a model before its answer is trusted, a sentence each; empty: nothing stands out.
[[nodiscard]] std::vector<std::string> model_warnings(const GaussianProcess& gp, const Space& space);

}  // namespace sweetspot
