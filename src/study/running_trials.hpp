// The trials that are being evaluated at this moment: where, for how long, and what they hold of this machine.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "process/usage.hpp"
#include "sweetspot/study/store.hpp"

namespace sweetspot {

struct RunningTrial {
    Index number = 0;
    std::string runner;                                  ///< as of Trial
    double seconds = 0;                                  ///< since it was taken
    std::optional<process::Usage> usage = std::nullopt;  ///< nothing: it runs elsewhere, or cannot be seen
};

/// By number.
[[nodiscard]] std::vector<RunningTrial> running_trials(const StudyConfig& config, const StudyView& view);

/// What those that can be seen hold together.
[[nodiscard]] process::Usage held_by(const std::vector<RunningTrial>& trials);

}  // namespace sweetspot
