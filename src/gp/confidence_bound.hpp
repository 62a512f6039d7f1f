// μ + κσ at points of the unit cube, in standardised units; κ below 0 makes it a lower bound.
#pragma once

#include "sweetspot/gp/gaussian_process.hpp"

namespace sweetspot {

[[nodiscard]] Vector confidence_bounds(const GaussianProcess& gp, const PointsRef& points, double kappa);
/// Of each at its point, by one call of the reverse mode; where σ = 0, that of μ.
[[nodiscard]] Points confidence_bound_gradients(const GaussianProcess& gp, const PointsRef& points, double kappa);

/// A limit of y in the units of the bounds; below the range of the warp it is below everything.
[[nodiscard]] double standardised_limit(const GaussianProcess& gp, double limit);

}  // namespace sweetspot
