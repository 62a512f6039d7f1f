// How far an axis or a colour scale reaches: a few huge values must not flatten what matters.
#pragma once

#include <vector>

#include "sweetspot/base/linear_algebra.hpp"

namespace sweetspot::study_report {

struct Range {
    double from = 0;
    double to = 1;

    [[nodiscard]] double width() const { return to - from; }
};

/// The q-quantile (0 to 1) of finite values, linear between them; NaNs are left out. At least one must be finite.
[[nodiscard]] double quantile(std::vector<double> values, double q);

/// From the least value to the `share` quantile, at least up to `needed`, with a margin; all values where the rest is
/// not much farther away. Never empty.
[[nodiscard]] Range view_of(const std::vector<double>& values, double share, double needed);

}  // namespace sweetspot::study_report
