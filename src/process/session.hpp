// The processes of a session, by the kernel's list in /proc. A session holds together what a process group does not:
// programs that give their children groups of their own (timeout, mpirun, a shell with job control).
//
// The session's number must be held while these functions run, by a leader that has not been waited for; otherwise the
// kernel may have given the number to strangers.
#pragma once

#include <sys/types.h>

#include <vector>

#include "process/descriptor.hpp"

namespace sweetspot::process {

/// A descriptor of a process (close-on-exec), readable when it has ended.
[[nodiscard]] Descriptor open_process(pid_t process);

/// The numbers of all processes at this moment.
[[nodiscard]] std::vector<pid_t> living_processes();

/// Members that have not ended.
[[nodiscard]] std::vector<pid_t> living_members(pid_t session);

/// Sends SIGKILL to every member, also to those that are born meanwhile.
void end_session(pid_t session);

}  // namespace sweetspot::process
