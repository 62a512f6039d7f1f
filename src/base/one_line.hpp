// Foreign text made fit for a sentence.
#pragma once

#include <string>
#include <string_view>

namespace sweetspot {

/// `text` on one line: runs of white space and control characters become one blank, at the ends none, and bytes that
/// are not UTF-8 become "?". What a user's file holds can then be shown on a terminal and stored as it is.
[[nodiscard]] std::string one_line(std::string_view text);

/// At most so many bytes of the beginning or of the end of a text in UTF-8, never half a character.
[[nodiscard]] std::string_view first_bytes(std::string_view text, std::size_t most);
[[nodiscard]] std::string_view last_bytes(std::string_view text, std::size_t most);

/// True if the text has a character that a terminal obeys instead of showing it, a line break among them.
[[nodiscard]] bool has_control_character(std::string_view text);

}  // namespace sweetspot
