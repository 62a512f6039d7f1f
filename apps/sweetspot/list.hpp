// `sweetspot list`: the members of every family, by the names that states and options use, and the settings
// of each.
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

namespace sweetspot::app {

struct ListOptions {
    std::string family;            ///< one of family_names(); empty for all
    std::string member;            ///< whose settings are listed; empty for the members themselves
    std::string format = "table";  ///< one of list_formats()
};

[[nodiscard]] std::vector<std::string> family_names();
[[nodiscard]] const std::vector<std::string>& list_formats();

void list(const ListOptions& options, std::ostream& out);

}  // namespace sweetspot::app
