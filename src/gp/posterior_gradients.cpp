// Gradients of the posterior by the points, all from ∂k(x, p)/∂p = variance · dg/ds · 2 (p - x) / ℓ².
#include <algorithm>

#include "base/check.hpp"
#include "base/dense.hpp"
#include "gp/covariance.hpp"
#include "sweetspot/gp/gaussian_process.hpp"

namespace sweetspot {
namespace {

using dense::Op;
using dense::Side;

/// As many points at a time as in mean(): the N x block matrices stay in cache.
constexpr Index block_size = 128;

/// Σ_n h_n 2 (p - x_n) / ℓ² for one point, differences first.
Vector chain_to_point(const VectorRef& h, const MatrixRef& rows, const VectorRef& column,
                      const VectorRef& lengthscales) {
    Vector gradient(column.size());
    for (Index d = 0; d < column.size(); ++d) {
        gradient[d] = 2 * (h.array() * (column[d] - rows.col(d).array())).sum() / lengthscales[d];
    }
    return gradient;
}

}  // namespace

ValueAndGradient GaussianProcess::mean_with_gradient(const VectorRef& x) const {
    const Matrix column = scaled(x);
    Matrix k;
    Matrix dk;
    detail::covariance(*kernel_, hyperparameters_.variance, scaled_inputs_, column, k, dk);
    const Vector h = dk.col(0).cwiseProduct(weights_);
    return {hyperparameters_.mean + k.col(0).dot(weights_),
            chain_to_point(h, scaled_inputs_, column.col(0), hyperparameters_.lengthscales)};
}

ValueAndGradient GaussianProcess::variance_with_gradient(const VectorRef& x) const {
    const Matrix column = scaled(x);
    Matrix k;
    Matrix dk;
    detail::covariance(*kernel_, hyperparameters_.variance, scaled_inputs_, column, k, dk);
    dense::solve(Side::left, Op::plain, cholesky_, k);
    const double value = std::max(0.0, hyperparameters_.variance - k.squaredNorm());
    dense::solve(Side::left, Op::transposed, cholesky_, k);
    const Vector h = -2 * dk.col(0).cwiseProduct(k.col(0));
    return {value, chain_to_point(h, scaled_inputs_, column.col(0), hyperparameters_.lengthscales)};
}

Points GaussianProcess::mean_gradients(const PointsRef& points) const {
    const Matrix columns = scaled(points);
    Points result(points.rows(), points.cols());
    Matrix k;
    Matrix dk;
    for (Index start = 0; start < points.cols(); start += block_size) {
        const Index count = std::min(block_size, points.cols() - start);
        const auto block = columns.middleCols(start, count);
        detail::covariance(*kernel_, hyperparameters_.variance, scaled_inputs_, block, k, dk);
        dk.array().colwise() *= weights_.array();
        const detail::Centred centred = detail::centre(scaled_inputs_, block);
        result.middleCols(start, count) =
            detail::chain_to_points(dk, centred.rows, centred.columns, hyperparameters_.lengthscales);
    }
    return result;
}

// The adjoint of k(X, P) is α m̄ᵀ - 2 (L Lᵀ)⁻¹ k(X, P) C̄, that of k(P, P) is C̄; every off-diagonal entry of k(P, P)
// moves with both of its points, which is the factor 2.
Points GaussianProcess::joint_gradient(const PointsRef& points, const VectorRef& mean_adjoint,
                                       const MatrixRef& covariance_adjoint) const {
    const Index count = points.cols();
    require(mean_adjoint.size() == count && covariance_adjoint.rows() == count && covariance_adjoint.cols() == count,
            "joint_gradient: the adjoints are {} and {} x {} for {} points; they must have the shape of the posterior",
            mean_adjoint.size(), covariance_adjoint.rows(), covariance_adjoint.cols(), count);
    if (count == 0) return Points(points.rows(), 0);
    const Vector& lengthscales = hyperparameters_.lengthscales;
    const detail::Centred centred = detail::centre(scaled_inputs_, scaled(points));
    const Matrix rows = centred.columns.transpose();

    Matrix k;
    Matrix dk;
    detail::covariance(*kernel_, hyperparameters_.variance, rows, centred.columns, k, dk);
    dk.array() *= 2 * covariance_adjoint.array();
    Points gradient = detail::chain_to_points(dk, rows, centred.columns, lengthscales);

    detail::covariance(*kernel_, hyperparameters_.variance, centred.rows, centred.columns, k, dk);
    dense::solve(Side::left, Op::plain, cholesky_, k);
    dense::solve(Side::left, Op::transposed, cholesky_, k);
    Matrix adjoint(k.rows(), k.cols());
    dense::multiply(1, Op::plain, weights_, Op::transposed, mean_adjoint, 0, adjoint);
    dense::multiply(-2, Op::plain, k, Op::plain, covariance_adjoint, 1, adjoint);
    adjoint.array() *= dk.array();
    gradient += detail::chain_to_points(adjoint, centred.rows, centred.columns, lengthscales);
    return gradient;
}

}  // namespace sweetspot
