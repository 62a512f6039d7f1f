#include <cmath>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "study/study_json.hpp"

namespace sweetspot {
namespace {

/// A number that is only told where there is one.
Json if_known(const std::optional<double>& value) {
    return value ? Json(*value) : Json(nullptr);
}

/// What is chosen of a point: the environment is not.
Json chosen_params_of(const StudyConfig& config, const Vector& x) {
    Json params = params_of(config, x);
    for (const StudyParameter& p : config.parameters) {
        if (!p.parameter.chosen) params.erase(p.parameter.name);
    }
    return params;
}

enum class Intervals { known, unknown };

Json json_of(const StudyConfig& config, const Candidate& c, Intervals intervals = Intervals::known) {
    const bool known = intervals == Intervals::known;
    Json json = {{"params", chosen_params_of(config, c.x)},
                 {"value", c.value},
                 {"standard_deviation", c.sd},
                 {"mean_over_region", c.mean},
                 {"mean",
                  {{"lower", known ? Json(c.mean_lower) : Json(nullptr)},
                   {"upper", known ? Json(c.mean_upper) : Json(nullptr)}}},
                 {"worst",
                  {{"lower", known ? Json(c.worst.lower) : Json(nullptr)},
                   {"template", c.worst.by_template},
                   {"searched", c.worst.by_search},
                   {"at", params_of(config, c.worst.where)},
                   {"upper", known ? Json(c.worst.upper) : Json(nullptr)},
                   {"upper_at", params_of(config, c.worst.upper_where)}}},
                 {"measure",
                  {{"name", c.measure.name},
                   {"value", c.measure.estimate.value},
                   {"lower", known ? Json(c.measure.estimate.lower) : Json(nullptr)},
                   {"upper", known ? Json(c.measure.estimate.upper) : Json(nullptr)}}}};
    Json settings = Json::object();
    for (const auto& [name, value] : config.measure.settings.values()) {
        std::visit([&, key = name](const auto& v) { settings[key] = v; }, value);
    }
    json["measure"]["settings"] = std::move(settings);
    json["measured"] = if_known(c.measured);
    return json;
}

Json json_of(const Estimate& estimate, double unit = 1) {
    return {{"value", estimate.value / unit}, {"lower", estimate.lower / unit}, {"upper", estimate.upper / unit}};
}

Json json_of(const WithinLimit& within) {
    Json json = {{"yield", json_of(within.yield)}};
    json["sigma_level"] = within.sigma_level ? json_of(*within.sigma_level) : Json(nullptr);
    json["cpk"] = within.sigma_level ? json_of(*within.sigma_level, 3) : Json(nullptr);
    json["distance"] = within.distance
                           ? Json({{"by_mean", within.distance->by_mean}, {"safely", within.distance->safely}})
                           : Json(nullptr);
    return json;
}

/// The factors of the study's tolerances, and what they come to.
Json largest_json(const StudyConfig& config, const ToleranceRoom& room) {
    const auto tolerances = [&](double factor) {
        Json json = {{"factor", factor}, {"tolerances", Json::object()}};
        for (const StudyParameter& p : config.parameters) {
            if (p.parameter.chosen) json["tolerances"][p.parameter.name] = factor * p.tolerance.amount;
        }
        return json;
    };
    Json json = {{"by_mean", tolerances(room.by_mean)}, {"safely", tolerances(room.safely)}};
    const std::string other = bound_by(config, room);
    if (!config.limits.empty()) json["bound_by"] = other.empty() ? Json(nullptr) : Json(other);
    return json;
}

Json json_of(const StudyConfig& config, const PredictedLimit& predicted) {
    Json json = limit_json(predicted.limit);
    json["values"] = predicted.known;
    const bool known = predicted.known > 0;
    json["value"] = known ? Json(predicted.value.value) : Json(nullptr);
    json["lower"] = known ? Json(predicted.value.lower) : Json(nullptr);
    json["upper"] = known ? Json(predicted.value.upper) : Json(nullptr);
    json["probability"] = known ? Json(predicted.probability) : Json(nullptr);
    json["binds"] = known ? Json(predicted.binds) : Json(nullptr);
    json["at"] = known ? params_of(config, predicted.where) : Json(nullptr);
    return json;
}

Json limits_json(const StudyConfig& config, const Candidate& candidate) {
    Json limits = Json::array();
    for (const PredictedLimit& predicted : candidate.limits) limits.push_back(json_of(config, predicted));
    return limits;
}

/// How often each comes out, by name, where the place of a choice is ordered.
Json shares_json(const Parameter& choice, double ordered) {
    const std::vector<double>& shares = choice.confusion[static_cast<std::size_t>(std::lround(ordered))];
    Json json = Json::object();
    for (std::size_t k = 0; k < shares.size(); ++k) {
        if (shares[k] > 0) json[choice.choices[k]] = shares[k];
    }
    return json;
}

Json region_json(const StudyConfig& config, const Vector& lower, const Vector& upper) {
    Json region = Json::object();
    for (std::size_t d = 0; d < config.parameters.size(); ++d) {
        const auto i = static_cast<Index>(d);
        const Parameter& p = config.parameters[d].parameter;
        if (!p.confusion.empty()) {
            region[p.name] = shares_json(p, lower[i]);
        } else if (p.is_choice()) {
            region[p.name] = {choice_at(p, lower[i]), choice_at(p, upper[i])};
        } else {
            region[p.name] = {lower[i], upper[i]};
        }
    }
    return region;
}

/// What of it rests on the model alone is as uncertain as that.
Json price_json(const Candidate& of, const Candidate& against) {
    const Price costs = price(of, against);
    return {{"value", costs.value},
            {"lower", costs.value - costs.uncertainty},
            {"upper", costs.value + costs.uncertainty},
            {"measured", of.measured && against.measured},
            {"worst", costs.worst},
            {"measure", costs.measure}};
}

Json json_of(const StudyConfig& config, const std::optional<MeasuredValue>& measured) {
    if (!measured) return nullptr;
    return {{"value", measured->value}, {"number", measured->number}, {"params", params_of(config, measured->x)}};
}

Json json_of(const StudyConfig& config, const Evidence& evidence) {
    return {{"best", json_of(config, evidence.best)},
            {"worst_in_region", json_of(config, evidence.worst_in_region)},
            {"evaluations", evidence.evaluations},
            {"in_region", evidence.in_region}};
}

Json rounded_json(const StudyConfig& config, const std::optional<RoundedDesign>& rounded) {
    if (!rounded) return nullptr;
    return {{"params", chosen_params_of(config, rounded->x)},
            {"measure", json_of(rounded->measure)},
            {"cost", rounded->cost}};
}

/// Nothing but its parameters and what was measured there.
void leave_out_claims(Json& candidate) {
    for (const char* key : {"value", "standard_deviation", "mean_over_region"}) candidate[key] = nullptr;
    for (const char* key : {"template", "searched", "at", "upper_at"}) candidate["worst"][key] = nullptr;
    candidate["measure"]["value"] = nullptr;
}

/// With too few values there is no recommendation, and nothing that only a model says.
void leave_out_recommendation(Json& answer) {
    for (const char* key : {"robust", "single", "at"}) {
        if (answer.contains(key)) leave_out_claims(answer[key]);
    }
    answer["robust"]["params"] = nullptr;
    answer["robust"]["measured"] = nullptr;
    for (const char* key : {"region", "price", "limit", "limits", "largest", "feasible", "evaluations_in_region"}) {
        if (answer.contains(key)) answer[key] = nullptr;
    }
    if (answer.contains("at")) answer["at"]["price"] = nullptr;
    if (answer.contains("at") && answer["at"].contains("limits")) answer["at"]["limits"] = nullptr;
    answer["evidence"]["worst_in_region"] = nullptr;
    answer["evidence"]["in_region"] = nullptr;
}

Json json_of(const StudyConfig& config, const std::vector<CheckedLimit>& limits) {
    Json list = Json::array();
    for (const CheckedLimit& checked : limits) {
        Json json = limit_json(checked.limit);
        json["verdict"] = std::string(to_string(checked.verdict()));
        json["evaluations"] = checked.evaluations;
        json["beyond"] = checked.beyond;
        json["worst_measured"] = if_known(checked.worst_measured);
        json["at"] = checked.worst_measured ? params_of(config, checked.at) : Json(nullptr);
        list.push_back(std::move(json));
    }
    return list;
}

Json json_of(const StudyConfig& config, const VerificationState& state) {
    Json json = {{"state", std::string(to_string(state.state))},
                 {"evaluations", state.evaluations},
                 {"open", state.open},
                 {"broken", state.broken},
                 {"worst_measured", if_known(state.worst_measured)},
                 {"promised", if_known(state.promised)},
                 {"at", state.checked_at > 0 ? Json(state.checked_at) : Json(nullptr)},
                 {"centre", state.centre.size() == 0 ? Json(nullptr) : params_of(config, state.centre)}};
    if (!config.limits.empty()) json["limits"] = json_of(config, state.limits);
    return json;
}

void add_own_design(Json& json, const StudyConfig& config, const Answer& answer, Intervals intervals) {
    const Candidate& own = answer.at->candidate;
    json["at"] = json_of(config, own, intervals);
    json["at"].update({{"region", region_json(config, answer.at->lower, answer.at->upper)},
                       {"evaluations_in_region", answer.at->evaluations_in_region},
                       {"price", price_json(own, answer.robust)}});
    if (!own.limits.empty()) json["at"]["limits"] = limits_json(config, own);
}

}  // namespace

Json verification_json(const StudyConfig& config, const Verification& verification) {
    Json places = Json::array();
    for (const Trial& trial : verification.trials) {
        Json place = trial_json(config, trial);
        place["verdict"] = std::string(to_string(verification.verdict(trial)));
        places.push_back(std::move(place));
    }
    Json json = {{"verdict", std::string(to_string(verification.verdict()))},
                 {"promise", json_of(config, verification.promise)},
                 {"trials", places}};
    if (!config.limits.empty()) json["limits"] = json_of(config, verification.limits);
    return json;
}

Json answer_json(const StudyConfig& config, const Answer& answer, const Evidence& evidence) {
    const Intervals intervals = answer.missing == 0 ? Intervals::known : Intervals::unknown;
    Json json = {{"robust", json_of(config, answer.robust, intervals)},
                 {"region", region_json(config, answer.lower, answer.upper)},
                 {"evaluations", answer.evaluations},
                 {"evaluations_in_region", answer.evaluations_in_region},
                 {"single", json_of(config, answer.single, intervals)},
                 {"single_region_fits", answer.single_fits},
                 {"price", price_json(answer.robust, answer.single)},
                 {"verification", json_of(config, evidence.verification)},
                 {"evidence", json_of(config, evidence)},
                 {"rounded", rounded_json(config, answer.rounded)}};
    const Assurance assurance = assurance_of(config, answer, evidence);
    json["assurance"] = answer.missing > 0 ? Json(nullptr) : Json({{"word", assurance.word}, {"why", assurance.why}});
    if (!config.parameters.back().parameter.chosen) json["single"]["measured_at"] = params_of(config, answer.single.x);
    json["warnings"] = answer.warnings;
    json["model"] = {{"kind", answer.in_covariances < answer.modelled ? "local" : "exact"},
                     {"observations", answer.modelled},
                     {"in_covariances", answer.in_covariances}};
    if (answer.robust.within && answer.single.within) {
        json["limit"] = {{"at_most", answer.robust.within->limit},
                         {"robust", json_of(*answer.robust.within)},
                         {"single", json_of(*answer.single.within)}};
        if (answer.at && answer.at->candidate.within) json["limit"]["at"] = json_of(*answer.at->candidate.within);
    }
    if (config.largest_within) json["largest"] = largest_json(config, *answer.robust.within->distance);
    if (!answer.robust.limits.empty()) {
        json["limits"] = limits_json(config, answer.robust);
        json["feasible"] = answer.feasible;
        json["lacking_outputs"] = answer.lacking;
    }
    if (answer.at) add_own_design(json, config, answer, intervals);
    if (answer.missing > 0) {
        json["note"] = what_is_missing(config, answer);
        leave_out_recommendation(json);
    }
    return json;
}

}  // namespace sweetspot
