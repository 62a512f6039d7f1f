// The usual single-point expected improvement (eq:ei_analytical) over f* = min f_n (eq:fstar), the paper's point of
// comparison.
#pragma once

#include "sweetspot/acquisition/acquisition.hpp"
#include "sweetspot/gp/gaussian_process.hpp"

namespace sweetspot {

/// Closed form with its exact gradient; 0 where the posterior is certain and no better than f*.
class ExpectedImprovement final : public Acquisition {
  public:
    /// f* is the best observed output.
    explicit ExpectedImprovement(GaussianProcess gp);
    [[nodiscard]] double value(const Vector& x, Vector* gradient) const override;

  private:
    GaussianProcess gp_;
    double f_star_;
};

}  // namespace sweetspot
