#include "study/running_trials.hpp"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <map>
#include <system_error>

#include "process/work_directory.hpp"

namespace sweetspot {
namespace {

namespace fs = std::filesystem;

/// The same folder under the same name, however it was said.
fs::path canonical_name(const fs::path& folder) {
    std::error_code failed;
    fs::path name = fs::weakly_canonical(folder, failed);
    return failed ? folder : name;
}

double now_since_1970() {
    return std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch()).count();
}

}  // namespace

std::vector<RunningTrial> running_trials(const StudyConfig& config, const StudyView& view) {
    std::vector<RunningTrial> result;
    if (std::ranges::count(view.trials, TrialState::running, &Trial::state) == 0) return result;
    std::map<fs::path, process::Usage> usage;
    for (const auto& [folder, used] : process::usage_by_work_directory()) usage[canonical_name(folder)] += used;
    const fs::path root = fs::absolute(work_folder(config));
    for (const Trial& trial : view.trials) {
        if (trial.state != TrialState::running) continue;
        result.push_back({trial.number, trial.runner, std::max(0.0, now_since_1970() - trial.changed_at)});
        const auto found =
            usage.find(canonical_name(process::work_directory_of(root, trial.number, trial.attempts + 1)));
        if (found != usage.end()) result.back().usage = found->second;
    }
    return result;
}

process::Usage held_by(const std::vector<RunningTrial>& trials) {
    process::Usage all;
    for (const RunningTrial& trial : trials) all += trial.usage.value_or(process::Usage());
    return all;
}

}  // namespace sweetspot
