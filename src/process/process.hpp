// One child process that leads a session of its own, with its standard streams in files: no pipe between it and us can
// fill up, break, or be held open by its children.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "process/descriptor.hpp"

namespace sweetspot::process {

/// What each process of the session may use.
struct ProcessLimits {
    int nice = 0;                                   ///< further back than this program, at most 19 in all
    std::optional<double> memory = std::nullopt;    ///< bytes of address space
    std::optional<double> cpu_time = std::nullopt;  ///< seconds; SIGXCPU then, and SIGKILL five later
};

struct ProcessPlan {
    std::filesystem::path program;         ///< absolute; PATH is not searched
    std::vector<std::string> arguments;    ///< the first is the name the program sees of itself
    std::vector<std::string> environment;  ///< NAME=value, before what is inherited
    std::filesystem::path folder;          ///< it runs there
    std::filesystem::path in;
    std::filesystem::path out;  ///< made or emptied
    std::filesystem::path err;  ///< made or emptied
    ProcessLimits limits = {};
    std::vector<std::string> withheld = {};  ///< beginnings of NAME=value that are not inherited
};

/// How a process ended.
struct ProcessEnd {
    int status = 0;          ///< as waitpid() gives it
    double cpu_seconds = 0;  ///< of it and the children that it has waited for, together
    double peak_memory = 0;  ///< resident bytes of the largest of these; 0: not known
};

/// The program could not be run; `code` is the errno of execve.
struct CouldNotRun {
    int code = 0;
};

/// Owns the process: the end of the object is the end of the session. A process is first seen to have ended, and then
/// waited for by finish(): between the two its number is held, so that signals to its session meet no stranger.
class Process {
  public:
    /// Throws CouldNotRun, or std::runtime_error with a sentence if the machine is the reason.
    explicit Process(const ProcessPlan& plan);
    ~Process();
    Process(const Process&) = delete;
    Process& operator=(const Process&) = delete;

    /// Of which it is the leader.
    [[nodiscard]] pid_t session() const { return process_; }
    /// Readable, for poll(), when the process has ended; its children may live on.
    [[nodiscard]] int descriptor() const { return handle_.get(); }
    [[nodiscard]] bool has_ended() const;
    [[nodiscard]] bool session_lives() const;

    /// SIGTERM to its group, also if it is stopped.
    void ask_to_end() const;
    /// SIGKILL to its session.
    void end_by_force() const;
    /// Of a process that has ended: ends what is left of its session and says how it ended.
    [[nodiscard]] ProcessEnd finish();

  private:
    pid_t process_ = 0;
    Descriptor handle_;
};

}  // namespace sweetspot::process
