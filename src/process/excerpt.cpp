#include "process/excerpt.hpp"

#include <algorithm>
#include <vector>

#include "sweetspot/base/one_line.hpp"

namespace sweetspot::process {
namespace {

bool is_continuation(char c) {
    return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U;
}

std::string shortened(std::string line, Cut cut) {
    if (line.size() <= excerpt_length) return line;
    std::size_t from = cut == Cut::end ? 0 : line.size() - excerpt_length;
    std::size_t to = from + excerpt_length;
    while (from < to && is_continuation(line[from])) ++from;
    while (to < line.size() && to > from && is_continuation(line[to])) --to;
    const std::string middle = line.substr(from, to - from);
    return cut == Cut::end ? middle + "…" : "…" + middle;
}

}  // namespace

std::string excerpt(std::string_view text, Cut cut) {
    return shortened(one_line(text), cut);
}

std::string last_lines(std::string_view text, std::size_t lines) {
    std::vector<std::string> found;
    while (!text.empty() && found.size() < lines) {
        const std::size_t newline = text.rfind('\n');
        const std::string_view line = newline == std::string_view::npos ? text : text.substr(newline + 1);
        if (std::string clean = one_line(line); !clean.empty()) found.push_back(std::move(clean));
        text = newline == std::string_view::npos ? std::string_view() : text.substr(0, newline);
    }
    std::string joined;
    std::ranges::reverse(found);
    for (const std::string& line : found) joined += (joined.empty() ? "" : " | ") + line;
    return shortened(std::move(joined), Cut::beginning);
}

}  // namespace sweetspot::process
