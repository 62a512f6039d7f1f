// A coordinate as people and other programs read it: the number, or the name of what was chosen.
#pragma once

#include <string>
#include <string_view>

#include "sweetspot/space/space.hpp"

namespace sweetspot {

/// The name of a choice; otherwise the number as people read it with at most so many digits, or with 0 as programs do:
/// all that are needed to read it back.
[[nodiscard]] std::string value_text(const Parameter& parameter, double value, int digits = 0);

/// "9.5 … 10.5", or the name of a choice and what may be built in its place: "steel, or stainless in 2 %".
[[nodiscard]] std::string range_text(const Parameter& parameter, double from, double to, int digits);

/// As choice_named(), with the place of the mistake before its sentence.
[[nodiscard]] double choice_named_at(const std::string& where, const Parameter& parameter, std::string_view name);

}  // namespace sweetspot
