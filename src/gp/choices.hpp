// Coordinates that are choices: a value c of k is at c/(k - 1) in the unit cube, but has no order. Two different ones
// are equally far apart: each choice is embedded as k coordinates, 1/√2 at c and 0 elsewhere, with one length scale ℓ,
// so that the squared scaled distance is [c ≠ c']/ℓ². The embedded coordinates follow behind the D plain ones, of which
// that of a choice is 0, so that nothing depends on it and its gradient is 0.
#pragma once

#include <vector>

#include "sweetspot/base/linear_algebra.hpp"
#include "sweetspot/space/confusion.hpp"

namespace sweetspot::detail {

using ChoiceSizes = std::vector<Index>;  ///< as of Hyperparameters

[[nodiscard]] Index embedded_size(Index dimension, const ChoiceSizes& sizes);
[[nodiscard]] Points embed(const PointsRef& points, const ChoiceSizes& sizes);
/// Differences of points with the same choices.
[[nodiscard]] Points embed_offsets(const PointsRef& offsets, const ChoiceSizes& sizes);
/// Adds what choices change in the scenario of each, where that combination of them is ordered: a coordinate more at
/// the one that is built, less at the one that was ordered.
void exchange_choices(Points& embedded_offsets, const ChoiceSizes& sizes, const Scenarios& scenarios,
                      Index combination);
[[nodiscard]] Vector embed_lengthscales(const VectorRef& lengthscales, const ChoiceSizes& sizes);
/// ∂/∂log ℓ, one per coordinate, from those by the length scales of the embedded coordinates.
[[nodiscard]] Vector gather_by_lengthscale(const VectorRef& by_scale, const ChoiceSizes& sizes);
/// The value c of each choice (0 elsewhere) as a linear function of the embedded coordinates, so that differences of
/// points have differences of values.
[[nodiscard]] Vector choices_of(const VectorRef& embedded, const ChoiceSizes& sizes);

}  // namespace sweetspot::detail
