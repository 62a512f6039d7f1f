// The text of a TOML file before it is parsed.
#pragma once

#include <string>
#include <string_view>

namespace sweetspot {

/// Refuses, with `where` and the line, a key of very many dots: a.b.c is a table in a table, and the library frees them
/// by recursion, which overflows the stack.
void require_short_keys(std::string_view text, const std::string& where);

}  // namespace sweetspot
