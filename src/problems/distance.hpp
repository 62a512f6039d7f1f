// The nearest and the farthest point from the origin in a region {c + δ : ‖δ/t‖_p ≤ 1}.
#pragma once

#include "sweetspot/robust/robust_set.hpp"

namespace sweetspot {

/// min ‖c + δ‖²: closed form for p = ∞, one equation in the multiplier otherwise.
[[nodiscard]] double nearest_squared(const VectorRef& centre, Norm norm, const VectorRef& tolerance);

/// max ‖c + δ‖², at an extreme point: a corner (p = ∞), a vertex (p = 1), or on the ellipsoid where
/// c + δ = λ δ/t² with λ ≥ max t² (p = 2).
[[nodiscard]] double farthest_squared(const VectorRef& centre, Norm norm, const VectorRef& tolerance);

/// The same over the part of the region where coordinate d is ≥ 0; that part must not be empty.
[[nodiscard]] double farthest_squared_beyond(Index d, const VectorRef& centre, Norm norm, const VectorRef& tolerance);

}  // namespace sweetspot
