// `sweetspot work`: evaluates what others have chosen for a study, on any machine that has the simulator.
#pragma once

#include "apps/sweetspot/command_line.hpp"

namespace sweetspot::app {

[[nodiscard]] Command add_work(CLI::App& app);

}  // namespace sweetspot::app
