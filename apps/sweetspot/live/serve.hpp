// `sweetspot serve`: the report of a study as a live page.
#pragma once

#include "apps/sweetspot/command_line.hpp"

namespace sweetspot::app {

[[nodiscard]] Command add_serve(CLI::App& app);

}  // namespace sweetspot::app
