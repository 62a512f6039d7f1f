// Gradients of the posterior by the points, from ∂g(x, p)/∂p = dg/ds · 2 (p - x) / ℓ² and the features of main effects.
#include <algorithm>

#include "base/check.hpp"
#include "gp/covariance.hpp"
#include "gp/main_effects.hpp"
#include "gp/mixture.hpp"
#include "loops/dense.hpp"
#include "sweetspot/gp/gaussian_process.hpp"

namespace sweetspot {
namespace {

using dense::Op;
using dense::Side;

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

Points GaussianProcess::effects_gradient(const MatrixRef& fixed, const MatrixRef& features,
                                         const MatrixRef& adjoint) const {
    Matrix feature_adjoint(features.rows(), features.cols());
    dense::multiply(hyperparameters_.variance, Op::plain, fixed, Op::plain, adjoint, 0, feature_adjoint);
    return effects_->chain(features, feature_adjoint).topRows(dimension()).array().colwise() /
           hyperparameters_.lengthscales.array();
}

ValueAndGradient GaussianProcess::mean_with_gradient(const VectorRef& x) const {
    if (is_mixture()) return detail::mixture_mean_with_gradient(members(), x);
    const Matrix column = scaled(x);
    const Matrix effects = features(column);
    Matrix k;
    Matrix dk;
    covary(observed(), column, effects, k, &dk);
    const Vector h = dk.col(0).cwiseProduct(weights_);
    ValueAndGradient result{
        hyperparameters_.mean + k.col(0).dot(weights_),
        chain_to_point(h, scaled_inputs_, column.col(0).head(dimension()), hyperparameters_.lengthscales)};
    if (effects_) result.gradient += effects_gradient(input_features_, effects, weights_);
    return result;
}

ValueAndGradient GaussianProcess::variance_with_gradient(const VectorRef& x) const {
    if (is_mixture()) return detail::mixture_variance_with_gradient(members(), x);
    const Matrix column = scaled(x);
    const Matrix effects = features(column);
    const Rows known = known_observed();
    Matrix k;
    Matrix dk;
    covary(known, column, effects, k, &dk);
    dense::solve(Side::left, Op::plain, cholesky(), k);
    const double value = std::max(0.0, hyperparameters_.variance - k.squaredNorm());
    dense::solve(Side::left, Op::transposed, cholesky(), k);
    const Vector h = -2 * dk.col(0).cwiseProduct(k.col(0));
    ValueAndGradient result{
        value, chain_to_point(h, known.points, column.col(0).head(dimension()), hyperparameters_.lengthscales)};
    if (effects_) result.gradient += effects_gradient(known.features, effects, -2 * k);
    return result;
}

Points GaussianProcess::mean_gradients(const PointsRef& points) const {
    if (is_mixture()) return detail::mixture_mean_gradients(members(), points);
    const Matrix columns = scaled(points);
    Points result(points.rows(), points.cols());
    const double of_kernel = hyperparameters_.variance * (1 - hyperparameters_.effects);
    Matrix k;
    Matrix dk;
    for (Index start = 0; start < points.cols(); start += detail::points_at_a_time) {
        const Index count = std::min(detail::points_at_a_time, points.cols() - start);
        const auto block = columns.middleCols(start, count);
        detail::covariance(*kernel_, of_kernel, scaled_inputs_, block, k, dk);
        dk.array().colwise() *= weights_.array();
        const detail::Centred centred = detail::centre(scaled_inputs_, block);
        result.middleCols(start, count) =
            detail::chain_to_points(dk, centred.rows, centred.columns, scales_).topRows(dimension());
        if (!effects_) continue;
        const Matrix of_effects = effects_->chain(features(block), effect_weights_.replicate(1, count));
        result.middleCols(start, count).array() +=
            of_effects.topRows(dimension()).array().colwise() / hyperparameters_.lengthscales.array();
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
    if (is_mixture()) return detail::mixture_joint_gradient(members(), points, mean_adjoint, covariance_adjoint);
    const Vector& lengthscales = scales_;
    const detail::Centred centred = detail::centre(scaled_inputs_, scaled(points));
    const Matrix rows = centred.columns.transpose();
    // Centring shifts all points alike, which main effects do not notice.
    const Matrix effects = features(centred.columns);
    const Matrix known_points = known_rows(centred.rows);
    const Matrix known_effects = features(known_points.transpose());

    Matrix k;
    Matrix dk;
    covary({rows, effects}, centred.columns, effects, k, &dk);
    dk.array() *= 2 * covariance_adjoint.array();
    Points gradient = detail::chain_to_points(dk, rows, centred.columns, lengthscales);

    covary({known_points, known_effects}, centred.columns, effects, k, &dk);
    dense::solve(Side::left, Op::plain, cholesky(), k);
    dense::solve(Side::left, Op::transposed, cholesky(), k);
    Matrix adjoint(k.rows(), k.cols());
    if (known_.empty()) {
        dense::multiply(1, Op::plain, weights_, Op::transposed, mean_adjoint, 0, adjoint);
    } else {
        adjoint.setZero();
    }
    dense::multiply(-2, Op::plain, k, Op::plain, covariance_adjoint, 1, adjoint);
    if (effects_) {
        Matrix feature_adjoint(effects.rows(), count);
        const double variance = hyperparameters_.variance;
        dense::multiply(variance, Op::plain, known_effects, Op::plain, adjoint, 0, feature_adjoint);
        dense::multiply(2 * variance, Op::plain, effects, Op::plain, covariance_adjoint, 1, feature_adjoint);
        gradient.array() += effects_->chain(effects, feature_adjoint).array().colwise() / lengthscales.array();
    }
    adjoint.array() *= dk.array();
    gradient += detail::chain_to_points(adjoint, known_points, centred.columns, lengthscales);
    if (gradient.rows() > dimension()) gradient.conservativeResize(dimension(), Eigen::NoChange);
    if (!known_.empty())
        gradient.array() += mean_gradients(points).array().rowwise() * mean_adjoint.transpose().array();
    return gradient;
}

}  // namespace sweetspot
