// `sweetspot paper`: the paper's whole evaluation with one command.
#pragma once

#include <iosfwd>
#include <string>

#include "apps/sweetspot/command_line.hpp"
#include "apps/sweetspot/terminal/progress.hpp"

namespace sweetspot::app {

struct PaperOptions {
    bool full = false;  ///< every repeat of every experiment; otherwise a few, in minutes
    bool quick = false;
    std::string profile = "paper";  ///< or default
    std::string folder = "paper";
    int jobs = 0;  ///< as many as there are processors if 0
    bool quiet = false;
};

[[nodiscard]] Command add_paper(CLI::App& app);

/// Runs what is missing in the folder's results.db, then writes the page, the tables and the figures there.
void reproduce_paper(const PaperOptions& options, Progress::Style style, std::ostream& out, std::ostream& err);

}  // namespace sweetspot::app
