// The posterior of a Gaussian process by an explicit inverse of the covariance that its definition gives.
#pragma once

#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>
#include <cmath>
#include <numbers>

#include "support/tolerance.hpp"
#include "sweetspot/gp/gaussian_process.hpp"

namespace sweetspot::support {

/// `covariance` is that of f between two sets of points, by the definition of the model.
template <class Covariance>
void expect_posterior_by_inverse(const GaussianProcess& gp, const Points& points, const Covariance& covariance) {
    const Hyperparameters& eta = gp.hyperparameters();
    Matrix k = covariance(eta, gp.inputs(), gp.inputs());
    k.diagonal().array() += eta.noise;
    const Matrix inverse = k.inverse();
    const Matrix cross = covariance(eta, points, gp.inputs());
    const Vector mean = (cross * inverse * (gp.targets().array() - eta.mean).matrix()).array() + eta.mean;
    const Matrix expected = covariance(eta, points, points) - cross * inverse * cross.transpose();
    const JointPosterior joint = gp.joint(points);
    EXPECT_LT((joint.mean - mean).cwiseAbs().maxCoeff(), tolerance::linear_algebra);
    EXPECT_LT((joint.covariance - expected).cwiseAbs().maxCoeff(), tolerance::linear_algebra);
    EXPECT_LT((gp.mean(points) - mean).cwiseAbs().maxCoeff(), tolerance::linear_algebra);
    EXPECT_LT((gp.variance(points) - expected.diagonal()).cwiseAbs().maxCoeff(), tolerance::linear_algebra);
}

/// The logarithm of the likelihood by the eigenvalues of that covariance.
template <class Covariance>
[[nodiscard]] double likelihood_by_eigenvalues(const Hyperparameters& eta, const Points& x, const Vector& y,
                                               const Covariance& covariance) {
    Matrix k = covariance(eta, x, x);
    k.diagonal().array() += eta.noise;
    const Eigen::SelfAdjointEigenSolver<Matrix> eigen(k);
    const Vector rotated = eigen.eigenvectors().transpose() * (y.array() - eta.mean).matrix();
    return -0.5 * (rotated.array().square() / eigen.eigenvalues().array()).sum() -
           0.5 * eigen.eigenvalues().array().log().sum() -
           0.5 * static_cast<double>(y.size()) * std::log(2 * std::numbers::pi);
}

/// Adjoints of a mean and of a symmetric covariance of so many points, all of them different.
struct JointAdjoint {
    Vector mean;
    Matrix covariance;

    explicit JointAdjoint(Index n) : mean(Vector::LinSpaced(n, -1, 2)) {
        const Matrix square =
            Matrix::NullaryExpr(n, n, [](Index i, Index j) { return std::cos(3.0 * static_cast<double>(i * j + i)); });
        covariance = square + square.transpose();
    }
    [[nodiscard]] double of(const JointPosterior& joint) const {
        return mean.dot(joint.mean) + covariance.cwiseProduct(joint.covariance).sum();
    }
};

}  // namespace sweetspot::support
