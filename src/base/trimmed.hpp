// A text without the blanks at its ends.
#pragma once

#include <string_view>

namespace sweetspot {

/// What separates words in a line.
inline constexpr std::string_view blanks_in_line = " \t\r\f\v";

/// Without the blanks at both ends.
[[nodiscard]] std::string_view trimmed(std::string_view text);

}  // namespace sweetspot
