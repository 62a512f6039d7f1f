// Median and quartiles of a sample.
#pragma once

#include "sweetspot/base/linear_algebra.hpp"

namespace sweetspot {

/// The q-quantile of a sample, q in [0, 1], linear between the order statistics at (n - 1) q (Hyndman and Fan's type
/// 7). Values may be infinite but not NaN; at least one is needed.
[[nodiscard]] double quantile(const VectorRef& values, double q);

struct Quartiles {
    double lower;   ///< quantile 1/4
    double median;  ///< quantile 1/2
    double upper;   ///< quantile 3/4
};

[[nodiscard]] Quartiles quartiles(const VectorRef& values);

}  // namespace sweetspot
