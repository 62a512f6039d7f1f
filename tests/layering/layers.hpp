// The rule of the layers: a file includes only from its own layer or one above it in the list. Reads #include lines as
// text; it does not follow them, so each arrow is reported where it is written.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace sweetspot::layering {

/// What is wrong with the includes of one file, one sentence each. `path` is relative to the root of the repository and
/// begins with include/sweetspot/, src/ or apps/.
[[nodiscard]] std::vector<std::string> violations(const std::string& path, std::string_view text);

/// The same for every .hpp and .cpp below include/, src/ and apps/ of the repository at `root`; `files_read` counts
/// them.
[[nodiscard]] std::vector<std::string> violations_below(const std::string& root, int& files_read);

}  // namespace sweetspot::layering
