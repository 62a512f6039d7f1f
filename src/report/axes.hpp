// Axes of a parameter: its values in even steps on its own scale, and how Plotly is to show them.
#pragma once

#include "page/plot.hpp"
#include "report/modelled.hpp"

namespace sweetspot::study_report {

// One colour for one thing in the figures of a study.

/// About n + 1 values from bound to bound, evenly on the parameter's scale; whole ones, each once, where it is an int;
/// the places of a choice.
[[nodiscard]] Vector axis_values(const Parameter& parameter, Index n);

/// Ticks of a log axis from 1, 2 and 5 of each decade, decades alone where they are many: values and how they read.
struct LogTicks {
    std::vector<double> values;
    std::vector<std::string> words;
};
[[nodiscard]] LogTicks log_ticks(const Parameter& parameter);

/// Ticks of the places of a choice, which read as its names.
[[nodiscard]] plot::SortedJson choice_ticks(const Parameter& parameter);

/// Scale and range of `shown`, the parameter or a part of it, and the title of the parameter.
void show_parameter(plot::SortedJson& axis, const StudyParameter& parameter, const Parameter& shown);

/// The unit cube's coordinates of the answer's centre with coordinate d replaced by values in the parameter's unit.
[[nodiscard]] Points along(const Modelled& m, Index d, const VectorRef& values);

/// How far a point is from the centre in each coordinate, in tolerances; a parameter that is built exactly counts as
/// having a small tolerance.
[[nodiscard]] Vector tolerances_from_centre(const Modelled& m, const Vector& x);
/// How far the trial is from the centre, in tolerances, by the farthest coordinate except those given.
[[nodiscard]] double distance_from_centre(const Modelled& m, const Vector& x, const std::vector<Index>& except);

/// Those trials that failed, the last 500.
[[nodiscard]] std::vector<const Trial*> failures(const StudyView& view);

/// Some value has a standard error.
[[nodiscard]] bool has_standard_errors(const StudyView& view);
/// Error bars of one standard error up and down; invisible where no trial has one.
[[nodiscard]] plot::SortedJson error_bars(const std::vector<const Trial*>& trials, const std::string& colour);

/// An opacity that says how near something is: 1 up to 1.5 tolerances, then fainter.
[[nodiscard]] double nearness(double distance);

/// The outline of the region in coordinates a and b, in the parameters' units: the points where the gauge is 1.
[[nodiscard]] Points region_outline(const Modelled& m, Index a, Index b);

}  // namespace sweetspot::study_report
