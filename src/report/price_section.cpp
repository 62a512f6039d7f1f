// What robustness costs: the response over the region of the robust centre beside that of the best single point.
#include <fmt/format.h>

#include "page/plot.hpp"
#include "report/limit_line.hpp"
#include "report/sections.hpp"
#include "report/text.hpp"
#include "report/view_limits.hpp"
#include "study/answer_words.hpp"

namespace sweetspot::study_report {
namespace {

using namespace plot;

/// Enough for the shape of a distribution, few enough to be drawn as dots.
constexpr Index draws = 300;

Vector built(const Problem& problem, const Vector& ordered, Rng& rng) {
    const ConfusionPtr& confusion = problem.confusion();
    return confusion ? confusion->built(ordered, confusion->scenario_at(rng.uniform())) : ordered;
}

/// The posterior mean at places drawn uniformly from the region, as far as they lie in the bounds.
std::vector<double> spread_of(const Modelled& m, const Vector& x, const Rng& rng) {
    const Vector centre = m.problem().in_the_middle(m.problem().space().to_unit(x));
    const Box cube = Box::unit(m.problem().dimension());
    Points points(centre.size(), draws);
    Index found = 0;
    for (Index k = 0; k < draws; ++k) {
        Rng stream = rng.split(static_cast<std::uint64_t>(k));
        const Vector deviation = m.problem().robust_set().draw_uniform(stream);
        const Vector at = built(m.problem(), centre, stream) + deviation;
        if (cube.contains(at, 1e-9)) points.col(found++) = at;
    }
    if (found == 0) return {};
    const Vector mean = m.model.mean(points.leftCols(found));
    return {mean.begin(), mean.end()};
}

struct Side {
    std::string name;
    const Candidate& candidate;
    std::string colour;
    std::vector<double> spread;
};

SortedJson violin(const Side& side) {
    SortedJson y = SortedJson::array();
    for (const double value : side.spread) y.push_back(number(value));
    return {{"type", "violin"},
            {"name", side.name},
            {"y", std::move(y)},
            {"points", "all"},
            {"pointpos", 0},
            {"jitter", 0.6},
            {"spanmode", "hard"},
            {"scalemode", "width"},
            {"width", 0.7},
            {"line", {{"color", side.colour}, {"width", 1.5}}},
            {"fillcolor", faded(side.colour, 0.15)},
            {"marker", {{"color", faded(side.colour, 0.45)}, {"size", 4}}},
            {"hoverinfo", "y"},
            {"showlegend", false}};
}

/// One mark per side.
SortedJson marks(const std::vector<Side>& sides, const ObjectiveConfig& objective, const std::string& name,
                 const char* symbol, double (*value)(const Candidate&)) {
    SortedJson x = SortedJson::array();
    SortedJson y = SortedJson::array();
    SortedJson words = SortedJson::array();
    for (const Side& side : sides) {
        x.push_back(side.name);
        y.push_back(number(value(side.candidate)));
        words.push_back(text(fmt::format("{}: {}", name, value_words(objective, value(side.candidate)))));
    }
    return {
        {"type", "scatter"},
        {"mode", "markers"},
        {"name", name},
        {"x", std::move(x)},
        {"y", std::move(y)},
        {"text", std::move(words)},
        {"hovertemplate", "%{text}<extra></extra>"},
        {"cliponaxis", false},
        {"marker", {{"color", ink}, {"symbol", symbol}, {"size", 13}, {"line", {{"color", "#ffffff"}, {"width", 1}}}}}};
}

}  // namespace

Section price_section(const Modelled& m) {
    const Rng rng = m.rng("price");
    const ObjectiveConfig& objective = m.study.config.objective;
    const std::vector<Side> sides = {
        {"Best single point", m.answer.single, role::single.colour, spread_of(m, m.answer.single.x, rng)},
        {"Robust centre", m.answer.robust, role::robust.colour, spread_of(m, m.answer.robust.x, rng)}};
    // A share has another axis; of a yield the worst place is shown.
    const bool shows_worst = m.measure().is == RegionMeasure::Is::worst || m.measure().yield_limit.has_value();
    const std::string name = shows_worst ? "Worst of the region" : measure_title(m) + " of the region";
    Plot figure({.panel_height = 340, .head = 50});
    for (const Side& side : sides) figure.add(violin(side));
    figure.add(marks(sides, objective, "Built exactly", "diamond", [](const Candidate& c) { return c.known_value(); }));
    figure.add(shows_worst
                   ? marks(sides, objective, name, "triangle-up", [](const Candidate& c) { return c.worst.by_search; })
                   : marks(sides, objective, name, "triangle-up",
                           [](const Candidate& c) { return c.measure.estimate.value; }));
    SortedJson bound = shows_worst ? marks(sides, objective, "Upper end of its interval", "line-ew",
                                           [](const Candidate& c) { return c.worst.upper; })
                                   : marks(sides, objective, "Upper end of its interval", "line-ew",
                                           [](const Candidate& c) { return c.measure.estimate.upper; });
    bound["marker"].update({{"size", 26}, {"line", {{"color", ink}, {"width", 2.5}}}});
    figure.add(std::move(bound));
    figure.name_axes("", text(axis_title(objective)));
    figure.axis('x')["type"] = "category";
    add_limit_line(figure, m.study.config.objective.limit);
    const std::string caption = fmt::format(
        "Dots and outline: the value that the model expects at {} places drawn from the region of each point{}. "
        "Diamond: at the point itself, as it was measured{}. Triangle: the {} of the region. Bar: the upper end of its "
        "interval.",
        draws,
        m.answer.single_fits ? ""
                             : "; the single point's region reaches beyond the bounds, and only what lies inside is "
                               "shown",
        m.answer.robust.measured && m.answer.single.measured ? "" : " or, where it was not, as the model expects it",
        shows_worst ? "worst place" : m.measure().label);
    return {"Price of robustness", {figure.figure("price", "What comes out if it is not built exactly", caption)}};
}

}  // namespace sweetspot::study_report
