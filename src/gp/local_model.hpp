// Which observations a local model's covariances should know.
#pragma once

#include <vector>

#include "sweetspot/gp/gaussian_process.hpp"

namespace sweetspot::detail {

/// `near` observations near the points (columns, in the unit cube), each point's nearest in turn, by the model's length
/// scales, and `spread` of the others, evenly chosen in the order of their distance, so that no part of the domain
/// is unknown. Ascending; all of them if there are no more.
[[nodiscard]] std::vector<Index> observations_near(const GaussianProcess& gp, const PointsRef& points, Index near,
                                                   Index spread);

}  // namespace sweetspot::detail
