#include "gp/confidence_bound.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "gp/covariance.hpp"
#include "loops/dense.hpp"

namespace sweetspot {
namespace {

using dense::Op;
using dense::Side;

/// Mean and variance from one matrix of covariances, with the last bits of mean() and variance(). Not where these take
/// different ones: in an ensemble, a local model, and with main effects.
Vector bounds_by_one_covariance(const GaussianProcess& gp, const PointsRef& points, double kappa) {
    const double variance = gp.hyperparameters().variance;
    const Vector& lengthscales = gp.embedded_lengthscales();
    const Matrix rows = detail::scaled_rows(gp.embedded(gp.inputs()), lengthscales);
    const Matrix columns = detail::scaled_columns(gp.embedded(points), lengthscales);
    Vector result = Vector::Constant(points.cols(), gp.hyperparameters().mean);
    Matrix k;
    for (Index start = 0; start < points.cols(); start += detail::points_at_a_time) {
        const Index count = std::min(detail::points_at_a_time, points.cols() - start);
        auto bounds = result.segment(start, count);
        detail::covariance(gp.kernel(), variance, rows, columns.middleCols(start, count), k);
        dense::multiply(1, Op::transposed, k, Op::plain, gp.weights(), 1, bounds);
        dense::solve(Side::left, Op::plain, gp.cholesky(), k);
        bounds.array() += kappa * (variance - k.colwise().squaredNorm().transpose().array()).max(0).sqrt();
    }
    return result;
}

}  // namespace

Vector confidence_bounds(const GaussianProcess& gp, const PointsRef& points, double kappa) {
    if (kappa == 0) return gp.mean(points);
    const bool one_for_both = gp.members().size() == 1 && gp.known().empty() && gp.main_effects() == nullptr;
    if (one_for_both) return bounds_by_one_covariance(gp, points, kappa);
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
