// `sweetspot figures`: the paper's illustrations as a page and as Plotly figures.
#pragma once

#include <iosfwd>
#include <string>

#include "apps/sweetspot/command_line.hpp"

namespace sweetspot::app {

struct FiguresOptions {
    std::string folder = "figures";
};

/// Writes index.html and one JSON file per figure to the folder, which is made if it is not there; prints their paths.
void figures(const FiguresOptions& options, std::ostream& out);

[[nodiscard]] Command add_figures(CLI::App& app);

}  // namespace sweetspot::app
