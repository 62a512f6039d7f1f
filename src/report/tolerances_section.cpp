// Which tolerance costs most, and what all of them together cost.
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "base/number_text.hpp"
#include "page/plot.hpp"
#include "report/limit_line.hpp"
#include "report/sections.hpp"
#include "report/text.hpp"
#include "report/tolerances.hpp"
#include "study/answer_words.hpp"
#include "sweetspot/search/tolerance_questions.hpp"

namespace sweetspot::study_report {
namespace {

using namespace plot;

constexpr std::size_t most_bars = 15;

/// How the measure is drawn: in the unit of the objective, or a yield in per cent, where more is better.
struct Drawn {
    double scale = 1;
    double shift = 0;
    std::string unit;  ///< of a change

    [[nodiscard]] Vector operator()(const Vector& values) const { return scale * values.array() + shift; }
};

Drawn drawn(const Modelled& m) {
    if (m.measure().yield_limit) return {-100, 100, "percentage points"};
    return {1, 0, m.study.config.objective.unit};
}

SortedJson bars(const std::vector<ToleranceEffect>& effects, const Drawn& how, const std::string& name,
                const char* colour, std::optional<double> ToleranceEffect::*change) {
    SortedJson y = SortedJson::array();
    SortedJson x = SortedJson::array();
    SortedJson names = SortedJson::array();
    for (const ToleranceEffect& effect : effects) {
        y.push_back(y.size());
        const double value = how.scale * (effect.*change).value_or(0);
        names.push_back(text(
            fmt::format("{}: {}{}", effect.name, value > 0 ? "+" : "", with_unit(number_text(value, 4), how.unit))));
        x.push_back(effect.*change ? number(value) : SortedJson(nullptr));
    }
    return {{"type", "bar"},
            {"orientation", "h"},
            {"name", name},
            {"x", std::move(x)},
            {"y", std::move(y)},
            {"text", std::move(names)},
            {"textposition", "none"},
            {"marker", {{"color", colour}}},
            {"hovertemplate", "%{text}<extra>" + name + "</extra>"}};
}

/// Bars grow from the middle; the costliest tolerance is on top.
Figure each_figure(const Modelled& m, std::vector<ToleranceEffect> effects) {
    const std::size_t all = effects.size();
    effects.resize(std::min(all, most_bars));
    Plot figure({.panel_height = 40 + 34 * static_cast<double>(effects.size()), .head = 50});
    const Drawn how = drawn(m);
    figure.add(bars(effects, how, "Halved", sky, &ToleranceEffect::halved));
    figure.add(bars(effects, how, "Doubled", blue, &ToleranceEffect::doubled));
    figure.name_axes(text(fmt::format("change of the {}{}", measure_name(m),
                                      how.unit.empty() ? "" : fmt::format(" in {}", how.unit))),
                     "");
    // Places have numbers: two names may be the same once they are shortened.
    SortedJson places = SortedJson::array();
    SortedJson names = SortedJson::array();
    for (const ToleranceEffect& effect : effects) {
        places.push_back(places.size());
        names.push_back(text(short_name(effect.name)));
    }
    figure.axis('y').update({{"autorange", "reversed"},
                             {"showgrid", false},
                             {"tickvals", std::move(places)},
                             {"ticktext", std::move(names)}});
    figure.axis('x').update({{"zeroline", true}, {"zerolinecolor", ink}});
    figure.layout().update({{"barmode", "group"}, {"bargap", 0.35}});
    std::string caption = fmt::format(
        "How the {} at the robust centre, {}, changes if one tolerance is halved or doubled and the centre stays. The "
        "costliest is on top: a closer tolerance pays there first.",
        measure_name(m), shown_measure(m.study.config.objective, m.measure()).value());
    if (std::ranges::any_of(effects, &ToleranceEffect::reaches_out)) {
        caption += " Where a doubled region reaches beyond the bounds only what lies inside counts.";
    }
    if (std::ranges::any_of(effects, [](const ToleranceEffect& e) { return !e.doubled; })) {
        caption += " A bar is missing where the doubled tolerance is too large for the bounds at any centre.";
    }
    if (all > effects.size()) caption += fmt::format(" The other {} matter less than these.", all - effects.size());
    return figure.figure("tolerance-each", "Which tolerance costs most", caption);
}

Figure all_figure(const Modelled& m, const ToleranceCurve& curve) {
    const ObjectiveConfig& objective = m.study.config.objective;
    const Drawn how = drawn(m);
    const bool is_share = m.measure().yield_limit.has_value();
    Plot figure({.panel_height = 300, .head = 50});
    figure.add(band(curve.factor, how(curve.lower), how(curve.upper), "Interval", faded(blue, 0.18)));
    SortedJson best =
        line(curve.factor, how(curve.value), text(fmt::format("{} of the best region", measure_title(m))), blue);
    best.update({{"mode", "lines+markers"}, {"marker", {{"size", 7}}}});
    SortedJson words = SortedJson::array();
    for (std::size_t k = 0; k < curve.centres.size(); ++k) {
        const auto i = static_cast<Index>(k);
        RegionMeasure measure = m.measure();
        measure.estimate = {curve.value[i], curve.lower[i], curve.upper[i]};
        const ShownMeasure shown_there = shown_measure(objective, measure);
        words.push_back(text(fmt::format("{} × the tolerances: {} ({})", number_text(curve.factor[i]),
                                         shown_there.value(), shown_there.interval())) +
                        "<br>" + text(point_text(m.study.config, curve.centres[k])));
    }
    best["text"] = std::move(words);
    best["hovertemplate"] = "%{text}<extra></extra>";
    figure.add(std::move(best));
    figure.add_shape(vertical(1, role::robust.colour, "dash"));
    if (!is_share) add_limit_line(figure, objective.limit);
    figure.name_axes("all tolerances, as a multiple of the study's",
                     text(is_share ? measure_name(m) + " in %" : axis_title(objective)));
    std::string caption = fmt::format(
        "The {} of the best region if all tolerances were so many times as large, with the centre sought anew for each "
        "size among those that have an evaluation within reach, or that were best for a larger size, by the same "
        "model. "
        "The dashed line is the study as it is; at 0 everything is built exactly.",
        measure_name(m));
    if (!curve.left_out.empty()) {
        caption += fmt::format(" Left out, because the region would not fit in the bounds: {}.",
                               fmt::join(curve.left_out, ", "));
    }
    return figure.figure("tolerance-all", "What the tolerances together cost", caption);
}

/// What people call the parameter of that name.
std::string shown_name(const Modelled& m, const std::string& name) {
    const auto& parameters = m.study.config.parameters;
    const auto found = std::ranges::find(parameters, name, [](const StudyParameter& p) { return p.parameter.name; });
    return found == parameters.end() ? name : found->shown_name();
}

Table contributions_table(const Modelled& m) {
    const Contributions found = contributions(m.study.config, m.gp(), m.answer.robust.x);
    Table table{
        fmt::format("What spreads the values over the region, {} ({}) on average with a standard deviation of {}: the "
                    "share of the variance that a deviation explains alone, what would go if it were built "
                    "exactly, and by how much the worst case would be better then.",
                    with_unit(number_text_within(found.average, (found.average_upper - found.average_lower) / 2),
                              m.study.config.objective.unit),
                    interval_text(found.average_lower, found.average_upper),
                    quantity_text(found.sd, m.study.config.objective.unit, 3)),
        {"deviation of", "alone, %", "in all, %", "of the worst case"},
        {}};
    const auto share = [](double value) { return number_text_within(100 * value, 1); };
    for (const Contribution& c : found.parts) {
        table.rows.push_back({shown_name(m, c.name), share(c.alone), share(c.total), shown(c.worst_cost)});
    }
    return table;
}

/// The same shares of every output, one column each; an output with two limits once.
Table outputs_table(const Modelled& m) {
    const StudyConfig& config = m.study.config;
    std::vector<std::string> names = {config.objective.minimise};
    std::vector<Contributions> found = {contributions(config, m.gp(), m.answer.robust.x)};
    for (const LimitModel& limit : m.limits) {
        if (std::ranges::find(names, limit.limit.of) != names.end()) continue;
        names.push_back(limit.limit.of);
        found.push_back(contributions(config, limit, m.answer.robust.x));
    }
    Table table{
        "What spreads each output over the region: the share of its variance in per cent that a deviation explains "
        "alone, and, after the stroke, what would go if it were built exactly.",
        {"deviation of"},
        {}};
    for (const std::string& name : names) table.header.push_back(short_name(name));
    for (const Contribution& first : found.front().parts) {
        std::vector<std::string> row = {shown_name(m, first.name)};
        for (const Contributions& of_output : found) {
            const Contribution& c = *std::ranges::find(of_output.parts, first.name, &Contribution::name);
            row.push_back(
                fmt::format("{} / {}", number_text_within(100 * c.alone, 1), number_text_within(100 * c.total, 1)));
        }
        table.rows.push_back(std::move(row));
    }
    return table;
}

/// How far the tolerances may grow before the study's limit is broken.
std::string room_words(const ObjectiveConfig& objective, const WithinLimit& within) {
    const ToleranceRoom& room = *within.distance;
    const std::string limit = value_words(objective, within.limit);
    if (room.by_mean == 0) {
        return fmt::format("The limit {} is broken at the robust centre whatever the tolerances.", limit);
    }
    return fmt::format(
        "All tolerances may be {} times what they are before the worst of the region is expected to reach "
        "the limit {}, and {} times with hardly anything beyond it.",
        number_text(room.by_mean, 3), limit, number_text(room.safely, 3));
}

}  // namespace

Section tolerances_section(const Modelled& m) {
    const std::vector<ToleranceEffect> effects = tolerance_effects(m);
    if (effects.empty()) {
        return {"Tolerances", {Paragraph{"Every parameter is built exactly, so there is no tolerance to pay for."}}};
    }
    Section section{"Tolerances", {each_figure(m, effects), all_figure(m, tolerance_curve(m)), contributions_table(m)}};
    if (!m.limits.empty()) section.parts.emplace_back(outputs_table(m));
    if (m.answer.robust.within)
        section.parts.emplace_back(Paragraph{room_words(m.study.config.objective, *m.answer.robust.within)});
    return section;
}

}  // namespace sweetspot::study_report
