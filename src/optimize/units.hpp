// Changes of unit for functions and sets: the optimisers on convex sets expect a projection that is nearest in the
// variables they see, and a robust set projects in units of its tolerances.
#pragma once

#include "optimize/minimax.hpp"
#include "sweetspot/optimize/objective.hpp"

namespace sweetspot {

/// The same function of z = x / units.
[[nodiscard]] DifferentiableObjective in_units(const DifferentiableObjective& f, const Vector& units);
[[nodiscard]] Pieces in_units(const Pieces& pieces, const Vector& units);
/// The same set in z = x / units.
[[nodiscard]] Projection in_units(const Projection& project, const Vector& units);

}  // namespace sweetspot
