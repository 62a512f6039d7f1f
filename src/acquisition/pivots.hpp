// The pivots: the few template points that carry nearly all of a realisation's information about a region.
#pragma once

#include <vector>

#include "sweetspot/acquisition/acquisition.hpp"
#include "sweetspot/gp/gaussian_process.hpp"
#include "sweetspot/space/confusion.hpp"

namespace sweetspot {

/// Template points (the first is the centre) in the order of a pivoted Cholesky factorisation of the *prior* covariance
/// within the template. The kernel is stationary, so the order is the same wherever the template is placed: that keeps
/// expected improvement smooth in x, and makes the sample at the first k pivots a prefix of the sample at more. The
/// first pivot is the centre. Where choices may be confused, the order is that of one combination of them.
[[nodiscard]] std::vector<Index> pivot_order(const GaussianProcess& gp, const PointsRef& template_points,
                                             const PivotOptions& options, const Scenarios& scenarios = {},
                                             Index combination = 0);

}  // namespace sweetspot
