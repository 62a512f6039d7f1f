// The limit of the objective, the same mark in every figure that shows values.
#pragma once

#include <optional>

#include "page/plot.hpp"

namespace sweetspot::study_report {

/// Across panel k at the limit, on the axis of the values; nothing without a limit.
void add_limit_line(plot::Plot& figure, const std::optional<double>& limit, char axis = 'y', Index panel = 0);
/// Where the values over a plane (one row per b) are at the limit; nothing without one.
void add_limit_contour(plot::Plot& figure, const std::optional<double>& limit, const VectorRef& a, const VectorRef& b,
                       const MatrixRef& values, Index panel);
/// The line as a shape.
[[nodiscard]] plot::SortedJson limit_line(double limit, char axis = 'y', Index panel = 0);

}  // namespace sweetspot::study_report
