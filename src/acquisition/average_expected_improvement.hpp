// The robust expected improvement for the average quality, in closed form: the difference of two averages,
// Σ w f(x* + δ) - Σ w f(x + δ), is one Gaussian, so no sampling is needed.
#pragma once

#include <memory>

#include "acquisition/average_rule.hpp"
#include "sweetspot/acquisition/acquisition.hpp"
#include "sweetspot/gp/gaussian_process.hpp"
#include "sweetspot/robust/template.hpp"

namespace sweetspot {

/// Exact over the points and weights given, with its exact gradient: (N + r) r covariances for r points with a weight.
class AverageExpectedImprovement final : public Acquisition {
  public:
    AverageExpectedImprovement(GaussianProcess gp, const Template& T, const Vector& weights, Vector x_star);
    [[nodiscard]] double value(const Vector& x, Vector* gradient) const override;
    [[nodiscard]] Vector values(const PointsRef& x) const override;
    /// The standard deviation of the difference of the two averages.
    [[nodiscard]] Vector sds(const PointsRef& x) const;

    /// Rules of few points for this average; `most` bounds what will be asked of them.
    [[nodiscard]] AverageRules rules(const AverageRuleOptions& most) const;
    /// The same improvement by such a rule: cheap, for the search. It is still 0 at x*, for both averages use the rule.
    [[nodiscard]] AverageExpectedImprovement over(const AverageRule& rule) const;

  private:
    /// Relative to x*, in the embedded coordinates (gp/choices).
    [[nodiscard]] Points from_x_star(const PointsRef& x) const;
    AverageExpectedImprovement(std::shared_ptr<const GaussianProcess> gp, Points points, Vector weights, Vector x_star);

    /// The points are worked on in blocks of columns, so that memory stays small for large templates.
    [[nodiscard]] Index blocks() const;
    /// g(s), and dg/ds unless dg is null, between the fixed points (rows) and the block's points placed at x (columns).
    void shapes(const VectorRef& scaled_x, Index block, Matrix& g, Matrix* dg) const;
    /// Average covariance of every fixed point with the region at x; fills *dg if there is but one block.
    void averages(const VectorRef& scaled_x, Eigen::Ref<Vector> result, Matrix& g, Matrix* dg) const;
    /// The standard deviations of the differences at many centres, and their means unless `gains` is null.
    [[nodiscard]] Vector differences(const PointsRef& x, Vector* gains) const;
    /// Of the difference of the averages; `explained` is what the observations explain of its variance.
    [[nodiscard]] double gain(const VectorRef& averages) const;
    [[nodiscard]] double variance(const VectorRef& averages, double explained) const;
    /// The gradient of Σ_p adjoint_p averages_p.
    [[nodiscard]] Vector chain(const Vector& scaled_x, const Vector& adjoint, Matrix& g, Matrix& dg) const;

    std::shared_ptr<const GaussianProcess> gp_;
    Points points_;  // b, those of the template that have a weight
    Vector weights_;
    Vector x_star_;
    Index block_size_;

    // From here on relative to x* and divided by the length scales.
    Vector inverse_;         // 1 / length scales
    Matrix scaled_;          // b
    Vector squared_norms_;   // |b|²
    Matrix fixed_;           // p: the observations, then x* + b; one per row
    Matrix fixed_features_;  // of main effects, where there are any
    Matrix rule_features_;   // Σ_b w_b φ(b)
    Matrix products_;        // -2 b·p of the only block; empty if there are more

    Vector best_;            // averages at x*
    double prior_variance_;  // wᵀ k(T, T) w, the same wherever the template is placed
};

}  // namespace sweetspot
