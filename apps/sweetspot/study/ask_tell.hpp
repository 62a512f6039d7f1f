// `sweetspot ask` and `sweetspot tell`: a study by hand.
#pragma once

#include "apps/sweetspot/command_line.hpp"

namespace sweetspot::app {

[[nodiscard]] Command add_ask(CLI::App& app);
[[nodiscard]] Command add_tell(CLI::App& app);

}  // namespace sweetspot::app
