// No signal reaches this thread for a while, nor a process that is born meanwhile.
#pragma once

#include <csignal>

namespace sweetspot::process {

/// Blocks all signals while it lives, so that no handler of ours runs in a child.
class SignalsBlocked {
  public:
    SignalsBlocked() {
        sigset_t all;
        sigfillset(&all);
        pthread_sigmask(SIG_SETMASK, &all, &before_);
    }
    ~SignalsBlocked() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
    SignalsBlocked(const SignalsBlocked&) = delete;
    SignalsBlocked& operator=(const SignalsBlocked&) = delete;

  private:
    sigset_t before_;
};

}  // namespace sweetspot::process
