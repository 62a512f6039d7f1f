// The modelled f and the robust landscape that it induces, side by side, over a pair of parameters that the reader
// chooses; at first the two that matter most. web/page/pairs.js shows another pair in the same figure: it knows the
// traces by their "meta".
#include <fmt/format.h>

#include <algorithm>

#include "report/axes.hpp"
#include "report/influence.hpp"
#include "report/limit_line.hpp"
#include "report/pair_choice.hpp"
#include "report/sections.hpp"
#include "report/text.hpp"
#include "report/view_limits.hpp"

namespace sweetspot::study_report {
namespace {

using namespace plot;

SortedJson landscape(const Landscapes& at, const Matrix& values, const Range& colours, Index panel) {
    return {{"type", "contour"},
            {"meta", panel == 0 ? "value" : "robust"},
            {"x", numbers(at.a)},
            {"y", numbers(at.b)},
            {"z", rows_of(values)},
            {"xaxis", axis_name('x', panel)},
            {"yaxis", axis_name('y', panel)},
            {"coloraxis", "coloraxis"},
            {"autocontour", false},
            {"contours", contour_levels(colours)},
            {"line", {{"width", 0.5}, {"color", "rgba(255,255,255,0.5)"}}},
            {"showlegend", false}};
}

void show_as_share(Plot& figure, SortedJson& picture, const Matrix& beyond) {
    picture["z"] = rows_of(good_share(beyond));
    picture["coloraxis"] = "coloraxis2";
    picture["contours"] = {{"start", 0}, {"end", 100}, {"size", 10}};
    figure.layout()["coloraxis2"] = {{"colorscale", "Cividis"},
                                     {"reversescale", true},
                                     {"cmin", 0},
                                     {"cmax", 100},
                                     {"colorbar", {{"thickness", 14}, {"x", 1.14}, {"title", {{"text", "%"}}}}}};
}

void as_cells(SortedJson& picture) {
    picture["type"] = "heatmap";
    for (const char* key : {"autocontour", "contours", "line"}) picture.erase(key);
}

/// Those inside the window.
SortedJson observations(const Modelled& m, Index a, Index b, const Landscapes& at, Index panel, TrialState state) {
    SortedJson x = SortedJson::array();
    SortedJson y = SortedJson::array();
    SortedJson words = SortedJson::array();
    SortedJson numbers = SortedJson::array();
    SortedJson opacity = SortedJson::array();
    const auto is_in = [](const Vector& axis, double value) {
        return axis[0] <= value && value <= axis[axis.size() - 1];
    };
    const bool failed = state == TrialState::failed;
    for (const Trial* trial : failed ? failures(m.all) : complete(m.used)) {
        if (!is_in(at.a, trial->x[a]) || !is_in(at.b, trial->x[b])) continue;
        x.push_back(number(trial->x[a]));
        y.push_back(number(trial->x[b]));
        words.push_back(hover_text(m.study.config, *trial));
        numbers.push_back(trial->number);
        opacity.push_back(number(nearness(distance_from_centre(m, trial->x, {a, b}))));
    }
    SortedJson marker = {{"color", failed ? role::failure.colour : "#ffffff"},
                         {"size", failed ? 8 : 6},
                         {"opacity", std::move(opacity)},
                         {"line", {{"color", failed ? "#ffffff" : ink}, {"width", 1}}}};
    if (failed) marker["symbol"] = role::failure.symbol;
    return {{"type", "scatter"},
            {"mode", "markers"},
            {"name", failed ? "Failures" : "Observations"},
            {"meta", failed ? "failures" : "observations"},
            {"legendgroup", failed ? "failures" : "observations"},
            {"showlegend", panel == 0},
            {"x", std::move(x)},
            {"y", std::move(y)},
            {"customdata", std::move(numbers)},
            {"xaxis", axis_name('x', panel)},
            {"yaxis", axis_name('y', panel)},
            {"text", std::move(words)},
            {"hovertemplate", "%{text}<extra></extra>"},
            {"marker", std::move(marker)}};
}

void add_answer(Plot& figure, const Modelled& m, Index a, Index b, Index panel) {
    // White below, so that it can be seen on every colour.
    for (const bool below : {true, false}) {
        SortedJson ring =
            area({region_outline(m, a, b)}, "Region", "rgba(0,0,0,0)", below ? "#ffffff" : role::robust.colour, panel);
        ring["line"]["width"] = below ? 5 : 2.5;
        ring.update({{"legendgroup", "region"}, {"showlegend", panel == 0 && !below}, {"meta", "region"}});
        figure.add(std::move(ring));
    }
    const auto point = [&](const Vector& x, const std::string& name, const char* meta, const char* colour,
                           const char* symbol) {
        SortedJson mark = markers(x.segment(a, 1), x.segment(b, 1), name, colour, symbol, panel);
        mark["marker"].update({{"size", 13}, {"line", {{"color", "#ffffff"}, {"width", 1.5}}}});
        mark.update({{"legendgroup", name},
                     {"showlegend", panel == 0},
                     {"meta", meta},
                     {"hovertemplate", name + "<extra></extra>"}});
        figure.add(std::move(mark));
    };
    point(m.answer.single.x, "Best single point", "single", role::single.colour, role::single.symbol);
    point(m.answer.robust.x, "Robust centre", "centre", role::robust.colour, role::robust.symbol);
}

Figure pair_figure(const Modelled& m, Index a, Index b) {
    const Landscapes at = landscapes_of(m, a, b);
    const Range colours = colours_of(m, at);
    const StudyParameter& pa = m.study.config.parameters[static_cast<std::size_t>(a)];
    const StudyParameter& pb = m.study.config.parameters[static_cast<std::size_t>(b)];
    Plot figure({.columns = 2, .gap_x = 75, .panel_height = 340, .panel_width = 340, .head = 80});
    figure.set_least_width(640);
    for (const Index panel : {Index{0}, Index{1}}) {
        SortedJson picture = landscape(at, panel == 0 ? at.mean : at.robust, colours, panel);
        // A share of good builds has colours of its own.
        if (panel == 1 && m.measure().yield_limit) show_as_share(figure, picture, at.robust);
        // There is nothing between two choices.
        if (pa.parameter.is_choice() || pb.parameter.is_choice()) as_cells(picture);
        const bool is_share = panel == 1 && m.measure().yield_limit.has_value();
        picture["hovertemplate"] =
            hover_line(pa, 'x') + hover_line(pb, 'y') +
            (is_share ? "%{z:.1f} % of the builds are good" : hover_line(m.study.config.objective, 'z')) +
            "<extra></extra>";
        figure.add(std::move(picture));
        if (panel == 0 || m.problem().quality().has_unit()) {
            add_limit_contour(figure, m.study.config.objective.limit, at.a, at.b, panel == 0 ? at.mean : at.robust,
                              panel);
        }
        figure.add(observations(m, a, b, at, panel, TrialState::complete));
        if (!failures(m.all).empty()) figure.add(observations(m, a, b, at, panel, TrialState::failed));
        add_answer(figure, m, a, b, panel);
        figure.axis('x', panel).update(pair_axis(m, a));
        figure.axis('y', panel).update(pair_axis(m, b));
        for (const char axis : {'x', 'y'}) figure.axis(axis, panel)["showgrid"] = false;
    }
    figure.name_panel("Value if built exactly", 0);
    figure.name_panel(fmt::format("{} of the region around it", measure_title(m)), 1);
    figure.layout()["coloraxis"] = {{"colorscale", "Cividis"},
                                    {"cmin", number(colours.from)},
                                    {"cmax", number(colours.to)},
                                    {"colorbar",
                                     {{"thickness", 14},
                                      {"tickformat", ",.5~r"},
                                      {"title", {{"text", text(axis_title(m.study.config.objective))}}}}}};
    figure.layout()["margin"]["r"] = m.measure().yield_limit ? 170 : 90;
    return figure.figure("pair-1", fmt::format("{} and {}", pa.shown_name(), pb.shown_name()), "");
}

std::string pairs_words(const Modelled& m, std::size_t offered) {
    std::string words = fmt::format(
        "Two parameters at a time, up to {} tolerances around the robust centre, the others at it: first the "
        "value that the model expects, second the {} of the region around each place, in the same colours; values "
        "above their end have the last colour. A narrow valley in the first may be gone in the second. Places whose "
        "region would not fit in the bounds are empty. Dots are observations and crosses are failures, fainter the "
        "farther they are off in the other parameters.",
        Landscapes::tolerances_around, measure_name(m));
    if (offered > 2) words += " Choose any two; at first you see the two that matter most.";
    if (m.study.config.parameters.size() > offered) {
        words += fmt::format(" Of the {} parameters you can choose the {} that matter most.",
                             m.study.config.parameters.size(), offered);
    }
    return words;
}

}  // namespace

Section pairs_section(const Modelled& m) {
    std::vector<Index> order = by_influence(m);
    if (order.size() < 2) return {"Pairs", {Paragraph{"There is only one parameter, so there are no pairs."}}};
    order.resize(std::min(order.size(), most_in_pairs));
    Section section{"Pairs", {Paragraph{pairs_words(m, order.size())}}};
    if (order.size() > 2) {
        section.parts.emplace_back(
            PageData{"pairs", pair_choice(m, order).dump(-1, ' ', false, SortedJson::error_handler_t::replace)});
    }
    section.parts.emplace_back(pair_figure(m, order[0], order[1]));
    return section;
}

}  // namespace sweetspot::study_report
