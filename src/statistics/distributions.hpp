// Tails of the distributions that the tests compare with. Relative error < 1e-12 where the tail is above 1e-200.
#pragma once

#include "sweetspot/base/linear_algebra.hpp"

namespace sweetspot {

/// P(χ² ≥ x) on so many degrees of freedom: the finite sum for half-integer incomplete gamma functions.
[[nodiscard]] double chi_square_upper_tail(double x, Index degrees);

/// P(F ≥ f) on `between` and `within` degrees of freedom: the incomplete beta function by its continued fraction.
[[nodiscard]] double f_upper_tail(double f, Index between, Index within);

/// P(R ≤ r) for the range R of k independent standard normals: the studentised range with infinite degrees of freedom.
/// Absolute error < 1e-13.
[[nodiscard]] double normal_range_cdf(double r, Index k);

}  // namespace sweetspot
