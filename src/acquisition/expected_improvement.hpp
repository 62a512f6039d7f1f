// The usual single-point expected improvement (eq:ei_analytical) over f* = min f_n (eq:fstar), the paper's point of
// comparison.
#pragma once

#include "sweetspot/acquisition/acquisition.hpp"
#include "sweetspot/gp/gaussian_process.hpp"

namespace sweetspot {

/// E[max(0, threshold - f(x))] with its gradient (unless null) from the posterior mean and variance at x and theirs.
[[nodiscard]] double expected_improvement_below(double threshold, const ValueAndGradient& mean,
                                                const ValueAndGradient& variance, Vector* gradient);
/// The same at many points, without gradients.
[[nodiscard]] Vector expected_improvements_below(double threshold, const GaussianProcess& gp, const PointsRef& x);

/// Closed form with its exact gradient; 0 where the posterior is certain and no better than f*.
class ExpectedImprovement final : public Acquisition {
  public:
    /// f* is the best observed output; with known noise the least posterior mean at the observed inputs, so that a
    /// lucky value does not count.
    explicit ExpectedImprovement(GaussianProcess gp);
    [[nodiscard]] double value(const Vector& x, Vector* gradient) const override;
    [[nodiscard]] Vector values(const PointsRef& x) const override;

  private:
    GaussianProcess gp_;
    double f_star_;
};

}  // namespace sweetspot
