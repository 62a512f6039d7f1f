#include "apps/sweetspot/live/request_head.hpp"

#include <algorithm>
#include <array>
#include <cstring>

namespace sweetspot::app {
namespace {

constexpr std::string_view line_end = "\r\n";
/// The end of the line before, and an empty one.
constexpr std::string_view head_end = "\n\r\n";
constexpr std::array<std::string_view, 4> headers_that_matter = {"host", "authorization", "accept-encoding",
                                                                 "if-none-match"};

bool is_same_header(std::string_view name, std::string_view lower) {
    return std::ranges::equal(name, lower,
                              [](char a, char b) { return (a >= 'A' && a <= 'Z' ? a - 'A' + 'a' : a) == b; });
}

bool matters(std::string_view line) {
    const std::string_view name = line.substr(0, line.find(':'));
    return line == line_end || std::ranges::any_of(headers_that_matter,
                                                   [&](std::string_view known) { return is_same_header(name, known); });
}

}  // namespace

std::string lines_that_matter(std::string_view head) {
    std::string kept;
    for (bool first = true; !head.empty(); first = false) {
        const std::string_view line = head.substr(0, std::min(head.find('\n'), head.size() - 1) + 1);
        head.remove_prefix(line.size());
        if (first || matters(line)) kept += line;
    }
    return kept;
}

void RequestHead::read_head() {
    std::string head;
    std::array<char, 4096> buffer;
    std::size_t end = std::string::npos;
    while (end == std::string::npos) {
        const ssize_t got = connection_.read(buffer.data(), buffer.size());
        if (got <= 0) break;
        // From where the end may have begun, so that a head that comes byte by byte is not searched again each time.
        const std::size_t searched = head.size() - std::min(head.size(), head_end.size() - 1);
        head.append(buffer.data(), static_cast<std::size_t>(got));
        end = head.find(head_end, searched);
    }
    if (end != std::string::npos) head.resize(end + head_end.size());
    lines_ = lines_that_matter(head);
    is_read_ = true;
}

ssize_t RequestHead::read(char* to, std::size_t size) {
    if (!is_read_) read_head();
    const std::size_t taken = std::min(size, lines_.size() - position_);
    std::memcpy(to, lines_.data() + position_, taken);
    position_ += taken;
    return static_cast<ssize_t>(taken);
}

}  // namespace sweetspot::app
