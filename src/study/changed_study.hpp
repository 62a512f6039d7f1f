// What of a study file has changed since the study was last worked on, for people: what is suggested from here on
// follows the new one.
#pragma once

#include <string>

#include "sweetspot/study/config.hpp"

namespace sweetspot {

/// One sentence; empty where nothing has changed that suggestions or values depend on.
[[nodiscard]] std::string changes_between(const StudyConfig& before, const StudyConfig& now);

}  // namespace sweetspot
