#include "apps/sweetspot/search/minimize_report.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <string>
#include <vector>

#include "base/json_text.hpp"
#include "base/number_text.hpp"
#include "robust/shape_word.hpp"
#include "sweetspot/search/region_model.hpp"

namespace sweetspot::app {
namespace {

/// The search as it ended.
Optimizer ended(const Problem& problem, const Options& options, const Result& result) {
    Optimizer optimizer(problem, options);
    for (Index n = 0; n < result.outputs.size(); ++n) optimizer.tell(result.inputs.col(n), result.outputs[n]);
    return optimizer;
}

RegionModel model_of(const Optimizer& optimizer) {
    const Points none_failed(optimizer.problem().dimension(), 0);
    return {optimizer.problem(), optimizer.recommendation(none_failed).gp, Rng(optimizer.options().seed)};
}

Scored scored(const ChosenBenchmark& chosen, const RegionModel& model, const Vector& x) {
    return {x, chosen.benchmark->value(x), model.at(x).worst_value(), chosen.worst_case(x)};
}

Vector edges(const Space& domain) {
    Vector edge(domain.dimension());
    for (Index d = 0; d < edge.size(); ++d) {
        const Parameter& p = domain.parameters()[static_cast<std::size_t>(d)];
        edge[d] = p.upper - p.lower;
    }
    return edge;
}

Json json_of(const Scored& scored) {
    return {{"x", array_of(scored.x)},
            {"value", scored.value},
            {"predicted_worst_case", scored.predicted_worst_case},
            {"true_worst_case", scored.true_worst_case}};
}

std::string row(std::string_view name, double single, double robust) {
    return fmt::format("  {:<20}  {:>17}  {:>20}\n", name, number_text(single, 4), number_text(robust, 4));
}

/// Which way a difference goes is said in words.
std::string verdict(const Outcome& o) {
    const double cost = o.robust.value - o.single.value;
    const double saving = o.single.true_worst_case - o.robust.true_worst_case;
    const std::string costs = cost >= 0 ? fmt::format("costs {} in nominal value", number_text(cost, 4))
                                        : fmt::format("gains {} in nominal value", number_text(-cost, 4));
    const std::string saves = saving >= 0 ? fmt::format("saves {} in true worst case", number_text(saving, 4))
                                          : fmt::format("loses {} in true worst case", number_text(-saving, 4));
    return fmt::format("Robustness {} and {}.\n", costs, saves);
}

}  // namespace

Outcome score(const ChosenBenchmark& chosen, const Problem& problem, const Options& options, Result result) {
    const RegionModel model = model_of(ended(problem, options, result));
    Index lowest = 0;
    result.outputs.minCoeff(&lowest);
    Outcome o{chosen, options, std::move(result), {}, {}, chosen.optimum(), 0, 0, {}, {}, 0};
    o.single = scored(chosen, model, o.result.inputs.col(lowest));
    o.robust = scored(chosen, model, o.result.best.x);
    o.regret = o.robust.true_worst_case - o.reference.quality;
    o.distance = (o.robust.x - o.reference.x).cwiseQuotient(edges(chosen.domain())).norm();
    return o;
}

void add_own_report(Outcome& o, const Problem& problem) {
    const Optimizer optimizer = ended(problem, o.options, o.result);
    if (const std::optional<Best> own = optimizer.best_by_own_rule()) {
        o.own_report = scored(o.chosen, model_of(optimizer), own->x);
    }
}

std::string table_of(const Outcome& o) {
    std::string text =
        fmt::format("{}, D = {}, {} evaluation{}; region: {} of tolerance {}\n\n", o.chosen.benchmark->name(),
                    o.chosen.dimension, o.result.outputs.size(), o.result.outputs.size() == 1 ? "" : "s",
                    shape_word(o.chosen.norm), number_text(o.chosen.tolerance));
    text += fmt::format("  {:<20}  {:>17}  {:>20}\n", "", "best single point", "robust optimum found");
    for (std::size_t d = 0; d < o.result.names.size(); ++d) {
        const auto i = static_cast<Index>(d);
        text += row(o.result.names[d], o.single.x[i], o.robust.x[i]);
    }
    text += row("nominal value", o.single.value, o.robust.value);
    text += row("predicted worst case", o.single.predicted_worst_case, o.robust.predicted_worst_case);
    text += row("true worst case", o.single.true_worst_case, o.robust.true_worst_case);
    text += "\n" + verdict(o);
    text += fmt::format(
        "Known robust optimum: true worst case {}, hence a regret of {};\nits distance in the unit cube is {}.\n",
        number_text(o.reference.quality, 4), number_text(o.regret, 2), number_text(o.distance, 2));
    if (o.own_report) {
        std::vector<std::string> x;
        for (const double coordinate : o.own_report->x) x.push_back(number_text(coordinate, 4));
        text += fmt::format("By its own rule {} reports ({}): true worst case {}, a regret of {}.\n",
                            o.options.method->name(), fmt::join(x, ", "), number_text(o.own_report->true_worst_case, 4),
                            number_text(o.own_report->true_worst_case - o.reference.quality, 2));
    }
    if (!o.note.empty()) text += fmt::format("Note: {}.\n", o.note);
    return text;
}

std::string json_of(const Outcome& o) {
    Json history = Json::array();
    for (Index n = 0; n < o.result.outputs.size(); ++n) {
        history.push_back({{"x", array_of(o.result.inputs.col(n))}, {"y", o.result.outputs[n]}});
    }
    Json result = {{"problem", std::string(o.chosen.benchmark->name())},
                   {"dimension", o.chosen.dimension},
                   {"norm", std::string(to_string(o.chosen.norm))},
                   {"tolerance", o.chosen.tolerance},
                   {"method", std::string(o.options.method->name())},
                   {"seed", o.options.seed},
                   {"best", json_of(o.robust)},
                   {"regret", o.regret},
                   {"distance", o.distance},
                   {"best_single_point", json_of(o.single)},
                   {"reference",
                    {{"x", array_of(o.reference.x)},
                     {"quality", o.reference.quality},
                     {"how", o.reference.how},
                     {"accuracy", o.reference.accuracy}}}};
    if (o.own_report) result["own_report"] = json_of(*o.own_report);
    if (!o.note.empty()) result["note"] = o.note;
    result["history"] = std::move(history);
    result["timings_ms"] = {{"search", 1000 * o.seconds}};
    return write_json(result) + "\n";
}

}  // namespace sweetspot::app
