// `sweetspot experiment bars`: is the default better than everything else, by tables of runs?
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "experiment/bars.hpp"

namespace sweetspot::app {

/// The runs of one table; one that cannot be read is refused.
[[nodiscard]] std::vector<Comparison> read_runs_file(const std::string& path);

/// Every table of bars_table(), each with its name; where there are not enough runs for one, why not. Refuses if there
/// are not enough for any.
void print_bars(const std::vector<std::string>& tables, const BarsOptions& options, std::ostream& out);

/// Makes the tables of a document anew; those of runs are named in its markers, relative to the current folder.
void update_bars(const std::string& document, std::ostream& out);

}  // namespace sweetspot::app
