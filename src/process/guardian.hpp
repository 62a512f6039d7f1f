// A small process that outlives this one by a moment. When this one is gone (SIGKILL, a crash, a closed terminal), it
// ends by force whatever the commands have left running: the kernel ends only a command's own process with us, not the
// processes that a wrapper script has started.
//
// What is ended are the sessions that it was told of, and every process that has the guardian's mark in its
// environment, also in a session of its own. Out of reach is what runs as another user or on another machine.
#pragma once

#include <sys/types.h>

#include <string>

#include "process/descriptor.hpp"

namespace sweetspot::process {

class Guardian {
  public:
    /// Throws std::runtime_error if the machine has no room for one more process.
    Guardian();
    /// In order: the guardian goes, and ends nothing.
    ~Guardian();
    Guardian(const Guardian&) = delete;
    Guardian& operator=(const Guardian&) = delete;

    /// NAME=value, for the environment of every process that is to end with this one.
    [[nodiscard]] const std::string& mark() const { return mark_; }
    void watch(pid_t session) const { say(session); }
    /// The session has ended; its number may soon be somebody else's.
    void forget(pid_t session) const { say(-session); }

  private:
    void say(pid_t word) const;

    std::string mark_;
    Descriptor line_;  ///< its other end is the guardian's; that it breaks is the sign
};

}  // namespace sweetspot::process
