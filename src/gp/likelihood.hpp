// The log marginal likelihood of one data set at many hyper-parameters: the matrices are allocated once.
#pragma once

#include <vector>

#include "gp/marginal_likelihood.hpp"
#include "loops/likelihood.hpp"

namespace sweetspot::detail {

/// Not to be shared between threads: every evaluation writes into the same matrices.
class MarginalLikelihood {
  public:
    /// `known_noise` as of a GaussianProcess, `choice_sizes` as of the hyper-parameters.
    MarginalLikelihood(const Kernel& kernel, const PointsRef& inputs, const VectorRef& targets,
                       const VectorRef& known_noise = Vector(), const likelihood::Loops& table = likelihood::loops(),
                       std::vector<Index> choice_sizes = {});

    /// As log_marginal_likelihood (the gradient has two entries more if there are main effects); a null gradient is not
    /// computed. Where the value is -inf the gradient is 0.
    double evaluate(const Hyperparameters& hyperparameters, Vector* gradient);

  private:
    void fill_covariance(double* slope);
    void make_features();
    void add_effects(const Hyperparameters& hyperparameters);
    void fill_gradient(const Hyperparameters& hyperparameters, Vector& gradient);
    void add_effects_gradient(const Hyperparameters& hyperparameters, double whole_trace, Vector& gradient);

    const Kernel& kernel_;
    const likelihood::Loops& table_;
    std::vector<Index> choice_sizes_;
    Index size_;
    Index coordinates_;
    Index dimension_;  ///< of the embedded coordinates (gp/choices)
    Index panels_;
    Vector targets_;
    Vector known_noise_;  ///< 0 where nothing is known
    Vector inputs_;       ///< centred, by panels (likelihood_table.hpp), as all that follow
    Vector scaled_;
    Vector transposed_;
    Vector factor_;  ///< g, then L
    Vector slope_;   ///< dg/ds, then times K⁻¹ - α αᵀ; strictly lower
    Vector inverse_factor_;
    Vector noise_;  ///< the whole diagonal beside K
    Vector reciprocals_;
    Vector residual_;
    Vector half_solved_;  ///< L⁻¹ residual
    Vector weights_;      ///< α
    Vector diagonal_;     ///< of K⁻¹
    Vector sums_;
    Vector terms_;
    Vector by_scale_;  ///< the gradient by the length scales of the embedded coordinates
    // Main effects, made at the first evaluation that has any.
    Index feature_count_ = 0;  ///< filled up to a multiple of 8 with features that are 0
    Vector features_;          ///< φ, by panels
    Vector features_transposed_;
    Vector feature_weights_;  ///< share · p_d s_j
    Vector weighted_features_;
    Vector precision_;  ///< K⁻¹ - α αᵀ
};

}  // namespace sweetspot::detail
