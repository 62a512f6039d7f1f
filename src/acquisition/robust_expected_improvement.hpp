// The robust expected improvement EI_ε(x, x*, T) of Algorithm 1: the mean over M joint realisations of
// max(0, Q̂(F over x* + T) - Q̂(F over x + T)).
#pragma once

#include "acquisition/realisation.hpp"
#include "sweetspot/acquisition/acquisition.hpp"
#include "sweetspot/robust/quality.hpp"
#include "sweetspot/robust/template.hpp"

namespace sweetspot {

/// Monte Carlo, with draws frozen at construction, for any quality. The gradient is exact for the frozen draws (at a
/// realisation whose worst point changes, one of the two sides). For the worst case a subset of the template bounds the
/// value from above, which gives two levels of cheap bounds: the centre alone, and the first few pivots.
class RobustExpectedImprovement final : public Acquisition {
  public:
    /// `weights` are the template's, reweighted by the quality. `quality` must outlive this object; the rest is copied.
    RobustExpectedImprovement(const GaussianProcess& gp, const Template& T, const Vector& weights,
                              const Quality& quality, const VectorRef& x_star, const RealisationOptions& options,
                              const Rng& rng, WhiteningPtr whitening = nullptr);

    [[nodiscard]] double value(const Vector& x, Vector* gradient) const override;
    /// For the worst case: between renewals only the template points near the maximum take part, so its value is an
    /// upper bound of value(), equal where it was renewed.
    [[nodiscard]] LocalObjective descent() const override;
    [[nodiscard]] int bounds() const override { return quality_->kind() == Quality::Kind::maximum ? 2 : 0; }
    [[nodiscard]] Vector upper_bounds(const PointsRef& x, int level) const override;

    [[nodiscard]] Index rank() const { return realisations_.rank(); }

  private:
    class WorkingSet;

    /// What is added to the realisations before a quality sees them: a worst case may stay relative to the reference.
    [[nodiscard]] double offset() const;
    [[nodiscard]] const Vector& weights_of(const Realisations::Conditioned& at) const {
        return weights_[static_cast<std::size_t>(at.combination)];
    }
    [[nodiscard]] double worst_case(Realisations::Conditioned& at, Vector* gradient) const;
    [[nodiscard]] double general(const Realisations::Conditioned& at, Vector* gradient) const;

    Realisations realisations_;
    const Quality* quality_;
    std::vector<Vector> weights_;  // in the realisations' order, by combination
    /// Q*_m: the best-so-far region's quality in each realisation (eq:estimated-Qjstar), with that offset.
    Vector best_qualities_;
};

}  // namespace sweetspot
