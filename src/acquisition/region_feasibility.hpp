// How probable it is that a region keeps a limit, P(S{h(x + t) : t ∈ T} ≤ b), as a smooth function of its centre.
//
// S over M frozen joint realisations has the mean m(x) and the standard deviation s(x), both differentiable; the
// probability is taken to be Φ((b - m)/s). The mean and spread of a largest value are those of the realisations, only
// the shape of its distribution is idealised: against the share of 4000 exact joint realisations the error was at most
// 0.065 where it was measured (a largest value is skewed). In return it is never flat: far from the limit log Φ still
// points the way, where a share of realisations would be 0. A single point (a limit at the centre) is exact.
#pragma once

#include <memory>
#include <vector>

#include "acquisition/realisation.hpp"
#include "sweetspot/robust/limit_model.hpp"

namespace sweetspot {

/// Of one limit.
class RegionFeasibility {
  public:
    /// `limit` must outlive this object. Realisations are joint with the region of x_star.
    RegionFeasibility(const LimitModel& limit, const VectorRef& x_star, const RealisationOptions& options,
                      const Rng& rng);

    /// Natural logarithm of the probability at x (unit cube); fills *gradient unless it is null.
    [[nodiscard]] double log_probability(const Vector& x, Vector* gradient) const;
    /// Of the centres alone, at many of them: cheap, and no less for a whole region or the most of it.
    [[nodiscard]] Vector log_probability_of_centres(const PointsRef& x) const;

  private:
    [[nodiscard]] double of_centre(const Vector& x, Vector* gradient) const;
    /// The whole template placed at x.
    void condition(const Vector& x, Realisations::Slopes slopes, Realisations::Conditioned& at) const;
    [[nodiscard]] double of_worst(const Vector& x, Vector* gradient) const;
    [[nodiscard]] double of_statistic(const Vector& x, Vector* gradient) const;

    const LimitModel* limit_;
    std::shared_ptr<const Realisations> realisations_;  // null: a single point
    std::vector<Vector> weights_;                       // of the template, in the realisations' order by combination
};

/// Of all limits together: the outputs' models are independent, so it is the product.
class JointFeasibility {
  public:
    JointFeasibility(const std::vector<LimitModel>& limits, const VectorRef& x_star, const RealisationOptions& options,
                     const Rng& rng);

    [[nodiscard]] const std::vector<RegionFeasibility>& parts() const { return parts_; }
    [[nodiscard]] double log_probability(const Vector& x, Vector* gradient) const;
    [[nodiscard]] Vector log_probability_of_centres(const PointsRef& x) const;

  private:
    std::vector<RegionFeasibility> parts_;
};

}  // namespace sweetspot
