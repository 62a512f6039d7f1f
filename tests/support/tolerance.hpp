// The one table of tolerances for the tests. A test that needs a looser one says why.
#pragma once

namespace sweetspot::tolerance {

inline constexpr double rounding = 1e-12;          ///< the same formula in another order of operations
inline constexpr double linear_algebra = 1e-9;     ///< through a factorisation of a well-conditioned matrix
inline constexpr double ill_conditioned = 1e-6;    ///< through a factorisation with condition number up to 1e8
inline constexpr double finite_difference = 2e-6;  ///< analytic gradient against symmetric differences, relative
inline constexpr double single_precision = 1e-5;   ///< sums of values of order 1 in single precision
inline constexpr double local_optimum = 1e-5;      ///< position of a smooth optimum found by a local search
inline constexpr double false_alarm_sds = 5;       ///< seeded statistical tests: 5 standard errors, 6e-7 two-sided

}  // namespace sweetspot::tolerance
