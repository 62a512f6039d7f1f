// The robust expected improvement for the average quality, in closed form: the difference of two averages,
// Σ w f(x* + δ) - Σ w f(x + δ), is one Gaussian, so no sampling is needed.
#pragma once

#include <memory>
#include <vector>

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
    [[nodiscard]] AverageRulesByChoices rules(const AverageRuleOptions& most) const;
    /// The same improvement by such rules: cheap, for the search. It is still 0 at x*, for both averages use the rule.
    [[nodiscard]] AverageExpectedImprovement over(const std::vector<AverageRule>& rules) const;

  private:
    /// The points of regions with the same choices, and what is the same wherever they are placed; from `scaled` on
    /// divided by the length scales.
    struct Rule {
        Points points;  // b, those of the template that have a weight
        Scenarios scenarios;
        Vector weights;
        Index block_size = 0;
        Matrix scaled;              // b
        Vector squared_norms;       // |b|²
        Matrix features;            // Σ_b w_b φ(b) of main effects, where there are any
        Matrix products;            // -2 b·p of the only block; empty if there are more
        Vector averaged;            // k(T, T) w
        double prior_variance = 0;  // wᵀ k(T, T) w
    };
    AverageExpectedImprovement(std::shared_ptr<const GaussianProcess> gp, std::vector<Rule> rules, Vector x_star);
    [[nodiscard]] static std::vector<Rule> rules_of(const Template& T, const Vector& weights);
    void place(Rule& rule, Index combination) const;
    [[nodiscard]] Vector averaged_within(const Rule& rule) const;
    [[nodiscard]] Index combination(const VectorRef& x) const { return rules_.front().scenarios.combination(x); }
    [[nodiscard]] const Rule& rule_at(const VectorRef& x) const {
        return rules_[static_cast<std::size_t>(combination(x))];
    }
    [[nodiscard]] const Rule& own() const { return rule_at(x_star_); }
    /// Relative to x*, in the embedded coordinates (gp/choices).
    [[nodiscard]] Points from_x_star(const PointsRef& x) const;

    /// The points are worked on in blocks of columns, so that memory stays small for large templates.
    [[nodiscard]] static Index blocks(const Rule& rule);
    /// g(s), and dg/ds unless dg is null, between the fixed points (rows) and the block's points placed at x (columns).
    void shapes(const Rule& rule, const VectorRef& scaled_x, Index block, Matrix& g, Matrix* dg) const;
    /// Average covariance of every fixed point with the region at x; fills *dg if there is but one block.
    void averages(const Rule& rule, const VectorRef& scaled_x, Eigen::Ref<Vector> result, Matrix& g, Matrix* dg) const;
    /// The standard deviations of the differences at many centres, and their means unless `gains` is null.
    [[nodiscard]] Vector differences(const PointsRef& x, Vector* gains) const;
    /// Of the difference of the averages; `explained` is what the observations explain of its variance.
    [[nodiscard]] double gain(const VectorRef& averages) const;
    [[nodiscard]] double variance(const Rule& rule, const VectorRef& averages, double explained) const;
    /// The gradient of Σ_p adjoint_p averages_p.
    [[nodiscard]] Vector chain(const Rule& rule, const Vector& scaled_x, const Vector& adjoint, Matrix& g,
                               Matrix& dg) const;

    std::shared_ptr<const GaussianProcess> gp_;
    Vector x_star_;
    std::vector<Rule> rules_;  // one for each combination of choices that may be confused

    // From here on relative to x* and divided by the length scales.
    Vector inverse_;         // 1 / length scales
    Matrix fixed_;           // p: the observations, then x* + b; one per row
    Matrix fixed_features_;  // of main effects, where there are any

    Vector best_;  // averages at x*
};

}  // namespace sweetspot
