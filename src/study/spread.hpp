// Places that look worst and are far from each other: those close by would tell the same.
#pragma once

#include "sweetspot/robust/robust_set.hpp"

namespace sweetspot::study {

/// In tolerances.
inline constexpr double apart = 0.5;

/// Of each point from the nearest of `others`, in tolerances; infinite if there are none.
[[nodiscard]] Vector distances(const RobustSet& set, const Points& points, const PointsRef& others);

/// Of the points that are `apart`, or as far as there are any, that with the largest value.
[[nodiscard]] Index largest_apart(const Vector& values, const Vector& distances);

}  // namespace sweetspot::study
