// Ctrl-C as a question: the first one asks for an orderly end, the second one ends the program at once.
#pragma once

namespace sweetspot::app {

/// While it lives, SIGINT and SIGTERM are noted instead of ending the program; after the first, the system's own way is
/// back.
class Interrupt {
  public:
    Interrupt();
    ~Interrupt();
    Interrupt(const Interrupt&) = delete;
    Interrupt& operator=(const Interrupt&) = delete;

    [[nodiscard]] bool asked_for() const;

  private:
    using Handler = void (*)(int);
    Handler interrupt_;
    Handler terminate_;
};

}  // namespace sweetspot::app
