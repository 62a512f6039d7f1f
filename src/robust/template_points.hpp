// The pieces that a template is put together from. Perturbations here have the free coordinates of the robust set only.
#pragma once

#include "sweetspot/robust/robust_set.hpp"

namespace sweetspot {

/// Some points of a template and how much each weighs beside the others (≥ 0, not normalised).
struct WeightedPoints {
    Points points;
    Vector weights;
};

/// How many vertices the set has (p = 1 and ∞), at most `limit`; 0 for a round or general set.
[[nodiscard]] Index vertex_count(const RobustSet& robust_set, Index limit);
/// The first `count` of them in the coordinates of the unit ball: p = 1 in the order +e₁, -e₁, +e₂, …; p = ∞ well
/// spread corners.
[[nodiscard]] Points vertices(const RobustSet& robust_set, Index count);

/// The perturbations of points of the unit ball, for a set with a norm.
[[nodiscard]] Points images_of(const RobustSet& robust_set, Points ball_points);

/// How the points of a piece are spread over the set.
enum class Spread {
    uniform,     ///< equal weights
    boundary,    ///< on the boundary, no weight
    equal_radii  ///< radial fraction r uniform on (0, 1) in place of r^k; weights k r^(k-1), the ratio of the densities
};

/// `count` low-discrepancy points. A set without width in some directions at 0 is fine; NumericalError when the
/// bounding box of a general set is so loose that acceptance finds too few.
[[nodiscard]] WeightedPoints spread_points(const RobustSet& robust_set, Index count, Spread spread, const Rng& rng);

/// `count` low-discrepancy points of the set by its law: with equal weights, from the law's own map, where the set
/// holds enough of what the map gives; else uniform points that are weighed by the density.
[[nodiscard]] WeightedPoints points_by_law(const RobustSet& robust_set, Index count, const Rng& rng);
/// Points that were weighed for the uniform distribution, weighed for the set's law.
[[nodiscard]] WeightedPoints weighed_by_law(const RobustSet& robust_set, WeightedPoints uniform);

}  // namespace sweetspot
