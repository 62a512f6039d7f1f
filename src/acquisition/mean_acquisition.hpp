// The expected improvement under an ensemble of models, each as likely as the others: by the law of total expectation
// the average of the improvements that its members expect, each over the same best-so-far centre.
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "sweetspot/acquisition/acquisition.hpp"

namespace sweetspot {

using AcquisitionPtr = std::shared_ptr<const Acquisition>;

/// Gradient, bounds and values are averages as well; a bound for a descent is one of the average.
class MeanAcquisition final : public Acquisition {
  public:
    explicit MeanAcquisition(std::vector<AcquisitionPtr> members) : members_(std::move(members)) {}

    [[nodiscard]] double value(const Vector& x, Vector* gradient) const override;
    [[nodiscard]] Vector values(const PointsRef& x) const override;
    [[nodiscard]] LocalObjective descent() const override;
    [[nodiscard]] int bounds() const override;
    [[nodiscard]] Vector upper_bounds(const PointsRef& x, int level) const override;

  private:
    std::vector<AcquisitionPtr> members_;
};

/// That of a single member is the member itself.
[[nodiscard]] AcquisitionPtr mean_acquisition(std::vector<AcquisitionPtr> members);

}  // namespace sweetspot
