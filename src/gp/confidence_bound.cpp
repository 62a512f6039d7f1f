#include "gp/confidence_bound.hpp"

#include <cmath>
#include <limits>

namespace sweetspot {

Vector confidence_bounds(const GaussianProcess& gp, const PointsRef& points, double kappa) {
    if (kappa == 0) return gp.mean(points);
    return gp.mean(points) + kappa * gp.variance(points).cwiseSqrt();
}

Points confidence_bound_gradients(const GaussianProcess& gp, const PointsRef& points, double kappa) {
    const Vector variance = gp.variance(points);
    const Vector adjoint =
        (variance.array() > 0).select(kappa / 2 * variance.array().max(1e-300).sqrt().inverse(), 0.0);
    return gp.joint_gradient(points, Vector::Ones(points.cols()), adjoint.asDiagonal().toDenseMatrix());
}

double standardised_limit(const GaussianProcess& gp, double limit) {
    const double standardised = gp.standardisation().apply(Vector::Constant(1, limit))[0];
    return std::isfinite(standardised) ? standardised : std::numeric_limits<double>::lowest();
}

}  // namespace sweetspot
