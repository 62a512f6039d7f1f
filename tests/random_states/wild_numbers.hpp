// Numbers that a state may hold: wild ones, from the least double to the greatest, and tame ones of the same places, so
// that the work that a wild state makes can be compared with the work of a usual one of its size.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <utility>
#include <vector>

#include "sweetspot/base/rng.hpp"
#include "sweetspot/space/space.hpp"

namespace sweetspot::random_states {

enum class Numbers { wild, tame };

[[nodiscard]] inline bool chance(Rng& rng, double share) {
    return rng.uniform() < share;
}

[[nodiscard]] inline double power_of_ten(Rng& rng, double least, double most) {
    return std::pow(10.0, rng.uniform(least, most));
}

template <class T>
[[nodiscard]] const T& one_of_these(Rng& rng, const std::vector<T>& items) {
    return items[static_cast<std::size_t>(rng.below(items.size()))];
}

/// Any double at all, the corners of the format more often than the rest.
[[nodiscard]] double wild_number(Rng& rng);
/// Bounds for that scale: 1e-300 … 1e300 and beyond, neighbouring doubles, the whole range of doubles.
[[nodiscard]] std::pair<double, double> draw_bounds(Rng& rng, Scale scale, Numbers numbers);
/// A number from `lower` to `upper`; wild ones lie at the ends and on top of `seen`, or next to it, as well.
[[nodiscard]] double draw_between(Rng& rng, double lower, double upper, Scale scale, Numbers numbers,
                                  const std::vector<double>& seen);
/// So many values that came out of an objective: smooth, constant, with jumps, of any scale.
[[nodiscard]] std::vector<double> draw_values(Rng& rng, std::size_t count, Numbers numbers);

}  // namespace sweetspot::random_states
