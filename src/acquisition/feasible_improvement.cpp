#include "acquisition/feasible_improvement.hpp"

#include <cmath>

namespace sweetspot {

/// The gradient holds that of the improvement, and is turned into that of the product.
double FeasibleImprovement::times_feasibility(double improvement, const Vector& x, Vector* gradient) const {
    if (improvement == 0) return 0;  // its gradient is 0 as well
    Vector slope(x.size());
    const double probability = std::exp(feasibility_.log_probability(x, gradient != nullptr ? &slope : nullptr));
    if (gradient != nullptr) *gradient = probability * (*gradient + improvement * slope);
    return probability * improvement;
}

double FeasibleImprovement::value(const Vector& x, Vector* gradient) const {
    return times_feasibility(improvement_.value(x, gradient), x, gradient);
}

LocalObjective FeasibleImprovement::descent() const {
    LocalObjective local = improvement_.descent();
    return {[this, objective = std::move(local.objective)](const Vector& x, Vector* gradient) {
                return times_feasibility(objective(x, gradient), x, gradient);
            },
            std::move(local.renew)};
}

Vector FeasibleImprovement::upper_bounds(const PointsRef& x, int level) const {
    return improvement_.upper_bounds(x, level).cwiseProduct(
        feasibility_.log_probability_of_centres(x).array().exp().matrix());
}

double MostFeasible::value(const Vector& x, Vector* gradient) const {
    const double value = 1 / (1 - feasibility_.log_probability(x, gradient));
    if (gradient != nullptr) *gradient *= value * value;
    return value;
}

Vector MostFeasible::upper_bounds(const PointsRef& x, int /*level*/) const {
    return (1 - feasibility_.log_probability_of_centres(x).array()).inverse().matrix();
}

}  // namespace sweetspot
