// When a search is over: what further evaluations can still bring is less than the user cares for.
//
// Two things bound it. Elsewhere: the expected improvement of the robust quality at the best place that the method
// found, the largest of its last suggestions. At the recommended centre: its worst case (or average) may turn out as
// low as its lower bound. The further gain is twice the larger of the two, for expected improvements underestimate what
// a search still finds; and before ten evaluations per parameter nobody knows. Without these two, stopping at 1 % of
// the range was right in 3 of 10 studies of the tuning problems, the others lost up to 10 % (docs/default.md).
#pragma once

#include <vector>

#include "sweetspot/study/config.hpp"

namespace sweetspot {

/// No search is ended by this rule with fewer values.
[[nodiscard]] constexpr Index values_before_stopping(Index dimension) {
    return 10 * dimension;
}

/// `expected_improvements`: of the last suggestions, in the unit of y; a method that has none gives 0. `room`: from the
/// expected quality of the recommended centre down to its lower bound (Answer::room).
[[nodiscard]] double further_gain(const std::vector<double>& expected_improvements, double room);

/// The span of the middle 80 % of the values (at least one): a penalty's long tail says nothing of what a good design
/// may gain.
[[nodiscard]] double value_range(const VectorRef& values);

/// The limit in the unit of y.
[[nodiscard]] double gain_limit(const GainLimit& limit, double range);

}  // namespace sweetspot
