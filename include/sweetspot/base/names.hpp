// Names typed by people: the sentence that refuses an unknown one, with a suggestion.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace sweetspot {

/// The known name closest to `given` by edit distance (insertions, deletions, substitutions, swaps of neighbours), or
/// an empty string when none is close enough to be a plausible slip.
[[nodiscard]] std::string closest_name(std::string_view given, std::span<const std::string> known);

/// `unknown measure "wrost"; did you mean "worst"? Known: worst, mean`
[[nodiscard]] std::string unknown_name(std::string_view what, std::string_view given,
                                       std::span<const std::string> known);

}  // namespace sweetspot
