#include "study/tolerance_answers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <iterator>
#include <stdexcept>
#include <utility>

#include "base/argument_mistake.hpp"
#include "study/kept_recommendation.hpp"
#include "study/study_json.hpp"
#include "sweetspot/base/family.hpp"

namespace sweetspot {
namespace {

/// What is kept of answers that take long where there are many trials. Studies with limits on other outputs keep none.
Vector room_numbers(const ToleranceRoom& room) {
    const Index n = room.centre.size();
    Vector result(7 + 2 * n);
    result << room.by_mean, room.safely, room.most, room.value, room.objective ? 1.0 : 0.0,
        room.objective.value_or(AllowedFactor()).by_mean, room.objective.value_or(AllowedFactor()).safely, room.centre,
        room.safe_centre;
    return result;
}

ToleranceRoom room_from(const Vector& numbers) {
    const Index n = (numbers.size() - 7) / 2;
    ToleranceRoom room{numbers[0], numbers[1], numbers[2], numbers[3], numbers.segment(7, n), numbers.tail(n)};
    if (numbers[4] != 0) room.objective = AllowedFactor{numbers[5], numbers[6]};
    return room;
}

constexpr Index numbers_per_part = 6;

Vector contribution_numbers(const StudyConfig& config, const Contributions& found) {
    Vector result(4 + numbers_per_part * std::ssize(found.parts));
    result.head(4) << found.average, found.average_lower, found.average_upper, found.sd;
    for (std::size_t i = 0; i < found.parts.size(); ++i) {
        const Contribution& part = found.parts[i];
        result.segment(4 + numbers_per_part * static_cast<Index>(i), numbers_per_part)
            << static_cast<double>(parameter_of(config, part.name, "")),
            part.alone, part.alone_error, part.total, part.total_error, part.worst_cost;
    }
    return result;
}

Contributions contributions_from(const StudyConfig& config, const Vector& numbers) {
    Contributions found{numbers[0], numbers[1], numbers[2], numbers[3], {}};
    for (Index at = 4; at < numbers.size(); at += numbers_per_part) {
        const auto part = numbers.segment(at, numbers_per_part);
        found.parts.push_back({config.parameters.at(static_cast<std::size_t>(part[0])).parameter.name, part[1], part[2],
                               part[3], part[4], part[5]});
    }
    return found;
}

Json room_json(const StudyConfig& config, const ToleranceRoom& room, const std::optional<double>& limit) {
    Json json = {{"by_mean", room.by_mean},
                 {"safely", room.safely},
                 {"most", room.most},
                 {"params", params_of(config, room.centre)},
                 {"safe_params", params_of(config, room.safe_centre)}};
    if (room.limits.empty()) return json;
    json["limits"] = Json::array();
    const std::vector<LimitRoom> each = each_limit(config, room, limit);
    for (const LimitRoom& one : each) {
        Json part = limit_json(one.limit);
        part.update({{"by_mean", one.allowed.by_mean},
                     {"safely", one.allowed.safely},
                     {"value", one.value},
                     {"binds", does_bind(one, each, room.most)}});
        json["limits"].push_back(std::move(part));
    }
    return json;
}

/// Refuses a limit on an output of which nothing is known.
void require_limit_models(const ModelledStudy& modelled) {
    for (const Limit& limit : modelled.study.config.limits) {
        const auto is_of_it = [&](const LimitModel& model) { return model.limit == limit; };
        if (std::ranges::any_of(modelled.limits, is_of_it)) continue;
        throw std::invalid_argument(fmt::format(
            "{}: no evaluation gave a {}, so that nothing is known of it; evaluate it, or leave out the limit",
            to_string(limit), limit.of));
    }
}

/// The limited output of that name; nothing for the one that is minimised.
const LimitModel* limited_output(const ModelledStudy& modelled, const std::string& name) {
    const StudyConfig& config = modelled.study.config;
    if (name.empty() || name == config.objective.minimise) return nullptr;
    std::vector<std::string> names = outputs_of(config.limits);
    names.insert(names.begin(), config.objective.minimise);
    if (std::ranges::find(names, name) == names.end()) {
        throw ArgumentMistake("of", unknown_name("output", name, names));
    }
    const auto found = std::ranges::find_if(modelled.limits, [&](const LimitModel& m) { return m.limit.of == name; });
    if (found == modelled.limits.end()) {
        throw ArgumentMistake("of", fmt::format("no evaluation gave a {}, so that nothing is known of it", name));
    }
    return &*found;
}

/// The present tolerances at the centre that is asked about.
AllocatedTolerances present_tolerances(const ModelledStudy& modelled, const AllocationQuestion& question,
                                       double limit) {
    const StudyConfig& config = modelled.study.config;
    const Vector& centre = modelled.centre;
    const PredictedWorst worst = regions_of(modelled).at(centre).worst();
    AllocatedTolerances now{worst.by_search <= limit, Vector(centre.size()), centre,     0,
                            worst.by_search,          worst.upper,           worst.lower};
    now.others = limits_at(config, modelled.limits, centre);
    for (const AllocatedLimit& other : now.others) now.keeps_limit = now.keeps_limit && other.expected_beyond <= 0;
    for (std::size_t d = 0; d < question.parameters.size(); ++d) {
        const double t = config.parameters[d].tolerance.amount;
        now.tolerances[static_cast<Index>(d)] = t;
        if (question.parameters[d].cost && t > 0) now.cost += question.parameters[d].cost->at(t);
    }
    return now;
}

Json allocated_json(const StudyConfig& config, const AllocatedTolerances& found) {
    Json tolerances = Json::object();
    Json params = params_of(config, found.centre);
    for (std::size_t d = 0; d < config.parameters.size(); ++d) {
        const Parameter& p = config.parameters[d].parameter;
        if (p.chosen) {
            tolerances[p.name] = found.tolerances[static_cast<Index>(d)];
        } else {
            params.erase(p.name);
        }
    }
    Json json = {{"keeps_limit", found.keeps_limit},
                 {"cost", found.cost},
                 {"tolerances", tolerances},
                 {"params", params},
                 {"worst", found.worst},
                 {"lower", found.lower},
                 {"upper", found.upper}};
    if (config.limits.empty()) return json;
    json["limits"] = Json::array();
    for (const AllocatedLimit& other : found.others) {
        json["limits"].push_back({{"of", other.limit.of},
                                  {"bound", other.limit.bound},
                                  {"expected", other.expected},
                                  {"surely", std::isfinite(other.surely) ? Json(other.surely) : Json(nullptr)},
                                  {"lower", other.interval ? Json(other.interval->lower) : Json(nullptr)},
                                  {"upper", other.interval ? Json(other.interval->upper) : Json(nullptr)}});
    }
    json["bound_by"] = found.bound_by.empty() ? Json(nullptr) : Json(found.bound_by);
    return json;
}

Json one_allocation_json(const StudyConfig& config, const Allocation& allocation) {
    return {{"limit", allocation.limit},
            {"by_mean", allocated_json(config, allocation.by_mean)},
            {"safely", allocation.safely ? allocated_json(config, *allocation.safely) : Json(nullptr)}};
}

}  // namespace

std::vector<LimitRoom> each_limit(const StudyConfig& config, const ToleranceRoom& room,
                                  const std::optional<double>& limit) {
    std::vector<LimitRoom> each = room.limits;
    if (limit) each.push_back({limit_at_most(config.objective.minimise, *limit), *room.objective, room.value});
    return each;
}

bool does_bind(const LimitRoom& one, const std::vector<LimitRoom>& each, double most) {
    const auto by_mean = [](const LimitRoom& other) { return other.allowed.by_mean; };
    return one.allowed.by_mean < most && one.allowed.by_mean <= std::ranges::min(each, {}, by_mean).allowed.by_mean;
}

ToleranceAnswer tolerance_answer(const ModelledStudy& modelled, const std::optional<double>& limit,
                                 const std::string& parameter, int threads) {
    const StudyConfig& config = modelled.study.config;
    const std::optional<double> known = config.limits.empty() ? limit_of(config, limit) : known_limit_of(config, limit);
    require_limit_models(modelled);
    std::optional<std::size_t> place;
    if (!parameter.empty()) place = parameter_of(config, parameter, "parameter");
    const auto at_centre = [&] {
        return tolerance_room_at(config, modelled.model, modelled.centre, known, place, modelled.limits);
    };
    const auto at_best = [&] {
        return tolerance_room(config, modelled.model, modelled.centre, known, Parallel(threads), place,
                              modelled.limits);
    };
    if (!config.limits.empty()) return {known, parameter, at_centre(), at_best()};
    Vector about(2 + modelled.centre.size());
    about << *known, place ? static_cast<double>(*place) : -1.0, modelled.centre;
    const auto kept = [&](const std::string& question, const std::function<ToleranceRoom()>& find) {
        return room_from(
            study::kept_numbers(config, modelled.model, question, about, [&] { return room_numbers(find()); }));
    };
    return {known, parameter, kept("room", at_centre), kept("best-room", at_best)};
}

Json tolerance_json(const StudyConfig& config, const ToleranceAnswer& answer) {
    return {{"limit", answer.limit ? Json(*answer.limit) : Json(nullptr)},
            {"parameter", answer.parameter.empty() ? Json(nullptr) : Json(answer.parameter)},
            {"at_centre", room_json(config, answer.at_centre, answer.limit)},
            {"at_best_centre", room_json(config, answer.at_best_centre, answer.limit)}};
}

ContributionsAnswer contributions_answer(const ModelledStudy& modelled, const std::string& of) {
    const StudyConfig& config = modelled.study.config;
    const LimitModel* output = limited_output(modelled, of);
    if (output == nullptr) {
        const Vector kept = study::kept_numbers(config, modelled.model, "contributions", modelled.centre, [&] {
            return contribution_numbers(config, contributions(config, modelled.model, modelled.centre));
        });
        return {config.objective.minimise, std::nullopt, modelled.centre, contributions_from(config, kept)};
    }
    return {output->limit.of, output->limit, modelled.centre, contributions(config, *output, modelled.centre)};
}

Json contributions_json(const StudyConfig& config, const ContributionsAnswer& answer) {
    const Contributions& found = answer.found;
    Json parts = Json::array();
    for (const Contribution& c : found.parts) {
        parts.push_back({{"parameter", c.name},
                         {"alone", c.alone},
                         {"alone_error", c.alone_error},
                         {"total", c.total},
                         {"total_error", c.total_error},
                         {"worst_cost", c.worst_cost}});
    }
    return {{"of", answer.of},
            {"params", params_of(config, answer.centre)},
            {"average", found.average},
            {"average_lower", found.average_lower},
            {"average_upper", found.average_upper},
            {"standard_deviation", found.sd},
            {"contributions", parts}};
}

const Allocation& AllocationAnswer::at_limit() const {
    return *std::ranges::find(curve, limit, &Allocation::limit);
}

AllocationAnswer allocation_answer(const ModelledStudy& modelled, const AllocationOptions& options) {
    const StudyConfig& config = modelled.study.config;
    const double limit = limit_of(config, options.limit);
    AllocationQuestion question{options.choices.empty() ? usual_choices(config) : options.choices, modelled.centre,
                                options.centre};
    const double value = regions_of(modelled).at(modelled.centre).value();
    AllocatedTolerances now = present_tolerances(modelled, question, limit);
    std::vector<Allocation> curve =
        allocate(config, modelled.model, question, limits_around(limit, value, options.curve),
                 Parallel(options.threads), modelled.limits);
    return {std::move(question), limit, std::move(now), std::move(curve)};
}

Json allocation_json(const StudyConfig& config, const AllocationAnswer& answer) {
    Json json = one_allocation_json(config, answer.at_limit());
    json["now"] = allocated_json(config, answer.now);
    json["curve"] = Json::array();
    for (const Allocation& allocation : answer.curve) {
        json["curve"].push_back(one_allocation_json(config, allocation));
    }
    return json;
}

}  // namespace sweetspot
