#include "apps/sweetspot/terminal/interrupt.hpp"

#include <csignal>

namespace sweetspot::app {
namespace {

volatile std::sig_atomic_t stage = 0;  // 0: go on, 1: finish, 2: end
volatile std::sig_atomic_t finishes_first = 0;

extern "C" void note_signal(int signal) {
    const bool gentle = signal == SIGINT && finishes_first != 0 && stage == 0;
    stage = gentle ? 1 : 2;
    if (stage == 1) return;
    // From here on the system's own way is back, but for a closed terminal: shells send SIGHUP once more.
    std::signal(SIGINT, SIG_DFL);
    if (signal == SIGTERM) std::signal(SIGTERM, SIG_DFL);
}

}  // namespace

Interrupt::Interrupt(Manner manner) {
    stage = 0;
    finishes_first = manner == Manner::finish_first ? 1 : 0;
    interrupt_ = std::signal(SIGINT, note_signal);
    terminate_ = std::signal(SIGTERM, note_signal);
    hang_up_ = std::signal(SIGHUP, note_signal);
    if (hang_up_ == SIG_IGN) std::signal(SIGHUP, SIG_IGN);
}

Interrupt::~Interrupt() {
    std::signal(SIGINT, interrupt_);
    std::signal(SIGTERM, terminate_);
    std::signal(SIGHUP, hang_up_);
}

StopWish Interrupt::wish() const {
    return stage == 0 ? StopWish::go_on : stage == 1 ? StopWish::finish : StopWish::end;
}

}  // namespace sweetspot::app
