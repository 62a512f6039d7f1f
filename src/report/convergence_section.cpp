// How the answer became better: its robust quality after more and more trials, every observation, every failure.
#include <fmt/format.h>

#include <algorithm>

#include "base/number_text.hpp"
#include "page/plot.hpp"
#include "report/axes.hpp"
#include "report/history.hpp"
#include "report/limit_line.hpp"
#include "report/sections.hpp"
#include "report/text.hpp"
#include "report/view_limits.hpp"

namespace sweetspot::study_report {
namespace {

using namespace plot;

/// More dots than this are small and say only number and value.
constexpr std::size_t most_with_words = 1000;
constexpr double share_in_view = 0.8;

/// A share has an axis of its own, on the right.
void add_history(Plot& figure, const History& h, const Modelled& m) {
    const bool is_share = m.measure().yield_limit.has_value();
    SortedJson interval = band(h.number, h.lower, h.upper, "Interval", faded(blue, 0.18));
    SortedJson best = line(h.number, h.value, text("Best robust quality: " + measure_name(m)), blue);
    if (is_share) {
        for (SortedJson* trace : {&interval, &best}) (*trace)["yaxis"] = "y2";
        figure.layout()["yaxis2"] = {{"overlaying", "y"}, {"side", "right"},
                                     {"range", {0, 101}}, {"tickvals", {0, 20, 40, 60, 80, 100}},
                                     {"showgrid", false}, {"title", {{"text", text(measure_name(m) + " in %")}}}};
        figure.layout()["margin"]["r"] = 70;
    }
    figure.add(std::move(interval));
    best["mode"] = "lines+markers";
    best["marker"] = {{"size", 5}};
    SortedJson words = SortedJson::array();
    for (Index k = 0; k < h.value.size(); ++k) {
        const std::string unit = is_share ? "%" : m.study.config.objective.unit;
        words.push_back(text(fmt::format("after trial {}: {} ({})", h.number[k],
                                         with_unit(number_text_within(h.value[k], (h.upper[k] - h.lower[k]) / 2), unit),
                                         interval_text(h.lower[k], h.upper[k]))));
    }
    best["text"] = std::move(words);
    best["hovertemplate"] = "%{text}<extra></extra>";
    figure.add(std::move(best));
}

/// Dots inside the view, and triangles at its top for those above it.
void add_observations(Plot& figure, const StudyConfig& config, const std::vector<const Trial*>& trials,
                      const Range& view, const std::string& name, const std::string& symbol,
                      const std::string& colour) {
    if (trials.empty()) return;
    const bool many = trials.size() > most_with_words;
    SortedJson x = SortedJson::array();
    SortedJson y = SortedJson::array();
    SortedJson words = SortedJson::array();
    SortedJson numbers = SortedJson::array();
    for (const Trial* trial : trials) {
        x.push_back(trial->number);
        numbers.push_back(trial->number);
        y.push_back(number(trial->measurement ? std::min(trial->measurement->value, view.to) : view.to));
        words.push_back(!many                ? hover_text(config, *trial)
                        : trial->measurement ? text(measurement_text(config.objective, *trial->measurement))
                                             : "failed");
    }
    // What lies beyond the axis is not where it is drawn.
    const bool in_place = std::ranges::all_of(
        trials, [&](const Trial* trial) { return trial->measurement && trial->measurement->value <= view.to; });
    figure.add({{"type", "scatter"},
                {"mode", "markers"},
                {"name", name},
                {"x", std::move(x)},
                {"y", std::move(y)},
                {"text", std::move(words)},
                {"customdata", std::move(numbers)},
                {"error_y", in_place ? error_bars(trials, faded(ink, 0.35)) : SortedJson{{"visible", false}}},
                {"hovertemplate", many ? "trial %{x}: %{text}<extra></extra>" : "%{text}<extra></extra>"},
                {"cliponaxis", false},
                {"marker", {{"color", colour}, {"symbol", symbol}, {"size", many ? 4 : 7}}}});
}

void add_trials(Plot& figure, const StudyConfig& config, const StudyView& all, const Range& view) {
    std::vector<const Trial*> inside;
    std::vector<const Trial*> above;
    std::vector<const Trial*> failed;
    for (const Trial& trial : all.trials) {
        if (trial.state == TrialState::complete)
            (trial.measurement->value <= view.to ? inside : above).push_back(&trial);
        if (trial.state == TrialState::failed) failed.push_back(&trial);
    }
    add_observations(figure, config, inside, view, "Observations", "circle", faded(ink, 0.45));
    add_observations(figure, config, above, view, "Observations above the axis", "triangle-up-open", ink);
    add_observations(figure, config, failed, view, "Failures", role::failure.symbol, role::failure.colour);
    figure.axis('y')["range"] = {number(view.from), number(view.to)};
    figure.name_axes("trial", text(axis_title(config.objective)));
    figure.axis('x')["rangemode"] = "tozero";
    // No halves of a trial.
    if (all.trials.size() < 10) figure.axis('x')["dtick"] = 1;
}

}  // namespace

Section convergence_section(const Modelled& m) {
    const History history = history_of(m);
    std::vector<double> values;
    for (const Trial* trial : complete(m.all)) values.push_back(trial->measurement->value);
    // The last third of the curve is seen with its interval; what it was at first would flatten the rest.
    const Index late = (history.value.size() + 2) / 3;
    const bool is_share = m.measure().yield_limit.has_value();
    for (const double lower : history.lower.tail(late)) values.push_back(is_share ? values.front() : lower);
    const Range view = view_of(values, share_in_view, is_share ? values.front() : history.upper.tail(late).maxCoeff());
    Plot figure({.panel_height = 340, .head = 50});
    add_history(figure, history, m);
    add_trials(figure, m.study.config, m.all, view);
    add_limit_line(figure, m.study.config.objective.limit);
    return {
        "Convergence",
        {figure.figure(
            "convergence", fmt::format("The {} of the best region, and every observation", measure_name(m)),
            fmt::format("Blue: the {} of the region that would have been built after so many trials, by the model of "
                        "those trials, with the interval that it is expected in; sought again at {} places. Dots: what "
                        "was measured. Crosses at the upper edge: trials that failed; triangles there: values above "
                        "the axis.{} Point at one to see its parameters, click it to see it in every figure.",
                        measure_name(m), history.value.size(),
                        has_standard_errors(m.all) ? " Bars: one standard error up and down." : ""))}};
}

Section failures_section(const StudyConfig& config, const StudyView& view) {
    const bool any = std::ranges::any_of(view.trials, [](const Trial& t) { return t.state == TrialState::failed; });
    if (!any) return {"Convergence", {Paragraph{"No trial is complete yet."}}};
    Plot figure({.panel_height = 90, .head = 50});
    add_trials(figure, config, view, {0, 1});
    figure.axis('y').update({{"showticklabels", false}, {"ticks", ""}, {"title", ""}, {"showgrid", false}});
    figure.layout()["showlegend"] = true;
    return {"Convergence",
            {figure.figure("convergence", "Every trial failed",
                           "Crosses: trials that failed. Point at one to see its parameters and the reason.")}};
}

Section observations_section(const StudyConfig& config, const StudyView& view) {
    std::vector<double> values;
    for (const Trial* trial : complete(view)) values.push_back(trial->measurement->value);
    Plot figure({.panel_height = 260, .head = 50});
    add_trials(figure, config, view, view_of(values, 1, values.front()));
    figure.layout()["showlegend"] = true;
    return {"Convergence",
            {figure.figure("convergence", "Every observation",
                           "Dots: what was measured. Crosses at the upper edge: trials that failed. Point at one to "
                           "see its parameters. The curve of the answer begins with the first one.")}};
}

}  // namespace sweetspot::study_report
