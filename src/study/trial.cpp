#include "sweetspot/study/store.hpp"

#include <algorithm>
#include <stdexcept>
#include <vector>

#include "sweetspot/base/family.hpp"

namespace sweetspot {
namespace {

const std::vector<std::string>& state_names() {
    static const std::vector<std::string> names = {"waiting", "running", "complete", "failed", "stale"};
    return names;
}

const std::vector<std::string>& source_names() {
    static const std::vector<std::string> names = {"search", "told",     "imported",
                                                   "verify", "verified", "verified-design"};
    return names;
}

std::size_t position(const std::vector<std::string>& names, std::string_view what, std::string_view name) {
    const auto found = std::find(names.begin(), names.end(), name);
    if (found == names.end()) throw std::invalid_argument(unknown_name(what, name, names));
    return static_cast<std::size_t>(found - names.begin());
}

}  // namespace

std::string_view to_string(TrialState state) {
    return state_names()[static_cast<std::size_t>(state)];
}

TrialState trial_state_named(std::string_view name) {
    return static_cast<TrialState>(position(state_names(), "state", name));
}

std::string_view to_string(TrialSource source) {
    return source_names()[static_cast<std::size_t>(source)];
}

TrialSource trial_source_named(std::string_view name) {
    return static_cast<TrialSource>(position(source_names(), "source", name));
}

bool is_open(const Trial& trial) {
    return trial.state == TrialState::waiting || trial.state == TrialState::running || trial.state == TrialState::stale;
}

bool checks_answer(const Trial& trial) {
    return trial.source == TrialSource::verify || trial.source == TrialSource::verified;
}

bool is_extra_check(const Trial& trial) {
    return trial.source == TrialSource::verified || trial.source == TrialSource::verified_design;
}

}  // namespace sweetspot
