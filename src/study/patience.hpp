// How long to wait before one looks again at what others do: briefly while things move, and longer the longer nothing
// has happened.
#pragma once

#include <algorithm>
#include <chrono>

namespace sweetspot {

/// What comes is noticed after a quarter more time than it took, but for the first milliseconds.
class Patience {
  public:
    static constexpr double longest = 0.5;  ///< seconds; also to notice a wish to stop

    /// Something has happened.
    void reset() { since_ = Clock::now(); }
    /// Seconds since something happened.
    [[nodiscard]] double waited() const { return std::chrono::duration<double>(Clock::now() - since_).count(); }
    /// Seconds until the next look.
    [[nodiscard]] double pause() const { return std::clamp(waited() / 4, shortest, longest); }

  private:
    using Clock = std::chrono::steady_clock;
    static constexpr double shortest = 0.02;

    Clock::time_point since_ = Clock::now();
};

}  // namespace sweetspot
