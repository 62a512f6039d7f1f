// Friedman's test: do k methods differ at all, judged by their ranks on n problems or repeats?
#pragma once

#include "sweetspot/base/linear_algebra.hpp"

namespace sweetspot {

/// With average ranks R_j and the tie correction c = 1 - Σ(t³ - t) / (n k (k² - 1)):
///   χ² = 12 n / (k (k + 1)) Σ (R_j - (k + 1)/2)² / c, on k - 1 degrees of freedom;
///   F  = (n - 1) χ² / (n (k - 1) - χ²), on k - 1 and (k - 1)(n - 1): Iman and Davenport's, less conservative.
/// Where every row is one tie nothing differs: χ² = F = 0 and both p are 1. Where all rows agree F is infinite and its
/// p is 0.
struct FriedmanTest {
    Vector average_ranks;  ///< one per method
    double chi_square;
    double chi_square_p;
    double f;
    double f_p;
};

/// Scores: one row per problem or repeat (at least two), one column per method (at least two).
[[nodiscard]] FriedmanTest friedman_test(const MatrixRef& scores);

}  // namespace sweetspot
