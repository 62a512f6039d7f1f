// The log marginal likelihood of one data set at many hyper-parameters: the matrices are allocated once.
#pragma once

#include "sweetspot/gp/marginal_likelihood.hpp"

namespace sweetspot::detail {

/// Not to be shared between threads: every evaluation writes into the same matrices.
class MarginalLikelihood {
  public:
    MarginalLikelihood(const Kernel& kernel, const PointsRef& inputs, const VectorRef& targets);

    /// As log_marginal_likelihood; a null gradient is not computed. Where the value is -inf the gradient is 0.
    double evaluate(const Hyperparameters& hyperparameters, Vector* gradient);

  private:
    void fill_covariance(const Hyperparameters& hyperparameters);
    void invert();
    void fill_gradient(const Hyperparameters& hyperparameters, Vector& gradient);

    const Kernel& kernel_;
    Points inputs_;  ///< centred
    Vector targets_;
    Points columns_;  ///< scaled inputs, D x N
    Matrix rows_;     ///< scaled inputs, N x D, and a column of ones
    Matrix factor_;   ///< K + noise I, then its factor L; lower triangles
    Matrix slope_;    ///< variance · dg/ds, then times K⁻¹ - α αᵀ; strictly lower
    Matrix inverse_factor_;
    Matrix inverse_;
    Matrix product_;
    Vector residual_;
    Vector weights_;
};

}  // namespace sweetspot::detail
