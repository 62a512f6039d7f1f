#include "study/excerpt.hpp"

#include <algorithm>
#include <vector>

namespace sweetspot::study {
namespace {

bool is_continuation(char c) {
    return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U;
}

/// Bytes of the UTF-8 character at the start of `text`; 0 if there is none. Overlong forms, surrogates and characters
/// beyond U+10FFFF are refused by the range of the second byte (Unicode Standard, table 3-7).
std::size_t character_length(std::string_view text) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    const unsigned char first = byte(0);
    if (first < 0x80) return 1;
    const std::size_t length = first >= 0xC2 && first <= 0xDF   ? 2
                               : first >= 0xE0 && first <= 0xEF ? 3
                               : first >= 0xF0 && first <= 0xF4 ? 4
                                                                : 0;
    if (length == 0 || text.size() < length) return 0;
    if (!std::ranges::all_of(text.substr(1, length - 1), is_continuation)) return 0;
    const bool overlong = (first == 0xE0 && byte(1) < 0xA0) || (first == 0xF0 && byte(1) < 0x90);
    const bool beyond = (first == 0xED && byte(1) > 0x9F) || (first == 0xF4 && byte(1) > 0x8F);
    return overlong || beyond ? 0 : length;
}

/// White space, control characters of ASCII, and those of Latin-1 (U+0080 to U+009F), which terminals obey as well.
bool is_blank(std::string_view character) {
    const auto first = static_cast<unsigned char>(character[0]);
    if (character.size() == 1) return first <= 0x20 || first == 0x7F;
    return first == 0xC2 && static_cast<unsigned char>(character[1]) < 0xA0;
}

std::string one_line(std::string_view text) {
    std::string line;
    while (!text.empty()) {
        const std::size_t length = character_length(text);
        const std::string_view character = text.substr(0, std::max<std::size_t>(length, 1));
        if (length == 0) {
            line += '?';
        } else if (!is_blank(character)) {
            line += character;
        } else if (!line.empty() && line.back() != ' ') {
            line += ' ';
        }
        text.remove_prefix(character.size());
    }
    if (!line.empty() && line.back() == ' ') line.pop_back();
    return line;
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

}  // namespace sweetspot::study
