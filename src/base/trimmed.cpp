#include "base/trimmed.hpp"

namespace sweetspot {

std::string_view trimmed(std::string_view text) {
    const std::size_t first = text.find_first_not_of(blanks_in_line);
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(blanks_in_line) - first + 1);
}

}  // namespace sweetspot
