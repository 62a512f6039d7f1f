// An estimate of the robust expected improvement of any quality, cheap enough for every screened point: the quality
// taken as normal, around the quality of the posterior mean, with the spread of the region's average.
#pragma once

#include "acquisition/average_expected_improvement.hpp"
#include "gp/shifted_mean.hpp"
#include "sweetspot/robust/quality.hpp"

namespace sweetspot {

/// It has no gradient: it is for screening. Model and quality must outlive it.
class EstimatedImprovement final : public Acquisition {
  public:
    EstimatedImprovement(const GaussianProcess& gp, const Template& T, const Vector& weights, const Quality& quality,
                         const Vector& x_star);
    [[nodiscard]] double value(const Vector& x, Vector* gradient) const override;
    [[nodiscard]] Vector values(const PointsRef& x) const override;

  private:
    [[nodiscard]] double quality_of_mean(const VectorRef& x) const;

    const Quality& quality_;
    Vector weights_;
    ShiftedMean mean_;
    AverageExpectedImprovement average_;
    double best_;
    double unit_;  // of the quality, in standard deviations of f
};

}  // namespace sweetspot
