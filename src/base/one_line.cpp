#include "base/one_line.hpp"

#include <algorithm>

namespace sweetspot {
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

/// Control characters of ASCII, and those of Latin-1 (U+0080 to U+009F), which terminals obey as well.
bool is_control(std::string_view character) {
    const auto first = static_cast<unsigned char>(character[0]);
    if (character.size() == 1) return first < 0x20 || first == 0x7F;
    return first == 0xC2 && static_cast<unsigned char>(character[1]) < 0xA0;
}

/// The first character of a text that is not empty; a byte that is not UTF-8 counts as one.
std::string_view first_of(std::string_view text) {
    return text.substr(0, std::max<std::size_t>(character_length(text), 1));
}

}  // namespace

std::string one_line(std::string_view text) {
    std::string line;
    while (!text.empty()) {
        const std::string_view character = first_of(text);
        if (character_length(text) == 0) {
            line += '?';
        } else if (!is_control(character) && character != " ") {
            line += character;
        } else if (!line.empty() && line.back() != ' ') {
            line += ' ';
        }
        text.remove_prefix(character.size());
    }
    if (!line.empty() && line.back() == ' ') line.pop_back();
    return line;
}

std::string_view first_bytes(std::string_view text, std::size_t most) {
    if (text.size() <= most) return text;
    while (most > 0 && is_continuation(text[most])) --most;
    return text.substr(0, most);
}

std::string_view last_bytes(std::string_view text, std::size_t most) {
    if (text.size() <= most) return text;
    text.remove_prefix(text.size() - most);
    while (!text.empty() && is_continuation(text.front())) text.remove_prefix(1);
    return text;
}

bool has_control_character(std::string_view text) {
    while (!text.empty()) {
        const std::string_view character = first_of(text);
        if (is_control(character)) return true;
        text.remove_prefix(character.size());
    }
    return false;
}

}  // namespace sweetspot
