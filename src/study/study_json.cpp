#include "study/study_json.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "study/running_trials.hpp"
#include "sweetspot/study/study.hpp"

namespace sweetspot {

Json params_of(const StudyConfig& config, const Vector& x) {
    Json params = Json::object();
    for (std::size_t d = 0; d < config.parameters.size(); ++d) {
        const Parameter& p = config.parameters[d].parameter;
        const double value = x[static_cast<Index>(d)];
        if (p.is_choice()) {
            params[p.name] = choice_at(p, value);
        } else if (p.step == 1 && value == std::floor(value)) {  // what was really run need not be whole
            params[p.name] = std::llround(value);
        } else {
            params[p.name] = value;
        }
    }
    return params;
}

Json limit_json(const Limit& limit) {
    Json json = {{"of", limit.of}};
    json[limit.side == Limit::Side::at_most ? "at_most" : "at_least"] = limit.bound;
    json["for"] = limit.what == Limit::For::share ? Json(limit.share)
                                                  : Json(limit.what == Limit::For::worst ? "worst" : "centre");
    return json;
}

Json trial_json(const StudyConfig& config, const Trial& trial) {
    Json json = {{"number", trial.number},
                 {"state", std::string(to_string(trial.state))},
                 {"source", std::string(to_string(trial.source))},
                 {"params", params_of(config, trial.x)}};
    if (trial.asked != trial.x) json["asked"] = params_of(config, trial.asked);
    if (trial.measurement) {
        json["value"] = trial.measurement->value;
        if (trial.measurement->standard_error) json["standard_error"] = *trial.measurement->standard_error;
        if (!trial.measurement->outputs.empty()) json["outputs"] = trial.measurement->outputs;
    }
    if (trial.failure) {
        json["failure"] = std::string(to_string(trial.failure->kind));
        json["reason"] = trial.failure->reason;
    }
    if (trial.seconds > 0) json["seconds"] = trial.seconds;
    if (!trial.work_directory.empty()) json["work_directory"] = trial.work_directory;
    return json;
}

Json trials_json(const StudyConfig& config, const StudyView& view, Seconds seconds) {
    Json all = Json::array();
    for (const Trial& trial : view.trials) {
        all.push_back(trial_json(config, trial));
        if (seconds == Seconds::left_out) all.back().erase("seconds");
    }
    return all;
}

namespace {

Json usage_json(const process::Usage& usage) {
    return {{"processes", usage.processes}, {"cpu_seconds", usage.cpu_seconds}, {"memory", std::llround(usage.memory)}};
}

Json running_json(const RunningTrial& trial) {
    Json json = {{"number", trial.number}, {"runner", trial.runner}, {"seconds", trial.seconds}};
    if (trial.usage) json.update(usage_json(*trial.usage));
    return json;
}

}  // namespace

Json status_json(const Study& study, const StudyView& view) {
    std::map<TrialState, Index> counts;
    for (const Trial& trial : view.trials) ++counts[trial.state];
    Json trials = Json::object();
    for (const auto& [state, count] : counts) trials[std::string(to_string(state))] = count;
    const bool is_left = std::ranges::any_of(view.trials, is_open);
    const auto reason = is_left ? std::nullopt : reason_to_end(study, view);
    const std::vector<RunningTrial> running = running_trials(study.config, view);
    Json running_list = Json::array();
    for (const RunningTrial& trial : running) running_list.push_back(running_json(trial));
    return {{"name", study.config.name},
            {"spent", spent(study.config, view)},
            {"budget", study.config.budget.evaluations},
            {"trials", trials},
            {"running", running_list},
            {"held", usage_json(held_by(running))},
            {"ends", reason ? Json(reason->sentence) : Json(nullptr)}};
}

}  // namespace sweetspot
