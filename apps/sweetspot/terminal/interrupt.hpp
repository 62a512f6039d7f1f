// Signals as wishes: what Ctrl-C, a closed terminal and a request to end mean while a command works.
#pragma once

#include "sweetspot/study/runner.hpp"

namespace sweetspot::app {

/// While it lives, SIGINT, SIGTERM and SIGHUP are noted instead of ending the program.
///
/// Ctrl-C (SIGINT): with `finish_first` the first one asks to finish what runs and the second to end it in order;
/// otherwise the first asks for an orderly end. The next one ends the program at once. SIGTERM asks for an orderly end,
/// and a second one ends the program. SIGHUP, the terminal was closed, asks for an orderly end however often it comes;
/// a program that was started to ignore it (nohup) goes on.
class Interrupt {
  public:
    enum class Manner { end_at_once, finish_first };

    explicit Interrupt(Manner manner = Manner::end_at_once);
    ~Interrupt();
    Interrupt(const Interrupt&) = delete;
    Interrupt& operator=(const Interrupt&) = delete;

    [[nodiscard]] StopWish wish() const;
    [[nodiscard]] bool asked_for() const { return wish() != StopWish::go_on; }

  private:
    using Handler = void (*)(int);
    Handler interrupt_;
    Handler terminate_;
    Handler hang_up_;
};

}  // namespace sweetspot::app
