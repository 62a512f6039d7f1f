// The landscapes of every pair of parameters that a reader may choose, for web/page/pairs.js.
#pragma once

#include <vector>

#include "page/plot.hpp"
#include "report/influence.hpp"
#include "report/view_limits.hpp"

namespace sweetspot::study_report {

/// Of more parameters those that matter most can be chosen: 45 pairs.
inline constexpr std::size_t most_in_pairs = 10;

/// Of the pairs that are not shown at first: coarser, so that 45 of them are made in a second and weigh little.
inline constexpr LandscapeDetail coarse{.steps = 18, .most_points = 100};

/// How far the colours of a pair reach: they tell apart the lower values, where the answer is.
[[nodiscard]] Range colours_of(const Modelled& m, const Landscapes& at);

/// A yield as people read it: per cent of good builds, of the share beyond the limit.
[[nodiscard]] Matrix good_share(const Matrix& beyond);

/// Contours at about 16 round values within the colours, as Plotly wants them.
[[nodiscard]] plot::SortedJson contour_levels(const Range& colours);

/// The axis of a parameter in a pair, as Plotly shows it.
[[nodiscard]] plot::SortedJson pair_axis(const Modelled& m, Index d);

/// {"parameters": [{"name", "axis", "values", "hover": the line with "?" as its axis, "choice", "centre", "single"}] in
/// the order given, "pairs": [{"a", "b": places in that list, a < b, "mean", "robust": a row per value of b, "region":
/// [its outline along a, along b], "colours": [from, to], "contours"}], without the first pair, "trials": [{"number",
/// "x", "away": in tolerances, one per listed parameter, "beyond": the farthest of the others, "failed", "words"}]}, to
/// four digits.
[[nodiscard]] plot::SortedJson pair_choice(const Modelled& m, const std::vector<Index>& parameters);

}  // namespace sweetspot::study_report
