// Holm's step-down correction for several tests at once.
#pragma once

#include "sweetspot/base/linear_algebra.hpp"

namespace sweetspot {

/// Adjusted p-values in the order given: the i-th smallest of m becomes max over j ≤ i of min(1, (m - j + 1) p_(j)), so
/// that refusing every hypothesis whose adjusted p is at most α errs anywhere with probability at most α.
[[nodiscard]] Vector holm(const VectorRef& p);

}  // namespace sweetspot
