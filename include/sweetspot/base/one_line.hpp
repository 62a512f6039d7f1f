// Foreign text made fit for a sentence.
#pragma once

#include <string>
#include <string_view>

namespace sweetspot {

/// `text` on one line: runs of white space and control characters become one blank, at the ends none, and bytes that
/// are not UTF-8 become "?". What a user's file holds can then be shown on a terminal and stored as it is.
[[nodiscard]] std::string one_line(std::string_view text);

/// True if the text has a character that a terminal obeys instead of showing it, a line break among them.
[[nodiscard]] bool has_control_character(std::string_view text);

}  // namespace sweetspot
