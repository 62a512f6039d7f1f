#include "random_states/draw_state.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "random_states/draw_parts.hpp"
#include "sweetspot/design/initial_design.hpp"
#include "sweetspot/methods/catalogue.hpp"
#include "sweetspot/search/description.hpp"

namespace sweetspot::random_states {
namespace {

/// Small ones mostly, so that many are tried.
std::uint64_t draw_dimension(Rng& rng) {
    const double size = rng.uniform();
    return 1 + rng.below(size < 0.75 ? 3 : size < 0.95 ? 6 : size < 0.995 ? 12 : 30);
}

std::uint64_t draw_count(Rng& rng) {
    const double size = rng.uniform();
    return rng.below(size < 0.75 ? 8 : size < 0.97 ? 20 : size < 0.995 ? 60 : 301);
}

/// A member by its name, with settings as a table of its own.
template <class FamilyType>
Json draw_member(const Draw& draw, const FamilyType& family, const std::string& word, double typical_value) {
    Rng shape = draw.shape.split("member");
    const auto& member = one_of_these(shape, family.members());
    Json table = {{word, member.name}};
    draw_settings(draw, member.settings, typical_value, table);
    return table;
}

void draw_region(Draw draw, std::size_t chosen, double typical_value, Json& state) {
    Json region = Json::object();
    if (chance(draw.shape, 0.7)) region["norm"] = one_of_these(draw.shape, norm_names());
    if (chance(draw.shape, 0.3)) region["law"] = draw_member(draw.part("law"), law_family(), "name", 0);
    if (chance(draw.shape, 0.1)) {
        const double c = draw.numbers == Numbers::tame ? 0.2 : draw.number.uniform(-1, 1);
        Json rows = Json::array();
        for (std::size_t i = 0; i < chosen; ++i) {
            Json row = Json::array();
            for (std::size_t j = 0; j < chosen; ++j) row.push_back(i == j ? 1 : c);
            rows.push_back(row);
        }
        region["law"] = "normal";
        region["correlation"] = rows;
    }
    if (chance(draw.shape, 0.08)) {
        region["size"] = "largest";
        region["limit"] = typical_value;
    }
    state["region"] = region;
}

/// Mostly one that can work with what was drawn: the others are refused, which says little.
const ListedMethod& draw_method_member(Rng& rng, const Json& state) {
    const auto& all = method_family().members();
    const ListedMethod& any = one_of_these(rng, all);
    const bool suits = (!state.contains("limits") || method_family().make(any.name, MethodParts{})->knows_limits()) &&
                       (!state.contains("environment") || !any.nominal);
    return suits || chance(rng, 0.05) ? any : all.front();
}

void draw_method(Draw draw, Json& state) {
    if (state["region"].contains("size")) return;
    Json method = Json::object();
    const ListedMethod& member = draw_method_member(draw.shape, state);
    if (chance(draw.shape, 0.6)) {
        method["name"] = member.name;
        draw_settings(draw.part("settings"), member.settings, 0, method);
        if (member.uses_sampling_rule && chance(draw.shape, 0.6))
            method["sampling"] = draw_member(draw.part("sampling"), sampling_rule_family(), "name", 0);
        if (member.uses_maximiser && chance(draw.shape, 0.4))
            method["maximiser"] = draw_member(draw.part("maximiser"), maximiser_family(), "name", 0);
    }
    if (chance(draw.shape, 0.3))
        method["design"] = draw_member(draw.part("design"), initial_design_family(), "name", 0);
    // Few, so that most states are past their initial design.
    if (chance(draw.shape, 0.8)) method["initial"] = 1 + draw.shape.below(4);
    state["method"] = method;
}

/// The plain computation is the fast one's reference, and takes a thousand times as long.
void keep_plain_small(Json& state) {
    if (!state.contains("method") || state["method"].value("computation", "fast") != "plain") return;
    Json& method = state["method"];
    method["realisations"] = 8;
    method["maximiser"] = {{"name", "multistart"}, {"screening", 10}, {"starts", 1}, {"iterations", 3}};
    state["model"]["template_size"] = 10;
}

void draw_model(Draw draw, Json& state) {
    if (chance(draw.shape, 0.6)) return;
    Json model = Json::object();
    if (chance(draw.shape, 0.5)) model["kernel"] = draw_member(draw.part("kernel"), kernel_family(), "name", 0);
    draw_settings(draw.part("settings"), model_settings(), 0, model);
    state["model"] = model;
}

/// Names of the outputs that have limits.
std::vector<std::string> draw_limits(Draw draw, Json& state) {
    std::vector<std::string> names;
    if (!chance(draw.shape, 0.15)) return names;
    Json limits = Json::array();
    for (auto count = 1 + draw.shape.below(3); count > 0; --count) {
        const std::string name = "out" + std::to_string(count);
        const double bound = draw.numbers == Numbers::tame ? 0.5 : draw_values(draw.number, 1, Numbers::wild).front();
        Json limit = {{"of", name}, {chance(draw.shape, 0.5) ? "at_most" : "at_least", bound}};
        const std::uint64_t what = draw.shape.below(4);
        if (what == 0) limit["for"] = "centre";
        if (what == 1) limit["for"] = draw.numbers == Numbers::tame ? 0.9 : draw.number.uniform();
        if (what == 2) limit["for"] = "worst";
        limits.push_back(limit);
        names.push_back(name);
    }
    state["limits"] = limits;
    return names;
}

/// None, a few, of all; of any size beside the values.
void draw_standard_errors(Draw draw, Json& observations) {
    if (!chance(draw.shape, 0.25)) return;
    const double share = draw.shape.uniform();
    for (Json& observation : observations) {
        if (!chance(draw.shape, share)) continue;
        const double y = std::abs(observation["y"].get<double>());
        const double factor = draw.numbers == Numbers::tame ? 0.1 : power_of_ten(draw.number, -18, 18);
        observation["standard_error"] = std::min((y == 0 ? 1 : y) * factor, std::numeric_limits<double>::max());
    }
}

Json draw_observations(Draw draw, const std::vector<DrawnParameter>& parameters, const std::vector<double>& values,
                       const std::vector<std::string>& outputs) {
    Json observations = Json::array();
    std::vector<Json> points;
    const bool by_the_first = chance(draw.shape, 0.5);  // smooth: the first number decides
    for (std::size_t n = 0; n < values.size(); ++n) {
        points.push_back(draw_point(draw.part("points").part(n), parameters, points));
        Json observation = {{"x", points.back()}, {"y", values[n]}};
        if (by_the_first && draw.numbers == Numbers::tame && points.back()[0].is_number())
            observation["y"] = std::sin(points.back()[0].get<double>());
        Draw others = draw.part("outputs").part(n);
        for (const std::string& name : outputs) {
            if (chance(others.shape, 0.1)) continue;
            observation[name] = draw_values(others.number, 1, draw.numbers).front();
        }
        observations.push_back(observation);
    }
    draw_standard_errors(draw.part("standard errors"), observations);
    return observations;
}

/// What a state may take as given.
void draw_fixed(Draw draw, const std::vector<DrawnParameter>& parameters, Json& state) {
    if (!chance(draw.shape, 0.08)) return;
    const auto positive = [&] {
        return draw.numbers == Numbers::tame || chance(draw.number, 0.4) ? 1 : std::abs(wild_number(draw.number));
    };
    Json fixed = Json::object();
    if (chance(draw.shape, 0.6)) {
        const bool tame = draw.numbers == Numbers::tame;
        Json gp = {{"kernel", draw_member(draw.part("kernel"), kernel_family(), "name", 0)["name"]}};
        for (std::size_t d = 0; d < parameters.size(); ++d) gp["lengthscales"].push_back(positive());
        gp["variance"] = positive();
        gp["noise"] = tame ? 1e-6 : positive();
        gp["mean"] = tame ? 0 : wild_number(draw.number);
        gp["y_mean"] = tame ? 0 : wild_number(draw.number);
        gp["y_std"] = positive();
        if (chance(draw.shape, 0.3)) gp["effects"] = {{"share", draw.number.uniform()}, {"lengthscale", positive()}};
        if (chance(draw.shape, 0.3))
            gp["warp"] = {{"origin", tame ? 0 : wild_number(draw.number)}, {"scale", positive()}};
        fixed["gp"] = gp;
    }
    if (chance(draw.shape, 0.4)) {
        Json rows = Json::array({std::vector<double>(parameters.size(), 0.0)});
        for (auto count = draw.shape.below(6); count > 0; --count) {
            std::vector<double> row(parameters.size());
            const double share = draw.number.uniform(-1, 1) / static_cast<double>(parameters.size());
            for (std::size_t d = 0; d < row.size(); ++d) row[d] = share * parameters[d].tolerance;
            rows.push_back(row);
        }
        fixed["template"] = rows;
    }
    if (chance(draw.shape, 0.4)) fixed["incumbent"] = middle_of(parameters);
    state["fixed"] = fixed;
}

/// Some number of the state becomes an extreme one.
void mutate(Rng rng, Json& state) {
    if (!chance(rng, 0.12)) return;
    const Json flat = state.flatten();
    std::vector<std::string> numbers;
    for (const auto& [pointer, value] : flat.items()) {
        if (value.is_number()) numbers.push_back(pointer);
    }
    for (auto count = numbers.empty() ? 0 : 1 + rng.below(2); count > 0; --count) {
        state[Json::json_pointer(one_of_these(rng, numbers))] = wild_number(rng);
    }
}

Json draw_points(Draw draw, double share, const std::vector<DrawnParameter>& parameters) {
    std::vector<Json> points;
    if (!chance(draw.shape, share)) return points;
    for (auto count = 1 + draw.shape.below(8); count > 0; --count)
        points.push_back(draw_point(draw.part(count), parameters, points));
    return points;
}

}  // namespace

DrawnState draw_state(std::uint64_t seed, std::uint64_t number, Numbers numbers) {
    const Rng rng = Rng(seed).split("state").split(number);
    Draw draw{rng.split("shape"), rng.split("numbers"), numbers};
    DrawnState drawn;
    Json& state = drawn.state;
    std::vector<DrawnParameter> parameters;
    const auto chosen = static_cast<std::size_t>(draw_dimension(draw.shape));
    state["parameters"] = Json::array();
    while (parameters.size() < chosen) {
        parameters.push_back(draw_parameter(draw.part("parameter").part(parameters.size()), parameters.size()));
        state["parameters"].push_back(parameters.back().words);
    }
    if (chance(draw.shape, 0.1)) {
        parameters.push_back(draw_environment(draw.part("environment"), parameters.size()));
        Json words = parameters.back().words;
        Draw law = draw.part("law of the environment");
        if (chance(law.shape, 0.5)) words["law"] = draw_member(law, law_family(), "name", 0);
        state["environment"] = Json::array({words});
    }
    const std::uint64_t count = draw_count(draw.shape);
    std::vector<double> values = draw_values(draw.number, static_cast<std::size_t>(count + 1), numbers);
    const double typical_value = values.back();
    values.pop_back();
    draw_region(draw.part("region"), chosen, typical_value, state);
    if (!state["region"].contains("size") && chance(draw.shape, 0.6))
        state["measure"] = draw_member(draw.part("measure"), measure_family(), "kind", typical_value);
    const std::vector<std::string> outputs = draw_limits(draw.part("limits"), state);
    draw_method(draw.part("method"), state);
    draw_model(draw.part("model"), state);
    keep_plain_small(state);
    state["seed"] = draw.number.below(1000000);
    state["observations"] = draw_observations(draw.part("observations"), parameters, values, outputs);
    draw_fixed(draw.part("fixed"), parameters, state);
    if (numbers == Numbers::wild) mutate(rng.split("mutation"), state);
    drawn.pending = draw_points(draw.part("pending"), 0.15, parameters);
    drawn.failed = draw_points(draw.part("failed"), 0.1, parameters);
    return drawn;
}

}  // namespace sweetspot::random_states
