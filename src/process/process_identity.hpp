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

/// How the identities of all processes of this machine since its last start begin.
[[nodiscard]] const std::string& own_machine();
/// Of this process, for a place that several machines share, where two of them may well have the same name.
[[nodiscard]] const std::string& own_shared_identity();
/// True if a process of such an identity was of this very machine, since its last start and in this container, and does
/// not exist any more.
[[nodiscard]] bool is_known_to_be_gone(const std::string& shared_identity);

/// This process, for people: "node7, process 4711".
[[nodiscard]] const std::string& own_name();
/// The same of an identity of either kind.
[[nodiscard]] std::string name_of(const std::string& identity);

}  // namespace sweetspot::process
