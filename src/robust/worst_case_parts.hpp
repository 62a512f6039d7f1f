// Parts of every search for a centre with a small worst case over the template.
#pragma once

#include <vector>

#include "optimize/minimax.hpp"
#include "sweetspot/gp/gaussian_process.hpp"
#include "sweetspot/robust/template.hpp"

namespace sweetspot {

/// The `count` template points (all, if there are fewer) that are worst at x by the linearised posterior mean.
[[nodiscard]] std::vector<Index> worst_by_slope(const GaussianProcess& gp, const Template& T, const Vector& x,
                                                Index count);

/// How the maximum over a template is descended, in units of the tolerances.
[[nodiscard]] MinimaxOptions worst_case_descent(Index dimension);

}  // namespace sweetspot
