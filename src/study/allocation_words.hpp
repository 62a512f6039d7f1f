// What is expected of allocated tolerances as text, the same on the terminal and on pages: a value with as many digits
// as its interval justifies, and the interval.
#pragma once

#include <string>

#include "sweetspot/search/tolerance_questions.hpp"

namespace sweetspot {

/// Of the worst of the region: "43.2" and "39.2 … 45.4".
[[nodiscard]] std::string worst_words(const AllocatedTolerances& found);
[[nodiscard]] std::string interval_words(const AllocatedTolerances& found);

/// Of another output that has a limit; "–" where its interval is not known.
[[nodiscard]] std::string expected_words(const AllocatedLimit& other);
[[nodiscard]] std::string interval_words(const AllocatedLimit& other);

}  // namespace sweetspot
