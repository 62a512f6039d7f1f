#include "sweetspot/acquisition/expected_improvement.hpp"

#include "sweetspot/base/normal.hpp"

namespace sweetspot {

ExpectedImprovement::ExpectedImprovement(GaussianProcess gp) : gp_(std::move(gp)), f_star_(gp_.targets().minCoeff()) {}

double ExpectedImprovement::value(const Vector& x, Vector* gradient) const {
    const ValueAndGradient mean = gp_.mean_with_gradient(x);
    const ValueAndGradient variance = gp_.variance_with_gradient(x);
    const double sd = std::sqrt(variance.value);
    if (gradient != nullptr) {
        if (sd == 0) {
            *gradient = f_star_ > mean.value ? Vector(-mean.gradient) : Vector::Zero(x.size());
        } else {
            const double z = (f_star_ - mean.value) / sd;
            *gradient = -normal_cdf(z) * mean.gradient + normal_density(z) / (2 * sd) * variance.gradient;
        }
    }
    return expected_positive_part(f_star_ - mean.value, sd);
}

}  // namespace sweetspot
