// The modelled f and the robust landscape that it induces, side by side, over pairs of the most influential parameters.
#include <fmt/format.h>

#include <algorithm>

#include "report/axes.hpp"
#include "report/influence.hpp"
#include "report/sections.hpp"
#include "report/text.hpp"
#include "report/view_limits.hpp"

namespace sweetspot::study_report {
namespace {

using namespace plot;

constexpr std::size_t most_parameters = 3;
/// Colours tell apart the lower values, where the answer is.
constexpr double share_in_pairs = 0.6;
constexpr Index levels = 16;

SortedJson landscape(const Landscapes& at, const Matrix& values, const Range& colours, Index panel) {
    return {{"type", "contour"},
            {"x", numbers(at.a)},
            {"y", numbers(at.b)},
            {"z", rows_of(values)},
            {"xaxis", axis_name('x', panel)},
            {"yaxis", axis_name('y', panel)},
            {"coloraxis", "coloraxis"},
            {"autocontour", false},
            {"contours",
             {{"start", number(colours.from)},
              {"end", number(colours.to)},
              {"size", number(colours.width() / static_cast<double>(levels))}}},
            {"line", {{"width", 0.5}, {"color", "rgba(255,255,255,0.5)"}}},
            {"hovertemplate", "%{x:.5g}, %{y:.5g}: %{z:.5g}<extra></extra>"},
            {"showlegend", false}};
}

void as_cells(SortedJson& picture) {
    picture["type"] = "heatmap";
    picture["hovertemplate"] = "%{z:.5g}<extra></extra>";
    for (const char* key : {"autocontour", "contours", "line"}) picture.erase(key);
}

/// Those inside the window.
SortedJson observations(const Modelled& m, Index a, Index b, const Landscapes& at, Index panel) {
    SortedJson x = SortedJson::array();
    SortedJson y = SortedJson::array();
    SortedJson words = SortedJson::array();
    SortedJson opacity = SortedJson::array();
    const auto is_in = [](const Vector& axis, double value) {
        return axis[0] <= value && value <= axis[axis.size() - 1];
    };
    for (const Trial* trial : complete(m.used)) {
        if (!is_in(at.a, trial->x[a]) || !is_in(at.b, trial->x[b])) continue;
        x.push_back(number(trial->x[a]));
        y.push_back(number(trial->x[b]));
        words.push_back(hover_text(m.study.config, *trial));
        opacity.push_back(number(nearness(distance_from_centre(m, trial->x, {a, b}))));
    }
    return {{"type", "scatter"},
            {"mode", "markers"},
            {"name", "Observations"},
            {"legendgroup", "observations"},
            {"showlegend", panel == 0},
            {"x", std::move(x)},
            {"y", std::move(y)},
            {"xaxis", axis_name('x', panel)},
            {"yaxis", axis_name('y', panel)},
            {"text", std::move(words)},
            {"hovertemplate", "%{text}<extra></extra>"},
            {"marker",
             {{"color", "#ffffff"},
              {"size", 6},
              {"opacity", std::move(opacity)},
              {"line", {{"color", ink}, {"width", 1}}}}}};
}

void add_answer(Plot& figure, const Modelled& m, Index a, Index b, Index panel) {
    SortedJson ring = area({region_outline(m, a, b)}, "Region", "rgba(0,0,0,0)", role::robust.colour, panel);
    ring["line"]["width"] = 2.5;
    ring.update({{"legendgroup", "region"}, {"showlegend", panel == 0}});
    figure.add(std::move(ring));
    const auto point = [&](const Vector& x, const std::string& name, const char* colour, const char* symbol) {
        SortedJson mark = markers(x.segment(a, 1), x.segment(b, 1), name, colour, symbol, panel);
        mark["marker"].update({{"size", 11}, {"line", {{"color", "#ffffff"}, {"width", 1}}}});
        mark.update({{"legendgroup", name}, {"showlegend", panel == 0}});
        figure.add(std::move(mark));
    };
    point(m.answer.single.x, "Best single point", role::single.colour, role::single.symbol);
    point(m.answer.robust.x, "Robust centre", role::robust.colour, role::robust.symbol);
}

Parameter between(Parameter parameter, const Vector& values) {
    parameter.lower = values[0];
    parameter.upper = values[values.size() - 1];
    return parameter;
}

Figure pair_figure(const Modelled& m, Index a, Index b, std::size_t place) {
    const Landscapes at = landscapes_of(m, a, b);
    std::vector<double> values(at.mean.data(), at.mean.data() + at.mean.size());
    const Range colours = view_of(values, share_in_pairs, m.answer.robust.worst.upper);
    const auto described = [&](Index d) -> const StudyParameter& {
        return m.study.config.parameters[static_cast<std::size_t>(d)];
    };
    const Parameter& pa = described(a).parameter;
    const Parameter& pb = described(b).parameter;
    Plot figure({.columns = 2, .gap_x = 75, .panel_height = 340, .panel_width = 340, .head = 80});
    figure.set_least_width(640);
    for (const Index panel : {Index{0}, Index{1}}) {
        SortedJson picture = landscape(at, panel == 0 ? at.mean : at.robust, colours, panel);
        // There is nothing between two choices.
        if (pa.is_choice() || pb.is_choice()) as_cells(picture);
        figure.add(std::move(picture));
        figure.add(observations(m, a, b, at, panel));
        add_answer(figure, m, a, b, panel);
        show_parameter(figure.axis('x', panel), described(a), between(pa, at.a));
        show_parameter(figure.axis('y', panel), described(b), between(pb, at.b));
        for (const char axis : {'x', 'y'}) figure.axis(axis, panel)["showgrid"] = false;
    }
    figure.name_panel("Value if built exactly", 0);
    figure.name_panel(fmt::format("{} of the region around it", measure_title(m)), 1);
    figure.layout()["coloraxis"] = {
        {"colorscale", "Cividis"},
        {"cmin", number(colours.from)},
        {"cmax", number(colours.to)},
        {"colorbar", {{"thickness", 14}, {"tickformat", ".5~g"}, {"title", {{"text", "value"}}}}}};
    figure.layout()["margin"]["r"] = 90;
    return figure.figure(fmt::format("pair-{}", place), fmt::format("{} and {}", pa.name, pb.name), "");
}

}  // namespace

Section pairs_section(const Modelled& m) {
    std::vector<Index> order = by_influence(m);
    if (order.size() < 2) return {"Pairs", {Paragraph{"There is only one parameter, so there are no pairs."}}};
    order.resize(std::min(order.size(), most_parameters));
    Section section{
        "Pairs",
        {Paragraph{fmt::format(
            "Two parameters at a time, up to {} tolerances around the robust centre, the others at it: left the value "
            "that "
            "the model expects, right the {} of the region around each place, on the same colours; values above their "
            "end "
            "have the last colour. A narrow valley on the left may be gone on the right. Places whose region would not "
            "fit in the bounds are empty. Dots: observations, fainter the farther they are off in the other "
            "parameters.{}",
            Landscapes::tolerances_around, m.measure().label,
            m.problem().dimension() > std::ssize(order)
                ? fmt::format(" Shown are the {} parameters that matter most.", order.size())
                : "")}}};
    std::size_t place = 0;
    for (std::size_t i = 0; i < order.size(); ++i) {
        for (std::size_t j = i + 1; j < order.size(); ++j) {
            section.parts.emplace_back(pair_figure(m, order[i], order[j], ++place));
        }
    }
    return section;
}

}  // namespace sweetspot::study_report
