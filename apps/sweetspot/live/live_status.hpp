// How a running study stands, as JSON for a live page and other tools.
#pragma once

#include "base/json_text.hpp"
#include "sweetspot/study/store.hpp"

namespace sweetspot::app {

/// {"name", "revision", "spent", "done", "budget", "states": {"complete": 12, …}, "running": [{"number", "params",
/// "since"}], "failures": [the last five: {"number", "reason", "stdout", "stderr"}], "seconds_left" or null, "ends":
/// why nothing more will be started, or null}. Times are seconds since 1970. Spent is what is done or begun.
[[nodiscard]] Json live_status(const StudyConfig& config, const StudyView& view);

}  // namespace sweetspot::app
