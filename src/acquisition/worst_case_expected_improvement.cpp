#include "acquisition/worst_case_expected_improvement.hpp"

#include <cmath>

#include "acquisition/expected_improvement.hpp"
#include "base/normal.hpp"
#include "gp/shifted_mean.hpp"
#include "robust/worst_case_parts.hpp"

namespace sweetspot {

WorstCaseExpectedImprovement::WorstCaseExpectedImprovement(const GaussianProcess& gp, const Template& T, double r_k,
                                                           std::optional<Index> looked_at)
    : gp_(gp),
      T_(T),
      r_k_(r_k),
      looked_at_(looked_at),
      shifted_(std::make_shared<const ShiftedMean>(gp, T.points, T.scenarios)) {}

Vector WorstCaseExpectedImprovement::worst_place(const Vector& x) const {
    Index worst = 0;
    if (looked_at_) {
        const std::vector<Index> few = worst_by_slope(gp_, T_, x, *looked_at_);
        shifted_->values(x, few).maxCoeff(&worst);
        worst = few[static_cast<std::size_t>(worst)];
    } else {
        shifted_->values(x).maxCoeff(&worst);
    }
    return T_.at(x, {&worst, 1}).col(0);
}

double WorstCaseExpectedImprovement::value(const Vector& x, Vector* gradient) const {
    if (gradient == nullptr) return values(x)[0];
    const Vector place = worst_place(x);
    return expected_improvement_below(r_k_, gp_.mean_with_gradient(place), gp_.variance_with_gradient(place), gradient);
}

Vector WorstCaseExpectedImprovement::values(const PointsRef& x) const {
    Points places(x.rows(), x.cols());
    for (Index i = 0; i < x.cols(); ++i) places.col(i) = worst_place(x.col(i));
    return expected_improvements_below(r_k_, gp_, places);
}

}  // namespace sweetspot
