// `sweetspot tolerance` and `sweetspot contributions`: questions about tolerances that need no new evaluation.
#pragma once

#include "apps/sweetspot/command_line.hpp"

namespace sweetspot::app {

[[nodiscard]] Command add_tolerance(CLI::App& app);
[[nodiscard]] Command add_contributions(CLI::App& app);

}  // namespace sweetspot::app
