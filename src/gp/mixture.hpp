// The mixture of K Gaussian processes, each as likely as the others: the posterior of f where hyper-parameters are
// known by K samples of theirs. By the laws of total expectation and variance, with m_k and C_k the moments of member
// k,
//   mean        m = (1/K) Σ_k m_k
//   covariance  C = (1/K) Σ_k C_k + (1/K) Σ_k (m_k - m) (m_k - m)ᵀ.
// A mixture is not normal: what needs more than moments (realisations, expected improvement) goes by its members.
#pragma once

#include <span>

#include "sweetspot/gp/gaussian_process.hpp"

namespace sweetspot::detail {

using Members = std::span<const GaussianProcess>;

[[nodiscard]] Vector mixture_mean(Members members, const PointsRef& points);
[[nodiscard]] Vector mixture_variance(Members members, const PointsRef& points);
[[nodiscard]] JointPosterior mixture_joint(Members members, const PointsRef& points);
[[nodiscard]] ValueAndGradient mixture_mean_with_gradient(Members members, const VectorRef& x);
[[nodiscard]] ValueAndGradient mixture_variance_with_gradient(Members members, const VectorRef& x);
[[nodiscard]] Points mixture_mean_gradients(Members members, const PointsRef& points);
/// As GaussianProcess::joint_gradient.
[[nodiscard]] Points mixture_joint_gradient(Members members, const PointsRef& points, const VectorRef& mean_adjoint,
                                            const MatrixRef& covariance_adjoint);

}  // namespace sweetspot::detail
