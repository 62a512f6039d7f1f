// Numbers, points and trials as text for people.
#pragma once

#include <string>

#include "sweetspot/study/store.hpp"

namespace sweetspot::study_report {

/// As the one formatter writes them (base/number_text).
[[nodiscard]] std::string shown(double value);
[[nodiscard]] std::string shown_range(double from, double to);

/// "width = 2.5 mm, height = 7 mm"; the first few of many, and how many more there are.
[[nodiscard]] std::string point_text(const StudyConfig& config, const Vector& x);
/// The same without the environment.
[[nodiscard]] std::string design_text(const StudyConfig& config, const Vector& x);
/// "41.2 N ± 0.3 N".
[[nodiscard]] std::string measurement_text(const ObjectiveConfig& objective, const Measurement& measured);
/// A trial in the lines that Plotly shows when the reader points at it: number, value or failure, and the
/// parameters where they are few.
[[nodiscard]] std::string hover_text(const StudyConfig& config, const Trial& trial);

/// A line of what Plotly shows when the reader points at a place: "width = %{x:.5g} mm<br>"; none of a choice.
[[nodiscard]] std::string hover_line(const StudyParameter& parameter, char axis);
/// … of the objective, without the line break.
[[nodiscard]] std::string hover_line(const ObjectiveConfig& objective, char axis);

/// For an axis: "width in mm".
[[nodiscard]] std::string axis_title(const StudyParameter& parameter);
/// … of the objective: "force in N", "value".
[[nodiscard]] std::string axis_title(const ObjectiveConfig& objective);

/// A name that fits under a small panel; the page has all of it elsewhere.
[[nodiscard]] std::string short_name(const std::string& name);

/// "± 0.2", "± 5%", "exact".
[[nodiscard]] std::string tolerance_text(const RegionTolerance& tolerance);
/// The same; or "environment, uniform", or "confused: another one in 2 %".
[[nodiscard]] std::string tolerance_text(const StudyParameter& p);

}  // namespace sweetspot::study_report
