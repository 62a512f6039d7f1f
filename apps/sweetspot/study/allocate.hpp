// `sweetspot allocate`: the cheapest tolerances that keep a limit, and what other limits would cost.
#pragma once

#include "apps/sweetspot/command_line.hpp"

namespace sweetspot::app {

[[nodiscard]] Command add_allocate(CLI::App& app);

}  // namespace sweetspot::app
