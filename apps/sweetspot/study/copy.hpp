// `sweetspot copy`: a study from one store into another, from a file into a database or back.
#pragma once

#include "apps/sweetspot/command_line.hpp"

namespace sweetspot::app {

[[nodiscard]] Command add_copy(CLI::App& app);

}  // namespace sweetspot::app
