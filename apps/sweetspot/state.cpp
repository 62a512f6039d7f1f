#include "state.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cmath>

#include "sweetspot/base/names.hpp"
#include "sweetspot/methods/catalogue.hpp"

namespace sweetspot::app {
namespace {

using Keys = std::vector<std::string>;

/// "5%" as 0.05.
double percentage(const Node& node) {
    const std::string text = node.text();
    double percent = 0;
    const auto [rest, error] = std::from_chars(text.data(), text.data() + text.size(), percent);
    const std::string_view unit(rest, text.data() + text.size());
    if (error != std::errc() || (unit != "%" && unit != " %") || !(percent >= 0) || !std::isfinite(percent)) {
        node.refuse_given("a percentage ≥ 0, e.g. \"5%\"");
    }
    return percent / 100;
}

RegionTolerance read_tolerance(const Node& node, Scale scale) {
    if (scale == Scale::log) {
        if (node.is_number()) {
            node.refuse(
                fmt::format("{} was given on a log scale, where a tolerance is of the nominal value; write a "
                            "percentage, e.g. \"5%\"",
                            node.given()));
        }
        return {percentage(node), RegionTolerance::Of::nominal};
    }
    if (node.is_text()) {
        node.refuse(
            fmt::format("{} was given on a linear scale; write a number in the parameter's own unit, or use "
                        "\"scale\": \"log\" with a percentage",
                        node.given()));
    }
    return {node.non_negative()};
}

Scale read_scale(const Node& node) {
    const Keys names = {"linear", "log"};
    const std::string name = node.text();
    if (name == names[0]) return Scale::linear;
    if (name == names[1]) return Scale::log;
    node.refuse(unknown_name("scale", name, names));
}

struct ToleratedParameter {
    Parameter parameter;
    RegionTolerance tolerance;
};

ToleratedParameter read_parameter(const Node& node) {
    node.require_keys(Keys{"name", "bounds", "tolerance", "scale", "step"});
    ToleratedParameter result;
    Parameter& p = result.parameter;
    const Node name = node.member("name", "\"x1\"");
    p.name = name.text();
    if (p.name.empty()) name.refuse_given("a name");
    const Node bounds = node.member("bounds", "[0, 1]");
    const Vector ends = bounds.vector();
    if (ends.size() != 2) bounds.refuse_given("two numbers, [lower, upper]");
    p.lower = ends[0];
    p.upper = ends[1];
    if (const auto scale = node.find("scale")) p.scale = read_scale(*scale);
    if (const auto step = node.find("step")) p.step = step->positive();
    if (const auto tolerance = node.find("tolerance")) result.tolerance = read_tolerance(*tolerance, p.scale);
    node.check([&] { return Space({p}); });  // alone first, so that the place is exact
    return result;
}

Norm read_norm(const Node& region) {
    region.require_keys(Keys{"norm"});
    const auto norm = region.find("norm");
    if (!norm) return Norm::two;
    const std::string name = norm->is_number() ? fmt::format("{}", norm->number()) : norm->text();
    return norm->check([&] { return norm_named(name); });
}

Problem read_problem(const Node& root) {
    const Node list = root.member("parameters", R"([{"name": "x1", "bounds": [0, 1], "tolerance": 0.1}])");
    std::vector<Parameter> parameters;
    std::vector<RegionTolerance> tolerance;
    for (const Node& item : list.items()) {
        ToleratedParameter next = read_parameter(item);
        parameters.push_back(std::move(next.parameter));
        tolerance.push_back(next.tolerance);
    }
    const auto region = root.find("region");
    const Norm norm = region ? read_norm(*region) : Norm::two;
    QualityPtr quality = worst_quality();
    if (const auto measure = root.find("measure")) {
        quality = measure->named(quality_named);
    }
    return list.check([&] { return Problem(Space(parameters), norm, tolerance, quality); });
}

void read_observations(const Node& list, State& state) {
    const std::vector<Node> observations = list.items();
    state.x.resize(state.problem.dimension(), std::ssize(observations));
    state.y.resize(std::ssize(observations));
    state.standard_errors.setZero(state.y.size());
    for (Index n = 0; n < state.y.size(); ++n) {
        const Node& observation = observations[static_cast<std::size_t>(n)];
        observation.require_keys(Keys{"x", "y", "standard_error"});
        const Node place = observation.member("x", "[0.5, 0.5]");
        const Vector x = place.vector();
        place.check([&] { state.problem.space().require_contains(x, "Space"); });
        state.x.col(n) = x;
        state.y[n] = observation.member("y", "1.5").number();
        if (const auto error = observation.find("standard_error")) state.standard_errors[n] = error->non_negative();
    }
}

SamplingRulePtr read_sampling(const Node& method) {
    const auto name = method.find("sampling");
    const auto beta = method.find("beta");
    SamplingRulePtr rule = BayesianRobustSearchOptions().sampling;
    if (name) rule = name->named(sampling_rule_named);
    if (!beta) return rule;
    const SamplingRulePtr ucb = sample_ucb();
    if (rule->name() != ucb->name()) {
        beta->refuse(fmt::format(R"(only the sampling rule "{}" has a beta and this one is "{}"; remove it)",
                                 ucb->name(), rule->name()));
    }
    return sample_ucb(beta->non_negative());
}

MethodPtr read_method(const std::optional<Node>& node, const Fixed& fixed) {
    ListedMethod method = listed_method(default_method);
    std::optional<SamplingRulePtr> rule;
    if (node) {
        node->require_keys(Keys{"name", "sampling", "beta"});
        const auto name = node->find("name");
        const auto sampling = node->find("sampling");
        if (sampling || node->find("beta")) {
            rule = read_sampling(*node);
            method = listed_method(method_with_sampling_rule);
        }
        if (name) method = name->named([&](const std::string& given) { return listed_method(given); });
        if (sampling && !method.uses_sampling_rule) {
            sampling->refuse(
                fmt::format(R"(the method "{}" has its own rule where to evaluate; remove it)", method.name));
        }
    }
    BayesianRobustSearchOptions options = method.defaults();
    if (rule) options.sampling = *rule;
    options.fixed = fixed;
    return method.make(options);
}

}  // namespace

State read_state(const std::string& text, const std::string& source) {
    const Json document = parse_json(text, source);
    const Node root(document, source);
    root.require_keys(
        Keys{"parameters", "region", "measure", "method", "seed", "observations", "fixed", "reference", "comment"});
    State state{read_problem(root), {}, {}, {}, {}, State::Fixed::nothing};
    state.x.resize(state.problem.dimension(), 0);
    if (const auto observations = root.find("observations")) read_observations(*observations, state);
    if (const auto seed = root.find("seed")) state.options.seed = seed->whole();
    Fixed given;
    if (const auto fixed = root.find("fixed")) {
        given = read_fixed(*fixed, state.problem);
        state.fixed = State::Fixed::something;
    }
    state.options.method = read_method(root.find("method"), given);
    return state;
}

}  // namespace sweetspot::app
