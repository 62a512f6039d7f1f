// The gradient of Σ_ij adjoint(i, j) k(moving_i, fixed_j) by one common shift of all moving points.
#pragma once

#include "base/dense.hpp"
#include "sweetspot/gp/gaussian_process.hpp"

namespace sweetspot {

[[nodiscard]] inline Vector kernel_gradient(const GaussianProcess& gp, const PointsRef& moving, const PointsRef& fixed,
                                            const MatrixRef& adjoint) {
    const Vector inverse = gp.hyperparameters().lengthscales.cwiseInverse();
    const Matrix a = moving.transpose() * inverse.asDiagonal();
    const Points b = inverse.asDiagonal() * fixed;
    Matrix s(a.rows(), b.cols());
    dense::squared_distances(a, b, s);
    Matrix g(s.rows(), s.cols());
    Matrix H(s.rows(), s.cols());
    gp.kernel().evaluate(s.data(), g.data(), H.data(), s.size());
    H = 2 * gp.hyperparameters().variance * H.cwiseProduct(adjoint);
    return inverse.cwiseProduct(a.transpose() * H.rowwise().sum() - b * H.colwise().sum().transpose());
}

}  // namespace sweetspot
