#include "apps/sweetspot/terminal/interrupt.hpp"

#include <csignal>

namespace sweetspot::app {
namespace {

volatile std::sig_atomic_t interrupted = 0;

extern "C" void note_interrupt(int signal) {
    interrupted = 1;
    std::signal(signal, SIG_DFL);
}

}  // namespace

Interrupt::Interrupt() {
    interrupted = 0;
    interrupt_ = std::signal(SIGINT, note_interrupt);
    terminate_ = std::signal(SIGTERM, note_interrupt);
}

Interrupt::~Interrupt() {
    std::signal(SIGINT, interrupt_);
    std::signal(SIGTERM, terminate_);
}

bool Interrupt::asked_for() const {
    return interrupted != 0;
}

}  // namespace sweetspot::app
