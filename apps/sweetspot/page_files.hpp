// A page and its figures as files in a folder.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "sweetspot/report/page.hpp"

namespace sweetspot::app {

/// Writes index.html and <id>.json for every figure; the folder is made if it is not there. Returns the paths.
/// `command` begins the sentence when the folder cannot be written.
std::vector<std::string> write_page(const Page& page, std::string_view plotly, const std::string& folder,
                                    const std::string& command);

}  // namespace sweetspot::app
