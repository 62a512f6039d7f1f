// Files for people: a folder, a text, a page with its figures.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "sweetspot/page/page.hpp"

namespace sweetspot::app {

/// Makes the folder if it is not there; one that cannot be made is refused.
void make_folder(const std::string& folder);
/// Writes a whole file; a failure is an error with the file's name.
void write_text(const std::string& path, const std::string& text);

/// Writes index.html and <id>.json for every figure; the folder is made if it is not there. Returns the paths.
std::vector<std::string> write_page(const Page& page, std::string_view plotly, const std::string& folder);

/// Now, for the settings of a page: "2026-03-01 12:30 UTC".
[[nodiscard]] std::string date_and_time();

}  // namespace sweetspot::app
