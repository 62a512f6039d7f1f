#include "apps/sweetspot/search/minimize_report.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <vector>

#include "base/json_text.hpp"

namespace sweetspot::app {
namespace {

Recommendation last_recommendation(const Problem& problem, const Options& options, const Result& result) {
    const Observations seen{problem.space().points_to_unit(result.inputs), result.outputs};
    // The streams of Optimizer::best(), and so its very model.
    const Rng seed(options.seed);
    const Rng rng = suggestion_rng(seed, seen.size());
    const Parallel parallel(options.threads);
    return options.method->recommend({problem, seen, seed, rng, parallel});
}

/// The largest posterior mean in the part of the region that lies in the domain.
double predicted_worst_case(const Problem& problem, const GaussianProcess& gp, std::uint64_t seed, const Vector& x) {
    const Rng rng(seed);
    const Template T = make_template(problem.robust_set(), {}, rng.split("template"));
    const Vector worst =
        sample_worst_case()->sample({gp, problem.robust_set(), T, problem.space().to_unit(x)}, rng.split("report"));
    return gp.standardisation().undo(gp.mean(worst)[0]);
}

Scored scored(const ChosenBenchmark& chosen, const Problem& problem, const GaussianProcess& gp, std::uint64_t seed,
              const Vector& x) {
    return {x, chosen.benchmark->value(x), predicted_worst_case(problem, gp, seed, x), chosen.worst_case(x)};
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
    return fmt::format("  {:<20}  {:>17.4g}  {:>20.4g}\n", name, single, robust);
}

/// Which way a difference goes is said in words.
std::string verdict(const Outcome& o) {
    const double cost = o.robust.value - o.single.value;
    const double saving = o.single.true_worst_case - o.robust.true_worst_case;
    const std::string costs = cost >= 0 ? fmt::format("costs {:.4g} in nominal value", cost)
                                        : fmt::format("gains {:.4g} in nominal value", -cost);
    const std::string saves = saving >= 0 ? fmt::format("saves {:.4g} in true worst case", saving)
                                          : fmt::format("loses {:.4g} in true worst case", -saving);
    return fmt::format("Robustness {} and {}.\n", costs, saves);
}

}  // namespace

Outcome score(const ChosenBenchmark& chosen, const Problem& problem, const Options& options, Result result) {
    const GaussianProcess gp = last_recommendation(problem, options, result).gp;
    Index lowest = 0;
    result.outputs.minCoeff(&lowest);
    Outcome o{chosen, options, std::move(result), {}, {}, chosen.optimum(), 0, 0, {}, {}, 0};
    o.single = scored(chosen, problem, gp, options.seed, o.result.inputs.col(lowest));
    o.robust = scored(chosen, problem, gp, options.seed, o.result.best.x);
    o.regret = o.robust.true_worst_case - o.reference.quality;
    o.distance = (o.robust.x - o.reference.x).cwiseQuotient(edges(chosen.domain())).norm();
    return o;
}

void add_own_report(Outcome& o, const Problem& problem) {
    Optimizer again(problem, o.options);
    for (Index n = 0; n < o.result.outputs.size(); ++n) again.tell(o.result.inputs.col(n), o.result.outputs[n]);
    const std::optional<Best> own = again.best_by_own_rule();
    if (!own) return;
    const GaussianProcess gp = last_recommendation(problem, o.options, o.result).gp;
    o.own_report = scored(o.chosen, problem, gp, o.options.seed, own->x);
}

std::string table_of(const Outcome& o) {
    std::string text =
        fmt::format("{}, D = {}, {} evaluation{}; region of tolerance {} in the {}-norm\n\n",
                    o.chosen.benchmark->name(), o.chosen.dimension, o.result.outputs.size(),
                    o.result.outputs.size() == 1 ? "" : "s", o.chosen.tolerance, to_string(o.chosen.norm));
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
        "Known robust optimum: true worst case {:.4g}, hence a regret of {:.2g};\nits distance in the unit cube is "
        "{:.2g}.\n",
        o.reference.quality, o.regret, o.distance);
    if (o.own_report) {
        text += fmt::format("By its own rule {} reports ({:.4g}): true worst case {:.4g}, a regret of {:.2g}.\n",
                            o.options.method->name(), fmt::join(o.own_report->x, ", "), o.own_report->true_worst_case,
                            o.own_report->true_worst_case - o.reference.quality);
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
