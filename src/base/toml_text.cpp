#include "base/toml_text.hpp"

#include <algorithm>

#include "base/check.hpp"

namespace sweetspot {
namespace {

/// With values nested as deep as the library allows, 256, still far from what a stack holds.
constexpr int most_dots = 50;

/// The quotes a string begins with, one or three.
std::string_view opening(std::string_view text) {
    const bool three = text.starts_with(R"(""")") || text.starts_with("'''");
    return text.substr(0, three ? 3 : 1);
}

/// Bytes of the string that `text` begins with, quotes included; one of a single line ends with the line at the latest.
std::size_t string_length(std::string_view text) {
    const std::string_view quote = opening(text);
    std::size_t i = quote.size();
    while (i < text.size() && !text.substr(i).starts_with(quote)) {
        if (text[i] == '\n' && quote.size() == 1) return i;
        i += text[i] == '\\' && quote[0] == '"' ? 2 : 1;
    }
    i += quote.size();
    // One or two more quotes at the end of three belong to the string.
    while (quote.size() == 3 && i < text.size() && text[i] == quote[0]) ++i;
    return std::min(i, text.size());
}

/// Bytes of the string or comment that `text` begins with; 0 if it begins with neither.
std::size_t passed_over(std::string_view text) {
    if (text[0] == '#') return std::min(text.find('\n'), text.size());
    return text[0] == '"' || text[0] == '\'' ? string_length(text) : 0;
}

}  // namespace

void require_short_keys(std::string_view text, const std::string& where) {
    std::ptrdiff_t line = 1;
    int dots = 0;
    while (!text.empty()) {
        const char c = text[0];
        if (c == '.')
            require(++dots <= most_dots, "{}:{}: a key has more than {} dots; use fewer", where, line, most_dots);
        if (c == '\n' || c == '=' || c == ',' || c == '[' || c == '{') dots = 0;
        const std::string_view part = text.substr(0, std::max<std::size_t>(passed_over(text), 1));
        line += std::count(part.begin(), part.end(), '\n');
        text.remove_prefix(part.size());
    }
}

}  // namespace sweetspot
