// `sweetspot verify`: true evaluations where the answer's region looks worst, and whether it keeps what it promises.
#pragma once

#include "apps/sweetspot/command_line.hpp"

namespace sweetspot::app {

[[nodiscard]] Command add_verify(CLI::App& app);

}  // namespace sweetspot::app
