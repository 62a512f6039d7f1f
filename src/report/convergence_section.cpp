// How the answer became better: its robust quality after more and more trials, every observation, every failure.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "base/number_text.hpp"
#include "page/plot.hpp"
#include "report/sections.hpp"
#include "report/text.hpp"
#include "report/view_limits.hpp"

namespace sweetspot::study_report {
namespace {

using namespace plot;

constexpr Index most_checkpoints = 25;
/// Fitting n points takes about n³: the checkpoints together may take as long as so many fits of the largest model.
constexpr double affordable_fits = 12;
/// Below this a fit takes no time to speak of.
constexpr double cheap_fit = 100;
/// More dots than this are drawn by WebGL and say only number and value.
constexpr std::size_t most_with_words = 1000;
constexpr double share_in_view = 0.8;

/// After so many trials with a value the answer is sought again: closer together at first, where it changes most.
std::vector<Index> checkpoints(Index values, Index first) {
    first = std::min(first, values);
    const double size = std::min<double>(static_cast<double>(values), most_modelled);
    const double fits = affordable_fits * std::max(1.0, std::pow(4 * cheap_fit / size, 3));
    const Index count = std::clamp<Index>(static_cast<Index>(fits), 4, most_checkpoints);
    std::set<Index> chosen = {values};
    for (Index k = 0; k < count; ++k) {
        const double share = std::pow(static_cast<double>(k) / static_cast<double>(count - 1), 1.5);
        chosen.insert(first + static_cast<Index>(std::lround(share * static_cast<double>(values - first))));
    }
    return {chosen.begin(), chosen.end()};
}

/// The study as it was when the trial had been the last.
StudyView until(const StudyView& view, Index number) {
    StudyView earlier{view.revision, {}};
    std::ranges::copy_if(view.trials, std::back_inserter(earlier.trials),
                         [&](const Trial& trial) { return trial.number <= number; });
    return earlier;
}

struct History {
    Vector number;  ///< of the last trial that was known
    Vector value;
    Vector lower;
    Vector upper;
};

History history_of(const Modelled& m) {
    const std::vector<const Trial*> values = complete(m.all);
    const std::vector<Index> points = checkpoints(std::ssize(values), values_needed(m.problem().dimension()));
    const Index count = std::ssize(points);
    History history{Vector(count), Vector(count), Vector(count), Vector(count)};
    for (Index k = 0; k < count; ++k) {
        const Index last = values[static_cast<std::size_t>(points[static_cast<std::size_t>(k)] - 1)]->number;
        const Estimate q = (k + 1 == count ? m : modelled(m.study, until(m.all, last), m.parallel)).measure().estimate;
        history.number[k] = static_cast<double>(last);
        history.value[k] = q.value;
        history.lower[k] = q.lower;
        history.upper[k] = q.upper;
    }
    if (!m.measure().yield_limit) return history;
    // A yield is told as the share of good builds, in per cent.
    history.value = 100 * (1 - history.value.array());
    history.lower.swap(history.upper);
    for (Vector* end : {&history.lower, &history.upper}) *end = 100 * (1 - end->array());
    return history;
}

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
    for (const Trial* trial : trials) {
        x.push_back(trial->number);
        y.push_back(number(trial->measurement ? std::min(trial->measurement->value, view.to) : view.to));
        words.push_back(many ? (trial->measurement ? shown(trial->measurement->value) : "failed")
                             : hover_text(config, *trial));
    }
    figure.add({{"type", many ? "scattergl" : "scatter"},
                {"mode", "markers"},
                {"name", name},
                {"x", std::move(x)},
                {"y", std::move(y)},
                {"text", std::move(words)},
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
    add_observations(figure, config, failed, view, "Failures", "x", vermilion);
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
    return {
        "Convergence",
        {figure.figure(
            "convergence", fmt::format("The {} of the best region, and every observation", measure_name(m)),
            fmt::format("Blue: the {} of the region that would have been built after so many trials, by the model of "
                        "those trials, with the interval that it is expected in; sought again at {} places. Dots: what "
                        "was measured. Crosses at the upper edge: trials that failed; triangles there: values above "
                        "the axis. Point at one to see its parameters.",
                        measure_name(m), history.value.size()))}};
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
