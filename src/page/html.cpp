#include "page/html.hpp"

#include <algorithm>
#include <array>

namespace sweetspot::html {
namespace {

bool starts_with_any_case(std::string_view text, std::string_view start) {
    if (text.size() < start.size()) return false;
    return std::ranges::equal(text.substr(0, start.size()), start,
                              [](char a, char b) { return a == b || (a >= 'A' && a <= 'Z' && a - 'A' + 'a' == b); });
}

}  // namespace

std::string escaped(std::string_view text) {
    std::string safe;
    safe.reserve(text.size());
    for (const char c : text) {
        switch (c) {
            case '&':
                safe += "&amp;";
                break;
            case '<':
                safe += "&lt;";
                break;
            case '>':
                safe += "&gt;";
                break;
            case '"':
                safe += "&quot;";
                break;
            case '\'':
                safe += "&#39;";
                break;
            default:
                safe += c;
        }
    }
    return safe;
}

std::string json_in_script(std::string_view json) {
    std::string safe;
    safe.reserve(json.size());
    for (const char c : json) {
        if (c == '<') {
            safe += "\\u003c";
        } else {
            safe += c;
        }
    }
    return safe;
}

std::string code_in_script(std::string_view code) {
    constexpr std::array<std::string_view, 3> dangerous = {"</script", "<script", "<!--"};
    std::string safe;
    safe.reserve(code.size());
    for (std::size_t i = 0; i < code.size(); ++i) {
        const std::string_view rest = code.substr(i);
        const bool escape = code[i] == '<' && std::ranges::any_of(dangerous, [&](std::string_view sequence) {
                                return starts_with_any_case(rest, sequence);
                            });
        if (escape) {
            safe += "\\x3C";
        } else {
            safe += code[i];
        }
    }
    return safe;
}

}  // namespace sweetspot::html
