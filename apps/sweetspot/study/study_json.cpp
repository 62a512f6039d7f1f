#include <fmt/format.h>

#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "apps/sweetspot/study/study_files.hpp"
#include "apps/sweetspot/study/study_report.hpp"

namespace sweetspot::app {
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

Json json_of(const Price& price) {
    return {{"value", price.value}, {"worst", price.worst}};
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
                 {"centre", state.centre.size() == 0 ? Json(nullptr) : params_of(config, state.centre)}};
    if (!config.limits.empty()) json["limits"] = json_of(config, state.limits);
    return json;
}

}  // namespace

Json verification_json(const StudyConfig& config, const Verification& verification) {
    Json places = Json::array();
    for (const Trial& trial : verification.trials) {
        Json place = json_of(config, trial);
        place["verdict"] = std::string(to_string(verification.verdict(trial)));
        places.push_back(std::move(place));
    }
    Json json = {{"verdict", std::string(to_string(verification.verdict()))},
                 {"promise", json_of(config, verification.promise)},
                 {"trials", places}};
    if (!config.limits.empty()) json["limits"] = json_of(config, verification.limits);
    return json;
}

Json answer_json(const StudyConfig& config, const Answer& answer, const VerificationState& state) {
    const Intervals intervals = answer.missing == 0 ? Intervals::known : Intervals::unknown;
    Json json = {{"robust", json_of(config, answer.robust, intervals)},
                 {"region", region_json(config, answer.lower, answer.upper)},
                 {"evaluations", answer.evaluations},
                 {"evaluations_in_region", answer.evaluations_in_region},
                 {"single", json_of(config, answer.single, intervals)},
                 {"single_region_fits", answer.single_fits},
                 {"price", json_of(price(answer.robust, answer.single))},
                 {"verification", json_of(config, state)}};
    if (!config.parameters.back().parameter.chosen) json["single"]["measured_at"] = params_of(config, answer.single.x);
    json["warnings"] = answer.warnings;
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
    if (answer.missing > 0) json["note"] = what_is_missing(config, answer);
    if (!answer.at) return json;
    json["at"] = json_of(config, answer.at->candidate, intervals);
    json["at"].update({{"region", region_json(config, answer.at->lower, answer.at->upper)},
                       {"evaluations_in_region", answer.at->evaluations_in_region},
                       {"price", json_of(price(answer.at->candidate, answer.robust))}});
    if (!answer.at->candidate.limits.empty()) json["at"]["limits"] = limits_json(config, answer.at->candidate);
    return json;
}

}  // namespace sweetspot::app
