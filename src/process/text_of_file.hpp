// All of a file as one text.
#pragma once

#include <string>
#include <string_view>

namespace sweetspot::process {

/// Of a file that somebody has named; `remedy` is what to do where it cannot be read, or is a directory.
[[nodiscard]] std::string text_of_file(const std::string& path, std::string_view remedy);

}  // namespace sweetspot::process
