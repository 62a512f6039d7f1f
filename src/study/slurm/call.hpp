// One of Slurm's commands while it runs, by its argument list: what it printed, and no longer than it may take.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "process/descriptor.hpp"
#include "process/process.hpp"

namespace sweetspot::slurm {

/// Seconds of a clock that only goes forward.
[[nodiscard]] double steady_seconds();

struct CallResult {
    int exit_status = -1;  ///< -1: a signal ended it, as ours does when its time is over
    std::string out;
    std::string err;
    double seconds = 0;
};

/// The end of the object is the end of the command.
class Call {
  public:
    /// The first argument is the program's path. Throws std::runtime_error with a sentence if it cannot be run.
    Call(std::vector<std::string> arguments, double time_limit);

    /// Ends one whose time is over.
    [[nodiscard]] bool is_over();
    /// For poll(): readable when it has ended.
    [[nodiscard]] int descriptor() const { return process_->descriptor(); }
    /// Of one that is over, once.
    [[nodiscard]] CallResult result();

  private:
    process::Descriptor out_;
    process::Descriptor err_;
    std::unique_ptr<process::Process> process_;
    double began_;
    double limit_;
};

/// Waits for the end.
[[nodiscard]] CallResult result_of(std::vector<std::string> arguments, double time_limit);

}  // namespace sweetspot::slurm
