// Which process this is, so that another one can tell later whether it still lives: number, start time and boot.
#pragma once

#include <string>

namespace sweetspot::process {

/// Of this process; the same for its whole life, and never that of another.
[[nodiscard]] const std::string& own_identity();
[[nodiscard]] bool is_of_this_machine(const std::string& identity);
/// True unless it is known to be gone: a process of this machine that does not exist any more, or of a boot before this
/// one. Of a process on another machine nothing is known, so it counts as alive.
[[nodiscard]] bool may_be_alive(const std::string& identity);

}  // namespace sweetspot::process
