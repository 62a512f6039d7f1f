// `sweetspot list`: the members of every family, by the names that states and options use.
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

namespace sweetspot::app {

struct ListOptions {
    std::string family;            ///< one of family_names(); empty for all
    std::string format = "table";  ///< one of list_formats()
};

[[nodiscard]] std::vector<std::string> family_names();
[[nodiscard]] const std::vector<std::string>& list_formats();

void list(const ListOptions& options, std::ostream& out);

}  // namespace sweetspot::app
