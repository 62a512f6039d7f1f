// What a model without an observation would have said of it, with the hyper-parameters as they are, in closed form:
// μ_i = y_i - [A⁻¹(y - m)]_i / [A⁻¹]_ii and σ²_i = 1 / [A⁻¹]_ii, where A is the covariance of the observations.
// Of a local model: what it would have said, of the observations that its covariances know, without the others.
#pragma once

#include "sweetspot/gp/gaussian_process.hpp"

namespace sweetspot::detail {

/// For every observation that covariances know, in standardised units.
struct LeaveOneOut {
    Vector mean;
    Vector sd;  ///< of the observation, noise included
};

[[nodiscard]] inline LeaveOneOut leave_one_out(const GaussianProcess& gp) {
    const Index n = gp.known_size();
    // A⁻¹ = L⁻ᵀ L⁻¹, so that its diagonal is the squared columns of L⁻¹.
    const Matrix inverse = gp.cholesky().triangularView<Eigen::Lower>().solve(Matrix::Identity(n, n));
    const Vector diagonal = inverse.colwise().squaredNorm();
    const Vector targets = gp.known_rows(gp.targets());
    const Vector weights =
        gp.known().empty()
            ? gp.weights()
            : Vector(inverse.transpose() * (inverse * (targets.array() - gp.hyperparameters().mean).matrix()));
    return {targets - weights.cwiseQuotient(diagonal), diagonal.cwiseInverse().cwiseSqrt()};
}

}  // namespace sweetspot::detail
