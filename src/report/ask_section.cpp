// What would be with other tolerances, another norm, measure or limit: controls for the reader and the figures that
// move with them, drawn for the study's own question.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "base/choice_text.hpp"
#include "base/number_text.hpp"
#include "page/plot.hpp"
#include "report/ask_grid.hpp"
#include "report/limit_line.hpp"
#include "report/sections.hpp"
#include "report/text.hpp"

namespace sweetspot::study_report {
namespace {

using namespace plot;

const std::string ask_id = "ask";
const std::vector<std::string> side_names = {"Best single point", "Robust centre"};

/// Six digits, as figures have them.
Json rounded(const Json& value) {
    if (value.is_number_float()) return Json(number(value.get<double>()));
    if (!value.is_structured()) return value;
    Json result = value;
    for (auto& part : result) part = rounded(part);
    return result;
}

/// What a page needs of an answer of the grid: its question is known.
Json grid_json(const AskedModel& model, const std::optional<AskedAnswer>& answer) {
    if (!answer) return nullptr;
    Json json = rounded(json_of(model, *answer));
    for (const char* key : {"command", "factors", "tolerances", "norm", "centre"}) json.erase(key);
    return json;
}

Json parameters_json(const Modelled& m) {
    Json parameters = Json::array();
    for (std::size_t d = 0; d < m.study.config.parameters.size(); ++d) {
        const StudyParameter& p = m.study.config.parameters[d];
        const bool is_log = m.problem().space().parameters()[d].scale == Scale::log;
        parameters.push_back({{"name", p.parameter.name},
                              {"label", p.shown_name()},
                              {"unit", p.unit},
                              {"lower", p.parameter.lower},
                              {"upper", p.parameter.upper},
                              {"log", is_log},
                              {"tolerance", p.tolerance.amount},
                              {"share", p.tolerance.of == RegionTolerance::Of::nominal}});
    }
    return parameters;
}

Json lines_json(const AskedModel& model, const std::vector<AskedLine>& lines) {
    Json grid = Json::array();
    for (const AskedLine& line : lines) {
        Json answers = Json::array();
        for (const auto& answer : line.answers) answers.push_back(grid_json(model, answer));
        grid.push_back({{"norm", std::string(to_string(line.question.norm))},
                        {"measure", choice_text(line.question.measure)},
                        {"centre", std::string(to_string(line.question.centre))},
                        {"parameter", line.parameter ? Json(*line.parameter) : Json(nullptr)},
                        {"factors", line.factors},
                        {"answers", std::move(answers)}});
    }
    return grid;
}

std::string ask_json(const Modelled& m, const AskedModel& model, const AskedAnswer& own,
                     const std::vector<AskedLine>& lines) {
    const StudyConfig& config = m.study.config;
    Json measures = Json::array();
    for (const Choice& choice : askable_measures(config)) {
        const QualityPtr quality = measure_family().make(choice);
        measures.push_back({{"name", choice_text(choice)}, {"label", measure_words(config.objective, *quality)}});
    }
    Json json = {{"file", file_for_command(config)},
                 {"objective", {{"label", config.objective.shown_name()}, {"unit", config.objective.unit}}},
                 {"parameters", parameters_json(m)},
                 {"norm", std::string(to_string(config.norm))},
                 {"measure", {{"name", choice_text(config.measure)}, {"label", own.measure_label}}},
                 {"measures", std::move(measures)},
                 {"limit", config.objective.limit ? Json(*config.objective.limit) : Json(nullptr)},
                 {"best_centre", has_best_centre(config)},
                 {"design", design_for_command(config, m.answer.robust.x)},
                 {"own", rounded(json_of(model, own))},
                 {"grid", lines_json(model, lines)}};
    return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

SortedJson ask_violin(const AskedSide& side, const std::string& name, const char* which, const char* colour) {
    return {{"type", "violin"},
            {"meta", std::string("violin ") + which},
            {"name", name},
            {"x0", name},
            {"y", numbers(side.spread)},
            {"points", false},
            {"spanmode", "hard"},
            {"scalemode", "width"},
            {"width", 0.7},
            {"line", {{"color", colour}, {"width", 1.5}}},
            {"fillcolor", faded(colour, 0.2)},
            {"hoverinfo", "y"},
            {"showlegend", false}};
}

SortedJson ask_marks(const char* what, const std::string& words, const char* symbol, double single, double robust) {
    return {{"type", "scatter"},
            {"mode", "markers"},
            {"meta", what},
            {"name", words},
            {"x", side_names},
            {"y", {number(single), number(robust)}},
            {"hovertemplate", words + ": %{y:.5g}<extra></extra>"},
            {"cliponaxis", false},
            {"showlegend", false},
            {"marker", {{"color", ink}, {"symbol", symbol}, {"size", 11}, {"line", {{"color", ink}, {"width", 2}}}}}};
}

/// The figure's last shape, which the page moves and hides.
void add_movable_limit(Plot& figure, const StudyConfig& config, char axis) {
    SortedJson line = limit_line(config.objective.limit.value_or(0), axis);
    line["visible"] = config.objective.limit.has_value();
    figure.add_shape(std::move(line));
}

/// Drawn anew at every move of a slider: without what makes Plotly measure and lay out twice.
void make_quick(Plot& figure) {
    for (const char axis : {'x', 'y'}) figure.axis(axis)["automargin"] = false;
    figure.layout()["showlegend"] = false;
    figure.layout()["font"]["size"] = 12;
    figure.layout()["margin"].update({{"l", 62}, {"r", 12}, {"b", 48}});
}

Figure spread_figure(const Modelled& m, const AskedAnswer& answer) {
    Plot figure({.panel_height = 300, .head = 12});
    figure.add(ask_violin(answer.single, side_names[0], "single", orange));
    figure.add(ask_violin(answer.robust, side_names[1], "robust", role::robust.colour));
    figure.add(ask_marks("value", "Built exactly", "diamond", answer.single.value, answer.robust.value));
    figure.add(
        ask_marks("worst", "Worst of the region", "triangle-up", answer.single.worst.value, answer.robust.worst.value));
    figure.add(ask_marks("upper", "Upper end of the interval", "line-ew", answer.single.worst.upper,
                         answer.robust.worst.upper));
    figure.name_axes("", text("expected " + axis_title(m.study.config.objective)));
    figure.axis('x')["type"] = "category";
    add_movable_limit(figure, m.study.config, 'y');
    make_quick(figure);
    return figure.figure(ask_id + "-spread", "What comes out over the region",
                         "Outline: the values that the model expects of what is built. Diamond: built exactly. "
                         "Triangle: the worst place. Bar: hardly anything is worse.");
}

Figure within_figure(const Modelled& m, const AskedAnswer& answer) {
    Plot figure({.panel_height = 300, .head = 12});
    const auto add = [&](const AskedSide& side, const char* which, const std::string& name, const char* colour) {
        Vector share(answer.limits.size());
        Vector lower(share.size());
        Vector upper(share.size());
        for (Index k = 0; k < share.size(); ++k) {
            const Estimate& e = side.within[static_cast<std::size_t>(k)];
            share[k] = 100 * e.value;
            lower[k] = 100 * e.lower;
            upper[k] = 100 * e.upper;
        }
        SortedJson interval = band(answer.limits, lower, upper, "Interval", faded(colour, 0.18));
        interval.update({{"meta", std::string("band ") + which}, {"showlegend", false}});
        figure.add(std::move(interval));
        SortedJson curve = line(answer.limits, share, name, colour);
        curve.update({{"meta", std::string("curve ") + which},
                      {"hovertemplate", "%{y:.3g} % within %{x:.5g}<extra>" + name + "</extra>"}});
        figure.add(std::move(curve));
    };
    add(answer.single, "single", side_names[0], orange);
    add(answer.robust, "robust", side_names[1], role::robust.colour);
    figure.name_axes(text("limit of " + axis_title(m.study.config.objective)), "builds within it, %");
    figure.axis('y')["range"] = {-3, 103};
    add_movable_limit(figure, m.study.config, 'x');
    make_quick(figure);
    return figure.figure(
        ask_id + "-within", "How many builds keep a limit",
        "The share of all builds at or below a limit, with its interval: green of the robust centre, orange of "
        "the best single point.");
}

/// Each parameter's region as a part of its range.
Figure region_figure(const Modelled& m, const AskedAnswer& answer) {
    SortedJson places = SortedJson::array();
    SortedJson names = SortedJson::array();
    SortedJson from = SortedJson::array();
    SortedJson length = SortedJson::array();
    SortedJson words = SortedJson::array();
    for (std::size_t d = 0; d < m.study.config.parameters.size(); ++d) {
        const StudyParameter& p = m.study.config.parameters[d];
        if (p.tolerance.amount == 0) continue;
        const auto i = static_cast<Index>(d);
        const double begin = m.problem().space().to_unit(answer.robust.lower)[i];
        const double end = m.problem().space().to_unit(answer.robust.upper)[i];
        places.push_back(places.size());
        names.push_back(text(short_name(p.shown_name())));
        from.push_back(number(begin));
        length.push_back(number(end - begin));
        words.push_back(text(fmt::format("{} … {}", quantity_text(answer.robust.lower[i], p.unit),
                                         quantity_text(answer.robust.upper[i], p.unit))));
    }
    Plot figure({.panel_height = std::max(300.0, 26.0 * static_cast<double>(places.size())), .head = 12});
    const auto add = [&](const char* what, const char* name, const std::string& fill, double width) {
        figure.add({{"type", "bar"},
                    {"orientation", "h"},
                    {"meta", what},
                    {"name", name},
                    {"base", from},
                    {"x", length},
                    {"y", places},
                    {"text", words},
                    {"textposition", "none"},
                    {"width", width},
                    {"marker", {{"color", fill}}},
                    {"showlegend", false},
                    {"hovertemplate", "%{text}<extra>" + std::string(name) + "</extra>"}});
    };
    add("own", "The study's own", faded(grey, 0.45), 0.8);
    add("now", "As asked", role::robust.colour, 0.35);
    figure.name_axes("place in the range of each parameter", "");
    figure.axis('x').update({{"range", {0, 1}}, {"tickvals", {0, 0.5, 1}}, {"ticktext", {"lower", "middle", "upper"}}});
    figure.axis('y').update(
        {{"autorange", "reversed"}, {"showgrid", false}, {"tickvals", places}, {"ticktext", std::move(names)}});
    make_quick(figure);
    figure.axis('y')["automargin"] = true;  // of names
    figure.layout()["barmode"] = "overlay";
    return figure.figure(ask_id + "-region", "The region",
                         "What may be built around the robust centre. Wide and grey: with the study's own tolerances.");
}

Section without_questions(std::string sentence) {
    return {"Ask", {Paragraph{std::move(sentence)}}};
}

}  // namespace

Section ask_section(const Modelled& m, StudyPageOptions::Ask how) {
    if (m.answer.missing > 0) return without_questions("Questions can be asked when there is an answer.");
    const auto& parameters = m.study.config.parameters;
    if (std::ranges::none_of(parameters, [](const StudyParameter& p) { return p.tolerance.amount > 0; })) {
        return without_questions("Every parameter is built exactly, so there is no tolerance to ask about.");
    }
    const AskedModel model = asked_model(m);
    const AskedAnswer own = answer_to(model, own_question(m.study.config), m.parallel);
    std::vector<AskedLine> lines;
    if (how == StudyPageOptions::Ask::grid) {
        lines = ask_grid(model, planned_lines(m.study.config, affordable_questions(m.gp().size())), m.parallel);
    }
    return {"Ask",
            {Paragraph{"What would be with other tolerances, another shape of the region, another measure, or a limit? "
                       "The model answers without a new evaluation. Both points stay where they are unless you "
                       "choose the best centre."},
             Ask{ask_id, ask_json(m, model, own, lines)},
             Gallery{{spread_figure(m, own), within_figure(m, own), region_figure(m, own)}}}};
}

}  // namespace sweetspot::study_report
