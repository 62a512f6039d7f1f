// The log marginal likelihood (eq:log-marginal-likelihood) with its analytic gradient by the logarithms of the
// hyper-parameters.
#pragma once

#include "sweetspot/gp/gaussian_process.hpp"

namespace sweetspot {

/// log p(targets | η) and its gradient with respect to (log ℓ_1 … log ℓ_D, log variance, log noise), D + 2 entries; if
/// there are main effects also (logit effects, log effect_lengthscale).
/// For an isotropic kernel the first D entries are to be summed. The value is -inf where K is not positive definite.
/// `known_noise` as of a GaussianProcess.
[[nodiscard]] ValueAndGradient log_marginal_likelihood(const Kernel& kernel, const Hyperparameters& hyperparameters,
                                                       const PointsRef& inputs, const VectorRef& targets,
                                                       const VectorRef& known_noise = Vector());

}  // namespace sweetspot
