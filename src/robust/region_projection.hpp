// The point of a region that is nearest to a given point, where the region is cut by the box of centres.
#pragma once

#include "sweetspot/robust/robust_set.hpp"

namespace sweetspot {

/// The point of (from + Δ) ∩ box nearest to x in units of the tolerances, for a norm ball Δ, or in the coordinates u of
/// a warped one; the two must meet. Coordinates that are built exactly stay at `from`, as far as the box allows.
[[nodiscard]] Vector nearest_in_region(const RobustSet& ball, const Box& box, const VectorRef& from,
                                       const VectorRef& x);

}  // namespace sweetspot
