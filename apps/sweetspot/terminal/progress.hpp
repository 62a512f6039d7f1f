// How far a search has come, for people: one line that is rewritten on a terminal, now and then a plain line elsewhere.
#pragma once

#include <chrono>
#include <deque>
#include <iosfwd>
#include <string>

#include "sweetspot/search/optimizer.hpp"

namespace sweetspot::app {

/// "3.2 s", "12 min", "2.5 h".
[[nodiscard]] std::string duration(double seconds);
/// Of the terminal behind standard error.
[[nodiscard]] std::size_t terminal_columns();

class Progress {
  public:
    enum class Style { silent, plain, live };

    /// Live if standard error is a terminal that can move its cursor, otherwise plain.
    [[nodiscard]] static Style style_of_standard_error();

    Progress(Style style, Index budget, std::ostream& err);
    /// Leaves the live line as it is and begins another.
    ~Progress();
    Progress(const Progress&) = delete;
    Progress& operator=(const Progress&) = delete;

    /// To be called after each evaluation.
    void report(Index done, const Suggestion& suggestion);

    [[nodiscard]] double elapsed_seconds() const;

  private:
    using Clock = std::chrono::steady_clock;

    /// From the last few evaluations, because suggestions take longer as observations gather.
    [[nodiscard]] double seconds_left(Index done) const;
    [[nodiscard]] std::string line(Index done, const Suggestion& suggestion, std::size_t columns) const;

    Style style_;
    Index budget_;
    std::ostream& err_;
    Clock::time_point start_ = Clock::now();
    std::deque<Clock::time_point> recent_ = {start_};
    bool line_is_open_ = false;
};

}  // namespace sweetspot::app
