// `sweetspot run`: a study from wherever it stands to the end of its budget.
#pragma once

#include "apps/sweetspot/command_line.hpp"

namespace sweetspot::app {

[[nodiscard]] Command add_run(CLI::App& app);

}  // namespace sweetspot::app
