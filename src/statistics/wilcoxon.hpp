// Wilcoxon's signed-rank test of paired samples: is the median of x - y zero?
#pragma once

#include "sweetspot/base/linear_algebra.hpp"

namespace sweetspot {

/// What is believed if the null hypothesis is refused: x differs from y, is smaller, or is larger.
enum class Alternative { two_sided, less, greater };

struct WilcoxonTest {
    /// How p was found.
    enum class Method { exact, normal_approximation };
    double positive_rank_sum;  ///< of the pairs with x > y
    double negative_rank_sum;  ///< of the pairs with x < y
    Index pairs;               ///< that differ
    Method method;
    double p;
};

/// Pairs that are equal are dropped (Wilcoxon's own rule); equal |x - y| share the average of their ranks. p is exact
/// (the distribution of the rank sum over all 2ⁿ signs) with at most 50 pairs of which none are equal and no two
/// |x - y| agree; otherwise it comes from the normal approximation, its variance corrected for ties, without a
/// correction for continuity. These are SciPy's defaults (zero_method "wilcox", correction False), but for up to 13
/// pairs with ties, where SciPy 1.17 enumerates the signs. If no pair differs, p = 1.
[[nodiscard]] WilcoxonTest wilcoxon_signed_rank(const VectorRef& x, const VectorRef& y,
                                                Alternative alternative = Alternative::two_sided);

}  // namespace sweetspot
