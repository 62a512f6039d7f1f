#include "acquisition/estimated_improvement.hpp"

#include "base/check.hpp"
#include "base/normal.hpp"

namespace sweetspot {
namespace {

constexpr AverageRuleOptions few_points = {.max_points = 16, .tolerance = 0.01};

AverageExpectedImprovement by_rule(const GaussianProcess& gp, const Template& T, const Vector& weights,
                                   const Vector& x_star) {
    const AverageExpectedImprovement exact(gp, T, weights, x_star);
    return exact.over(exact.rules(few_points).rule(few_points));
}

}  // namespace

EstimatedImprovement::EstimatedImprovement(const GaussianProcess& gp, const Template& T, const Vector& weights,
                                           const Quality& quality, const Vector& x_star)
    : quality_(quality),
      weights_(weights),
      mean_(gp, T.points, T.scenarios),
      average_(by_rule(gp, T, weights, x_star)),
      best_(quality_of_mean(x_star)),
      // How much the quality changes when all responses change alike: 1, unless it has a unit of its own.
      unit_(quality.gradient(mean_.values(x_star), weights).sum()) {}

double EstimatedImprovement::quality_of_mean(const VectorRef& x) const {
    return quality_.value(mean_.values(x), weights_);
}

double EstimatedImprovement::value(const Vector& x, Vector* gradient) const {
    require(gradient == nullptr, "EstimatedImprovement: it has no gradient");
    return values(x)[0];
}

Vector EstimatedImprovement::values(const PointsRef& x) const {
    const Vector sd = unit_ * average_.sds(x);
    Vector result(x.cols());
    for (Index i = 0; i < x.cols(); ++i) {
        result[i] = expected_positive_part(best_ - quality_of_mean(x.col(i)), sd[i]);
    }
    return result;
}

}  // namespace sweetspot
