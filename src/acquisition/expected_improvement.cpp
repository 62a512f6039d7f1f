#include "acquisition/expected_improvement.hpp"

#include "base/normal.hpp"

namespace sweetspot {

double expected_improvement_below(double threshold, const ValueAndGradient& mean, const ValueAndGradient& variance,
                                  Vector* gradient) {
    const double sd = std::sqrt(variance.value);
    if (gradient != nullptr) {
        if (sd == 0) {
            *gradient = threshold > mean.value ? Vector(-mean.gradient) : Vector::Zero(mean.gradient.size());
        } else {
            const double z = (threshold - mean.value) / sd;
            *gradient = -normal_cdf(z) * mean.gradient + normal_density(z) / (2 * sd) * variance.gradient;
        }
    }
    return expected_positive_part(threshold - mean.value, sd);
}

Vector expected_improvements_below(double threshold, const GaussianProcess& gp, const PointsRef& x) {
    const Vector mean = gp.mean(x);
    const Vector sd = gp.variance(x).cwiseSqrt();
    Vector result(x.cols());
    for (Index i = 0; i < x.cols(); ++i) result[i] = expected_positive_part(threshold - mean[i], sd[i]);
    return result;
}

ExpectedImprovement::ExpectedImprovement(GaussianProcess gp)
    : gp_(std::move(gp)),
      f_star_(gp_.known_noise().size() == 0 ? gp_.targets().minCoeff() : gp_.mean(gp_.inputs()).minCoeff()) {}

double ExpectedImprovement::value(const Vector& x, Vector* gradient) const {
    if (gradient == nullptr) return values(x)[0];
    return expected_improvement_below(f_star_, gp_.mean_with_gradient(x), gp_.variance_with_gradient(x), gradient);
}

Vector ExpectedImprovement::values(const PointsRef& x) const {
    return expected_improvements_below(f_star_, gp_, x);
}

}  // namespace sweetspot
