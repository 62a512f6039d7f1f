// Ranks from 1 for the smallest value on; equal values share the average of their ranks.
#pragma once

#include "sweetspot/base/linear_algebra.hpp"

namespace sweetspot {

struct Ranks {
    Vector ranks;
    double tie_sum = 0;  ///< Σ (t³ - t) over the groups of t equal values: what tests correct their variance by
};

/// Values may be infinite but not NaN.
[[nodiscard]] Ranks ranked(const VectorRef& values);

/// The ranks within each row (problem or repeat), averaged over the rows: one per column (method). Smaller is better.
[[nodiscard]] Vector average_ranks(const MatrixRef& scores);

}  // namespace sweetspot
