// The robust expected improvement as the paper prints it, without any shortcut: the joint posterior of both templates,
// its Cholesky factor, M draws, the quality of each. The reference for every faster version; thousands of times slower.
#pragma once

#include "sweetspot/acquisition/acquisition.hpp"
#include "sweetspot/base/rng.hpp"
#include "sweetspot/gp/gaussian_process.hpp"
#include "sweetspot/robust/quality.hpp"
#include "sweetspot/robust/template.hpp"

namespace sweetspot {

struct MonteCarlo {
    double mean;
    double standard_error;
};

/// EI_ε(x, x*, T) over M independent draws, standardised units.
[[nodiscard]] MonteCarlo plain_robust_expected_improvement(const GaussianProcess& gp, const Template& T,
                                                           const Vector& weights, const Quality& quality,
                                                           const Vector& x_star, const Vector& x, Index M, Rng rng);

/// The same as a function to maximise, its draws frozen: every x is given the same normals. The gradient is by
/// symmetric differences. `gp`, `T`, `weights` and `quality` must outlive it.
class PlainRobustExpectedImprovement final : public Acquisition {
  public:
    PlainRobustExpectedImprovement(const GaussianProcess& gp, const Template& T, const Vector& weights,
                                   const Quality& quality, Vector x_star, Index M, const Rng& rng)
        : gp_(gp), T_(T), weights_(weights), quality_(quality), x_star_(std::move(x_star)), M_(M), rng_(rng) {}

    [[nodiscard]] double value(const Vector& x, Vector* gradient) const override;

  private:
    [[nodiscard]] double at(const Vector& x) const;

    const GaussianProcess& gp_;
    const Template& T_;
    const Vector& weights_;
    const Quality& quality_;
    Vector x_star_;
    Index M_;
    Rng rng_;
};

}  // namespace sweetspot
