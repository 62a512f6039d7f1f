// A point as people and programs write it: `[0.5, 1]`, `0.5 1` or `0.5,1`.
#pragma once

#include <string_view>

#include "sweetspot/base/linear_algebra.hpp"

namespace sweetspot::app {

/// A JSON array, or numbers between commas, between blanks, or both. `text` is trimmed; anything else is refused.
[[nodiscard]] Vector read_point(std::string_view text);

}  // namespace sweetspot::app
