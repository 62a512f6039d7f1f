// Maps from the unit cube to the unit balls ‖v‖_p ≤ 1, p = 1, 2, ∞, that carry the uniform distribution on the cube to
// the uniform distribution on the sphere or the ball. Random draws and low-discrepancy points go through the same maps.
#pragma once

#include "sweetspot/robust/robust_set.hpp"

namespace sweetspot {

/// ‖v‖_p.
[[nodiscard]] double norm_of(Norm norm, const VectorRef& v);

/// A point with ‖v‖_p = 1 from u in (0, 1)^k; uniform on the unit sphere of the norm when u is uniform. The middle of
/// the cube has no direction of its own and maps to that of (1, …, 1).
[[nodiscard]] Vector sphere_point(Norm norm, const VectorRef& u);

/// A point of the unit ball from u in (0, 1)^k and a radial coordinate in (0, 1); uniform in the ball when both are.
[[nodiscard]] Vector ball_point(Norm norm, const VectorRef& u, double radial);

/// The nearest point of the unit ball to v, by Euclidean distance.
[[nodiscard]] Vector project_on_unit_ball(Norm norm, const VectorRef& v);

// The same of a set some of whose coordinates stand alone; its free coordinates in their order.

[[nodiscard]] Vector set_point(const RobustSet& set, const VectorRef& u, double radial);
/// On the boundary, though not all over it: what shares the norm is on the sphere, and half of what stands alone is at
/// an end.
[[nodiscard]] Vector set_boundary_point(const RobustSet& set, const VectorRef& u);
[[nodiscard]] Vector project_on_unit_set(const RobustSet& set, const VectorRef& v);

}  // namespace sweetspot
