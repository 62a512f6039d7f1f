#include "apps/sweetspot/live/live_status.hpp"

#include <algorithm>
#include <filesystem>

#include "process/excerpt.hpp"
#include "study/study_json.hpp"
#include "sweetspot/study/study.hpp"

namespace sweetspot::app {
namespace {

constexpr std::size_t most_failures = 5;

Json failures_of(const StudyConfig& config, const StudyView& view) {
    Json failures = Json::array();
    for (auto trial = view.trials.rbegin(); trial != view.trials.rend() && failures.size() < most_failures; ++trial) {
        if (!trial->failure) continue;
        Json failure = {{"number", trial->number}, {"reason", trial->failure->reason}};
        if (!trial->work_directory.empty()) {
            const auto folder = work_folder(config).parent_path() / trial->work_directory;
            failure["stdout"] = process::end_of_output(folder / "stdout");
            failure["stderr"] = process::end_of_output(folder / "stderr");
        }
        failures.push_back(std::move(failure));
    }
    return failures;
}

/// By the pace of the last evaluations; none while there is no pace, or nothing runs.
Json seconds_left(const StudyConfig& config, const StudyView& view) {
    constexpr std::size_t recent = 10;
    std::vector<double> ended;
    bool is_running = false;
    for (const Trial& trial : view.trials) {
        is_running = is_running || trial.state == TrialState::running;
        const bool counts = trial.source == TrialSource::search || trial.source == TrialSource::verify;
        if (!is_open(trial) && counts) ended.push_back(trial.changed_at);
    }
    std::sort(ended.begin(), ended.end());
    if (!is_running || ended.size() < 3) return nullptr;
    const std::size_t first = ended.size() > recent ? ended.size() - recent : 0;
    const double pace = (ended.back() - ended[first]) / static_cast<double>(ended.size() - 1 - first);
    const Index left = std::max<Index>(0, config.budget.evaluations - static_cast<Index>(ended.size()));
    return pace * static_cast<double>(left);
}

/// Of those that count for the budget, the ones that have come to their end.
Index done(const StudyConfig& config, const StudyView& view) {
    StudyView ended{view.revision, {}};
    std::ranges::remove_copy_if(view.trials, std::back_inserter(ended.trials), is_open);
    return spent(config, ended);
}

}  // namespace

Json live_status(const StudyConfig& config, const StudyView& view) {
    Json states = Json::object();
    Json running = Json::array();
    for (const Trial& trial : view.trials) {
        const std::string state(to_string(trial.state));
        states[state] = states.value(state, 0) + 1;
        if (trial.state != TrialState::running) continue;
        running.push_back(
            {{"number", trial.number}, {"params", params_of(config, trial.x)}, {"since", trial.changed_at}});
    }
    const auto ends = reason_to_end(config, view);
    return {{"name", config.name},
            {"revision", view.revision},
            {"spent", spent(config, view)},
            {"done", done(config, view)},
            {"budget", config.budget.evaluations},
            {"states", states},
            {"running", running},
            {"failures", failures_of(config, view)},
            {"seconds_left", seconds_left(config, view)},
            {"ends", ends ? Json(ends->sentence) : Json(nullptr)}};
}

}  // namespace sweetspot::app
