// What is put into HTML must stay what it is: text, JSON and code, each escaped by the rules of its place.
#pragma once

#include <string>
#include <string_view>

namespace sweetspot::html {

/// Text between tags or inside a quoted attribute.
[[nodiscard]] std::string escaped(std::string_view text);

/// JSON inside a script element: "<" can stand only in its strings, where \u003c means the same.
[[nodiscard]] std::string json_in_script(std::string_view json);

/// JavaScript inside a script element: the three character sequences that end or confuse the element are written with
/// \x3C, which means the same inside strings and regular expressions (code proper hardly ever has them).
[[nodiscard]] std::string code_in_script(std::string_view code);

}  // namespace sweetspot::html
