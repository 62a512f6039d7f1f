// What may be built in place of what is ordered, as people read it.
#pragma once

#include <string>

#include "sweetspot/space/space.hpp"

namespace sweetspot {

/// After what is ordered: ", or stainless in 2 %", ", or another in 3 %"; empty where it is built as ordered.
[[nodiscard]] std::string or_another_text(const Parameter& choice, double ordered);
/// "Where steel is ordered as material, stainless is built in 2 % and brass in 1 % of the builds."; empty where it is
/// built as ordered.
[[nodiscard]] std::string confusion_sentence(const Parameter& choice, double ordered);
/// Of the parameter: "another one in 2 %", "steel and stainless in 2 %, …"; empty without a confusion.
[[nodiscard]] std::string confusion_text(const Parameter& choice);

}  // namespace sweetspot
