// Slurm's controller as we talk to it: one command at a time, none while it is away, and a word when it goes and when
// it is back.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "study/slurm/call.hpp"
#include "study/slurm/commands.hpp"

namespace sweetspot::slurm {

struct Answer {
    enum class Kind {
        done,
        refused,  ///< it is not going to work like this
        nobody    ///< nobody has answered; what was asked for may have been done all the same
    };
    Kind kind = Kind::done;
    std::string out;
    std::string why;      ///< what it said when it refused
    double asked_at = 0;  ///< of the steady clock
    double seconds = 0;
};

class Controller {
  public:
    using Teller = std::function<void(const std::string&)>;
    explicit Controller(Teller tell) : tell_(std::move(tell)) {}

    /// Whether something can be asked now.
    [[nodiscard]] bool is_free() const { return !call_ && steady_seconds() >= free_at_; }
    /// Asks; `then` is called by a later advance(). A refusal for limits is tried again by nobody but the caller,
    /// later.
    void ask(std::vector<std::string> arguments, std::function<void(const Answer&)> then);
    /// Hands over an answer that has come.
    void advance();
    /// Waits for the command that runs, if any.
    void settle();
    /// Steps back for longer and longer, and says why, once.
    void step_back(const std::string& why);

    /// For poll(); -1 if nothing is asked.
    [[nodiscard]] int descriptor() const { return call_ ? call_->descriptor() : -1; }

  private:
    void answer();
    void is_back();

    Teller tell_;
    std::optional<Call> call_ = std::nullopt;
    std::string program_ = {};
    std::function<void(const Answer&)> then_ = {};
    double asked_at_ = 0;
    double free_at_ = 0;
    double pause_ = 0;  ///< 0: all is well
};

}  // namespace sweetspot::slurm
