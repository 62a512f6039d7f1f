// Foreign text made fit for a sentence: one line, valid UTF-8 without control characters, cut to a length.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>

namespace sweetspot::process {

/// Long enough to recognise what was printed, short enough for one line of a table.
constexpr std::size_t excerpt_length = 200;

enum class Cut { end, beginning };

/// `text` on one line: runs of white space and control characters become one blank, bytes that are not UTF-8 become
/// "?". Of more than `excerpt_length` bytes the end or the beginning is replaced by "…", between whole characters.
[[nodiscard]] std::string excerpt(std::string_view text, Cut cut = Cut::end);

/// The last lines of `text` that are not blank, at most `lines` of them, joined by " | " and cut at the beginning.
[[nodiscard]] std::string last_lines(std::string_view text, std::size_t lines = 3);

/// The last lines of a file that a program has printed to, at most 24 and 2000 bytes, without the last line break;
/// empty where there is none.
[[nodiscard]] std::string end_of_output(const std::filesystem::path& file);

}  // namespace sweetspot::process
