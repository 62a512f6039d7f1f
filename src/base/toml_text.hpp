// What the TOML library must not be given.
#pragma once

#include <string>
#include <string_view>

namespace sweetspot {

/// Refuses with `where` and its line what is no mistake for the library but breaks it: a letter beyond ASCII outside
/// quotes and comments, where TOML allows none and toml++ 3.3 has undefined behaviour, and a key of so many dots that
/// to free its tables, one in the other, overflows the stack.
void require_parsable(std::string_view text, const std::string& where);

}  // namespace sweetspot
