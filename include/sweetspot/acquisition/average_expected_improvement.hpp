// The robust expected improvement for the average quality, in closed form: the difference of two averages,
// Σ w f(x* + δ) - Σ w f(x + δ), is one Gaussian, so no sampling is needed.
#pragma once

#include "sweetspot/acquisition/acquisition.hpp"
#include "sweetspot/gp/gaussian_process.hpp"
#include "sweetspot/robust/template.hpp"

namespace sweetspot {

/// Exact over the template, with its exact gradient. Only template points with a positive weight take part.
class AverageExpectedImprovement final : public Acquisition {
  public:
    AverageExpectedImprovement(GaussianProcess gp, const Template& T, const Vector& weights, Vector x_star);
    [[nodiscard]] double value(const Vector& x, Vector* gradient) const override;

  private:
    /// w-averages over the template at x: of the mean and of the whitened cross-covariance L⁻¹ k(X, ·).
    struct Averages {
        double mean;
        Vector whitened;
    };
    [[nodiscard]] Averages averages(const Points& points) const;

    GaussianProcess gp_;
    Points template_;
    Vector weights_;
    Vector x_star_;
    Points best_points_;
    double prior_variance_;  // wᵀ k(T, T) w, the same wherever the template is placed
    Averages best_;
};

}  // namespace sweetspot
