// The expected improvement of ur Rehman et al. 2014: of f at the single place of the region where the mean is worst,
//   EI(x) = (r_K - y) Φ(u) + s φ(u),  u = (r_K - y) / s,  y = μ(x + δ_wc),  s = σ(x + δ_wc),  δ_wc = argmax_δ μ(x + δ),
// over the template. Unlike EI_ε it disregards the uncertainty everywhere else in the region.
#pragma once

#include <memory>
#include <optional>

#include "sweetspot/acquisition/acquisition.hpp"
#include "sweetspot/gp/gaussian_process.hpp"
#include "sweetspot/robust/template.hpp"

namespace sweetspot {

class ShiftedMean;

/// Where δ_wc changes from one template point to another the value jumps, because s does; elsewhere the gradient is
/// exact. Not 0 at the best centre. Model and template must outlive it.
class WorstCaseExpectedImprovement final : public Acquisition {
  public:
    /// With `looked_at`, δ_wc is sought only among so many points of the template, those that are worst by the
    /// linearised mean: a cheaper estimate.
    WorstCaseExpectedImprovement(const GaussianProcess& gp, const Template& T, double r_k,
                                 std::optional<Index> looked_at = std::nullopt);
    [[nodiscard]] double value(const Vector& x, Vector* gradient) const override;
    [[nodiscard]] Vector values(const PointsRef& x) const override;
    /// x + δ_wc.
    [[nodiscard]] Vector worst_place(const Vector& x) const;

  private:
    const GaussianProcess& gp_;
    const Template& T_;
    double r_k_;
    std::optional<Index> looked_at_;
    std::shared_ptr<const ShiftedMean> shifted_;
};

}  // namespace sweetspot
