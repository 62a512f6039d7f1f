// Few points in place of a template, for averages: Σ_t w_t f(x + t) ≈ Σ_b q_b f(x + b) with b among the t and
// k(B, B) q = k(B, T) w, the best estimate of the average from f at the points b under the prior. The kernel is
// stationary, so the rule and its error do not depend on x. Points are chosen one by one, each the one that most
// reduces the error of the average (not, as pivot_order, the largest error of a point: at equal size two to five times
// less accurate).
#pragma once

#include <utility>
#include <vector>

#include "sweetspot/gp/gaussian_process.hpp"

namespace sweetspot {

/// How far to go: the error of the average under the prior, as a fraction of its prior sd, and at most so many points.
struct AverageRuleOptions {
    Index max_points = 0;
    double tolerance = 0;
};

struct AverageRule {
    Points points;
    Vector weights;                 ///< of any sign
    std::vector<Index> which = {};  ///< the points, as numbers of those they were chosen from
};

/// The rules of growing size that share one order of points.
class AverageRules {
  public:
    /// `averaged` is k(T, T) w; no rule will ask for more than `most`.
    AverageRules(const GaussianProcess& gp, const Points& points, const Vector& weights, const Vector& averaged,
                 const AverageRuleOptions& most);
    [[nodiscard]] AverageRule rule(const AverageRuleOptions& options) const;

  private:
    std::vector<Index> order_;
    Points points_;        // in that order
    Matrix factor_;        // lower Cholesky factor of k(B, B)
    Vector coefficients_;  // factor⁻¹ k(B, T) w
    Vector errors_;        // of the rule of the first i points, as a fraction of the prior sd
};

/// Where choices may be confused, the points of a region are apart from one another as the choices at its centre say:
/// rules for each combination of them. Without a confusion there is one.
class AverageRulesByChoices {
  public:
    explicit AverageRulesByChoices(std::vector<AverageRules> rules) : rules_(std::move(rules)) {}
    [[nodiscard]] std::vector<AverageRule> rule(const AverageRuleOptions& options) const;

  private:
    std::vector<AverageRules> rules_;
};

}  // namespace sweetspot
