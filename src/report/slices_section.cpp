// The model along each parameter through the robust centre.
#include <fmt/format.h>

#include <algorithm>

#include "report/axes.hpp"
#include "report/limit_line.hpp"
#include "report/sections.hpp"
#include "report/text.hpp"
#include "report/view_limits.hpp"

namespace sweetspot::study_report {
namespace {

using namespace plot;

constexpr Index steps = 60;
constexpr double near_enough = 1.5;  // tolerances from the slice
constexpr std::size_t fewest_shown = 20;
constexpr double share_in_slices = 0.7;
constexpr std::size_t most_curves = 6;  // of a choice, in one slice

struct Slice {
    Index d;
    Vector x;
    Vector mean;
    Vector sd;
};

Slice slice_of(const Modelled& m, Index d) {
    const Vector x = axis_values(m.study.config.parameters[static_cast<std::size_t>(d)].parameter, steps);
    const Points points = along(m, d, x);
    return {d, x, m.model.mean(points), m.model.sd(points)};
}

/// Those within 1.5 tolerances of the slice, or the nearest 20, the nearest first.
std::vector<const Trial*> nearest(const Modelled& m, const std::vector<const Trial*>& trials, Index d) {
    struct Seen {
        double distance;
        const Trial* trial;
    };
    std::vector<Seen> seen;
    seen.reserve(trials.size());
    for (const Trial* trial : trials) seen.push_back({distance_from_centre(m, trial->x, {d}), trial});
    std::ranges::stable_sort(seen, {}, &Seen::distance);
    const auto near =
        static_cast<std::size_t>(std::ranges::count_if(seen, [](const Seen& s) { return s.distance <= near_enough; }));
    seen.resize(std::min(seen.size(), std::max(fewest_shown, near)));
    std::vector<const Trial*> found;
    found.reserve(seen.size());
    for (const Seen& s : seen) found.push_back(s.trial);
    return found;
}

/// Trials as marks, fainter the farther they are off; failures at the upper edge of the view.
void add_marks(Plot& figure, const Modelled& m, Index d, const Range& view, TrialState state) {
    const bool failed = state == TrialState::failed;
    std::vector<const Trial*> trials = nearest(m, failed ? failures(m.all) : complete(m.used), d);
    std::erase_if(trials, [&](const Trial* t) { return t->measurement && t->measurement->value > view.to; });
    if (trials.empty() && failed) return;
    SortedJson x = SortedJson::array();
    SortedJson y = SortedJson::array();
    SortedJson words = SortedJson::array();
    SortedJson numbers = SortedJson::array();
    SortedJson opacity = SortedJson::array();
    for (const Trial* trial : trials) {
        x.push_back(number(trial->x[d]));
        y.push_back(number(failed ? view.to : trial->measurement->value));
        words.push_back(hover_text(m.study.config, *trial));
        numbers.push_back(trial->number);
        opacity.push_back(number(nearness(distance_from_centre(m, trial->x, {d}))));
    }
    SortedJson marker = {{"color", failed ? role::failure.colour : ink}, {"size", failed ? 8 : 5}};
    marker["opacity"] = std::move(opacity);
    if (failed) marker["symbol"] = role::failure.symbol;
    figure.add({{"type", "scatter"},
                {"mode", "markers"},
                {"name", failed ? "Failures" : "Observations"},
                {"x", std::move(x)},
                {"y", std::move(y)},
                {"text", std::move(words)},
                {"customdata", std::move(numbers)},
                {"error_y", error_bars(trials, faded(ink, 0.35))},
                {"hovertemplate", "%{text}<extra></extra>"},
                {"cliponaxis", !failed},
                {"marker", std::move(marker)}});
}

/// The first choice, unless it has too many values for one picture; null: none.
const StudyParameter* compared_choice(const Modelled& m) {
    const auto& parameters = m.study.config.parameters;
    const auto first =
        std::ranges::find_if(parameters, [](const StudyParameter& p) { return p.parameter.is_choice(); });
    return first == parameters.end() || first->parameter.choices.size() > most_curves ? nullptr : &*first;
}

/// The mean with another value of that choice, if there is one: whether the curve would be another one.
void add_other_choices(Plot& figure, const Modelled& m, const Slice& slice) {
    const StudyParameter* first = compared_choice(m);
    if (first == nullptr) return;
    const Index c = first - m.study.config.parameters.data();
    Points points = along(m, slice.d, slice.x);
    for (std::size_t place = 0; place < first->parameter.choices.size(); ++place) {
        const auto value = static_cast<double>(place);
        if (value == m.answer.robust.x[c]) continue;
        points.row(c).setConstant(value / first->parameter.upper);
        SortedJson curve = line(slice.x, m.model.mean(points), text(first->parameter.choices[place]), grey);
        curve["line"].update({{"dash", "dot"}, {"width", 1.5}});
        curve["hovertemplate"] = text(fmt::format("{} = {}", first->shown_name(), first->parameter.choices[place])) +
                                 ": " + hover_line(m.study.config.objective, 'y') + "<extra></extra>";
        figure.add(std::move(curve));
    }
}

Figure slice_figure(const Modelled& m, const Slice& slice, const Range& view) {
    const StudyParameter& described = m.study.config.parameters[static_cast<std::size_t>(slice.d)];
    const ObjectiveConfig& objective = m.study.config.objective;
    const Parameter& parameter = described.parameter;
    Plot figure({.panel_height = 190, .head = 12});
    if (m.answer.upper[slice.d] > m.answer.lower[slice.d]) {
        figure.add_shape(strip(m.answer.lower[slice.d], m.answer.upper[slice.d], faded(role::robust.colour, 0.16)));
    }
    figure.add_shape(vertical(m.answer.robust.x[slice.d], role::robust.colour, "dash"));
    if (!parameter.is_choice()) add_other_choices(figure, m, slice);
    if (!parameter.is_choice())
        figure.add(
            band(slice.x, slice.mean - surely * slice.sd, slice.mean + surely * slice.sd, "± 2 sd", faded(blue, 0.18)));
    SortedJson mean = line(slice.x, slice.mean, "Mean", blue);
    if (parameter.step) mean.update({{"mode", "lines+markers"}, {"marker", {{"size", 5}}}});
    mean["hovertemplate"] = hover_line(described, 'x') + "expected " + hover_line(objective, 'y') + "<extra></extra>";
    if (parameter.is_choice()) {
        mean.update({{"mode", "markers"},
                     {"marker", {{"size", 9}, {"color", blue}}},
                     {"error_y", {{"type", "data"}, {"array", numbers(surely * slice.sd)}, {"color", blue}}}});
    }
    figure.add(std::move(mean));
    add_marks(figure, m, slice.d, view, TrialState::complete);
    add_marks(figure, m, slice.d, view, TrialState::failed);
    add_limit_line(figure, objective.limit);
    figure.name_axes("", text(axis_title(objective)));
    show_parameter(figure.axis('x'), described, parameter);
    figure.axis('y').update({{"range", {number(view.from), number(view.to)}}, {"nticks", 5}});
    figure.layout()["showlegend"] = false;
    figure.layout()["font"]["size"] = 12;
    figure.layout()["margin"].update({{"l", 55}, {"r", 12}, {"b", 45}});
    return figure.figure(fmt::format("slice-{}", slice.d + 1), described.shown_name(), "");
}

}  // namespace

Section slices_section(const Modelled& m) {
    std::vector<Slice> slices;
    std::vector<double> values;
    for (Index d = 0; d < m.problem().dimension(); ++d) {
        slices.push_back(slice_of(m, d));
        values.insert(values.end(), slices.back().mean.begin(), slices.back().mean.end());
    }
    Range view = view_of(values, share_in_slices, m.answer.robust.worst.upper);
    view.from = std::min(view.from, m.answer.robust.worst.lower);
    Gallery gallery;
    for (const Slice& slice : slices) gallery.figures.push_back(slice_figure(m, slice, view));
    std::string words =
        "The model along each parameter while the others stay at the robust centre, on one scale of "
        "values. Line and band: mean ± 2 standard deviations. Green: the robust centre and its tolerance. "
        "Dots: observations within 1.5 tolerances of the slice, or the 20 nearest, fainter the farther "
        "they are off.";
    if (!failures(m.all).empty()) words += " Crosses at the upper edge: trials near the slice that failed.";
    if (has_standard_errors(m.all)) words += " Bars: one standard error up and down.";
    if (const StudyParameter* choice = compared_choice(m)) {
        words += fmt::format(" Dotted: the mean with another {}.", choice->shown_name());
    }
    return {"Slices", {Paragraph{std::move(words)}, std::move(gallery)}};
}

}  // namespace sweetspot::study_report
