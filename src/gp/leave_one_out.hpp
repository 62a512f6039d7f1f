// What a model without an observation would have said of it, with the hyper-parameters as they are, in closed form:
// μ_i = y_i - [A⁻¹(y - m)]_i / [A⁻¹]_ii and σ²_i = 1 / [A⁻¹]_ii, where A is the covariance of the observations.
#pragma once

#include "sweetspot/gp/gaussian_process.hpp"

namespace sweetspot::detail {

/// For every observation, in standardised units.
struct LeaveOneOut {
    Vector mean;
    Vector sd;  ///< of the observation, noise included
};

[[nodiscard]] inline LeaveOneOut leave_one_out(const GaussianProcess& gp) {
    const Index n = gp.size();
    // A⁻¹ = L⁻ᵀ L⁻¹, so that its diagonal is the squared columns of L⁻¹.
    const Matrix inverse = gp.cholesky().triangularView<Eigen::Lower>().solve(Matrix::Identity(n, n));
    const Vector diagonal = inverse.colwise().squaredNorm();
    return {gp.targets() - gp.weights().cwiseQuotient(diagonal), diagonal.cwiseInverse().cwiseSqrt()};
}

}  // namespace sweetspot::detail
