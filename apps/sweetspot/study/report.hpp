// The command report: a study, or several side by side, as one HTML file.
#pragma once

#include "apps/sweetspot/command_line.hpp"

namespace sweetspot::app {

[[nodiscard]] Command add_report(CLI::App& app);

}  // namespace sweetspot::app
