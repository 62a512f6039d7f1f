// The supremum of a function over a region of many dimensions, realisation by realisation.
//
// The largest of n fixed places says little of it: a realisation's own slope at the centre has the length √D s, with s
// its standard deviation along a coordinate, of which n isotropic places show √(2 ln n) s (a half with 50 dimensions
// and 400 places, a third with 100). So each realisation is followed to the place of the region that its own slope
// points to: drawn at the centre and at the ends of the region's axes, its slope g is known by differences; its value
// at s(g) (robust/adapted_template) is drawn given all that was drawn of it before.
#pragma once

#include "sweetspot/gp/gaussian_process.hpp"
#include "sweetspot/robust/robust_set.hpp"

namespace sweetspot {

/// Draws of the supremum over `points` (places of the region at `centre`, one per column), the centre, the ends of the
/// axes and one more place for each realisation; in standardised units. Nothing outside the unit cube can be built, so
/// places go to its faces. The members of an ensemble share the draws.
[[nodiscard]] Vector suprema_along_slopes(const GaussianProcess& gp, const RobustSet& robust_set, const Vector& centre,
                                          const Points& points, Index count, const Rng& rng);

}  // namespace sweetspot
