#include "apps/sweetspot/terminal/progress.hpp"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <ostream>
#include <string_view>

namespace sweetspot::app {
namespace {

/// Plain lines come once in so many evaluations, and at the end.
constexpr Index plain_every = 10;
constexpr std::size_t remembered = 10;
constexpr std::size_t any_width = std::numeric_limits<std::size_t>::max();

}  // namespace

std::size_t terminal_columns() {
    constexpr std::size_t usual = 80;
    winsize size{};
    if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return usual;
    return size.ws_col;
}

std::string duration(double seconds) {
    if (seconds < 10) return fmt::format("{:.1f} s", seconds);
    if (seconds < 120) return fmt::format("{:.0f} s", seconds);
    if (seconds < 2 * 3600) return fmt::format("{:.0f} min", seconds / 60);
    return fmt::format("{:.1f} h", seconds / 3600);
}

Progress::Style Progress::style_of_standard_error() {
    const char* terminal = std::getenv("TERM");
    const bool moves = terminal != nullptr && std::string_view(terminal) != "dumb";
    return moves && isatty(STDERR_FILENO) != 0 ? Style::live : Style::plain;
}

Progress::Progress(Style style, Index budget, std::ostream& err) : style_(style), budget_(budget), err_(err) {}

Progress::~Progress() {
    if (line_is_open_) err_ << '\n' << std::flush;
}

double Progress::elapsed_seconds() const {
    return std::chrono::duration<double>(Clock::now() - start_).count();
}

double Progress::seconds_left(Index done) const {
    const double span = std::chrono::duration<double>(recent_.back() - recent_.front()).count();
    const auto intervals = static_cast<double>(std::max<std::size_t>(recent_.size() - 1, 1));
    return span / intervals * static_cast<double>(budget_ - done);
}

std::string Progress::line(Index done, const Suggestion& suggestion, std::size_t columns) const {
    const std::string count = fmt::format("{:>{}}/{}", done, std::to_string(budget_).size(), budget_);
    const std::string time =
        done == budget_ ? "took " + duration(elapsed_seconds()) : duration(seconds_left(done)) + " left";
    if (!suggestion.reason) {
        return done == budget_ ? fmt::format("{}  initial design  {}", count, time)
                               : fmt::format("{}  initial design", count);
    }
    const Suggestion::Reason& why = *suggestion.reason;
    std::string text =
        fmt::format("{}  best robust quality {:.3g}  expected improvement {:.3g}  {:.0f} ms per suggestion  {}", count,
                    why.incumbent_quality, why.expected_improvement, why.timings.total_ms, time);
    if (text.size() <= columns) return text;
    text = fmt::format("{}  quality {:.3g}  expected improvement {:.3g}  {:.0f} ms each  {}", count,
                       why.incumbent_quality, why.expected_improvement, why.timings.total_ms, time);
    return text.substr(0, columns);
}

void Progress::report(Index done, const Suggestion& suggestion) {
    recent_.push_back(Clock::now());
    if (recent_.size() > remembered) recent_.pop_front();
    if (style_ == Style::live) {
        // A line that reached the last column would wrap, and could not be rewritten.
        const std::size_t columns = terminal_columns() - 1;
        err_ << "\r\x1b[K" << line(done, suggestion, columns) << std::flush;
        line_is_open_ = true;
    } else if (style_ == Style::plain && (done % plain_every == 0 || done == budget_)) {
        err_ << line(done, suggestion, any_width) << std::endl;
    }
}

}  // namespace sweetspot::app
