#include "report/pair_choice.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "report/axes.hpp"
#include "report/text.hpp"

namespace sweetspot::study_report {
namespace {

using plot::SortedJson;

constexpr double share_in_pairs = 0.6;
constexpr double about_levels = 16;

/// 1, 2 or 5 times a power of ten, not below.
double round_step(double step) {
    const double power = std::pow(10, std::floor(std::log10(step)));
    for (const double digit : {1.0, 2.0, 5.0}) {
        if (step <= digit * power * (1 + 1e-9)) return digit * power;
    }
    return 10 * power;
}

/// To four digits, which is finer than colours are; null where not finite.
SortedJson short_number(double value) {
    if (!std::isfinite(value)) return nullptr;
    return std::stod(fmt::format("{:.4g}", value));
}

SortedJson short_numbers(const VectorRef& values) {
    SortedJson array = SortedJson::array();
    for (const double value : values) array.push_back(short_number(value));
    return array;
}

SortedJson short_rows(const Matrix& values) {
    SortedJson rows = SortedJson::array();
    for (const auto& row : values.rowwise()) rows.push_back(short_numbers(row.transpose()));
    return rows;
}

SortedJson parameter_of(const Modelled& m, Index d) {
    const StudyParameter& described = m.study.config.parameters[static_cast<std::size_t>(d)];
    return {{"name", described.shown_name()},
            {"axis", pair_axis(m, d)},
            {"values", plot::numbers(axis_values(window(m, d), coarse.steps))},
            {"hover", hover_line(described, '?')},
            {"choice", described.parameter.is_choice()},
            {"centre", plot::number(m.answer.robust.x[d])},
            {"single", plot::number(m.answer.single.x[d])}};
}

SortedJson pair_of(const Modelled& m, const std::vector<Index>& parameters, std::size_t a, std::size_t b) {
    const Landscapes at = landscapes_of(m, parameters[a], parameters[b], coarse);
    const Range colours = colours_of(m, at);
    const Points outline = region_outline(m, parameters[a], parameters[b]);
    return {{"a", a},
            {"b", b},
            {"mean", short_rows(at.mean)},
            {"robust", short_rows(m.measure().yield_limit ? good_share(at.robust) : at.robust)},
            {"region", {short_numbers(outline.row(0).transpose()), short_numbers(outline.row(1).transpose())}},
            {"colours", {plot::number(colours.from), plot::number(colours.to)}},
            {"contours", contour_levels(colours)}};
}

SortedJson trial_of(const Modelled& m, const Trial& trial, const std::vector<Index>& parameters) {
    const Vector all = tolerances_from_centre(m, trial.x);
    SortedJson x = SortedJson::array();
    SortedJson away = SortedJson::array();
    for (const Index d : parameters) {
        x.push_back(plot::number(trial.x[d]));
        away.push_back(std::stod(fmt::format("{:.2g}", all[d])));
    }
    return {{"number", trial.number},
            {"x", std::move(x)},
            {"away", std::move(away)},
            {"beyond", short_number(distance_from_centre(m, trial.x, parameters))},
            {"failed", trial.state == TrialState::failed},
            {"words", hover_text(m.study.config, trial)}};
}

}  // namespace

Range colours_of(const Modelled& m, const Landscapes& at) {
    const std::vector<double> values(at.mean.data(), at.mean.data() + at.mean.size());
    return view_of(values, share_in_pairs, m.answer.robust.worst.upper);
}

Matrix good_share(const Matrix& beyond) {
    return 100 * (1 - beyond.array()).matrix();
}

SortedJson contour_levels(const Range& colours) {
    const double size = round_step(colours.width() / about_levels);
    return {{"start", plot::number(std::ceil(colours.from / size) * size)},
            {"end", plot::number(std::floor(colours.to / size) * size)},
            {"size", plot::number(size)}};
}

SortedJson pair_axis(const Modelled& m, Index d) {
    SortedJson axis = SortedJson::object();
    show_parameter(axis, m.study.config.parameters[static_cast<std::size_t>(d)], window(m, d));
    return axis;
}

SortedJson pair_choice(const Modelled& m, const std::vector<Index>& parameters) {
    SortedJson described = SortedJson::array();
    for (const Index d : parameters) described.push_back(parameter_of(m, d));
    SortedJson pairs = SortedJson::array();
    for (std::size_t a = 0; a < parameters.size(); ++a) {
        for (std::size_t b = a + 1; b < parameters.size(); ++b) {
            if (b > 1) pairs.push_back(pair_of(m, parameters, a, b));
        }
    }
    SortedJson trials = SortedJson::array();
    for (const Trial* trial : complete(m.used)) trials.push_back(trial_of(m, *trial, parameters));
    for (const Trial* trial : failures(m.all)) trials.push_back(trial_of(m, *trial, parameters));
    return {{"parameters", std::move(described)}, {"pairs", std::move(pairs)}, {"trials", std::move(trials)}};
}

}  // namespace sweetspot::study_report
