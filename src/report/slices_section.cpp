// The model along each parameter through the robust centre.
#include <fmt/format.h>

#include <algorithm>

#include "report/axes.hpp"
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

/// Those within 1.5 tolerances of the slice, or the nearest 20.
void add_observations(Plot& figure, const Modelled& m, Index d, const Range& view) {
    struct Seen {
        double distance;
        const Trial* trial;
    };
    std::vector<Seen> seen;
    for (const Trial* trial : complete(m.used)) seen.push_back({distance_from_centre(m, trial->x, {d}), trial});
    std::ranges::stable_sort(seen, {}, &Seen::distance);
    const auto near =
        static_cast<std::size_t>(std::ranges::count_if(seen, [](const Seen& s) { return s.distance <= near_enough; }));
    seen.resize(std::min(seen.size(), std::max(fewest_shown, near)));
    SortedJson x = SortedJson::array();
    SortedJson y = SortedJson::array();
    SortedJson words = SortedJson::array();
    SortedJson opacity = SortedJson::array();
    for (const auto& [distance, trial] : seen) {
        if (trial->measurement->value > view.to) continue;
        x.push_back(number(trial->x[d]));
        y.push_back(number(trial->measurement->value));
        words.push_back(hover_text(m.study.config, *trial));
        opacity.push_back(number(nearness(distance)));
    }
    figure.add({{"type", "scatter"},
                {"mode", "markers"},
                {"name", "Observations"},
                {"x", std::move(x)},
                {"y", std::move(y)},
                {"text", std::move(words)},
                {"hovertemplate", "%{text}<extra></extra>"},
                {"marker", {{"color", ink}, {"size", 5}, {"opacity", std::move(opacity)}}}});
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
        curve["hovertemplate"] = text(fmt::format("{} = {}", first->parameter.name, first->parameter.choices[place])) +
                                 ": %{y:.5g}<extra></extra>";
        figure.add(std::move(curve));
    }
}

Figure slice_figure(const Modelled& m, const Slice& slice, const Range& view) {
    const Parameter& parameter = m.study.config.parameters[static_cast<std::size_t>(slice.d)].parameter;
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
    mean["hovertemplate"] = "%{x:.5g}: %{y:.5g}<extra></extra>";
    if (parameter.is_choice()) {
        mean.update({{"mode", "markers"},
                     {"marker", {{"size", 9}, {"color", blue}}},
                     {"error_y", {{"type", "data"}, {"array", numbers(surely * slice.sd)}, {"color", blue}}},
                     {"hovertemplate", "%{y:.5g}<extra></extra>"}});
    }
    figure.add(std::move(mean));
    add_observations(figure, m, slice.d, view);
    figure.name_axes("", text(axis_title(m.study.config.objective)));
    show_parameter(figure.axis('x'), m.study.config.parameters[static_cast<std::size_t>(slice.d)], parameter);
    figure.axis('y').update({{"range", {number(view.from), number(view.to)}}, {"nticks", 5}});
    figure.layout()["showlegend"] = false;
    figure.layout()["font"]["size"] = 12;
    figure.layout()["margin"].update({{"l", 55}, {"r", 12}, {"b", 45}});
    return figure.figure(fmt::format("slice-{}", slice.d + 1), parameter.name, "");
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
    if (const StudyParameter* choice = compared_choice(m)) {
        words += fmt::format(" Dotted: the mean with another {}.", choice->parameter.name);
    }
    return {"Slices", {Paragraph{std::move(words)}, std::move(gallery)}};
}

}  // namespace sweetspot::study_report
