// What experiments found, for people (tables on standard output, a page) and for other programs (comma-separated
// values).
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "experiment/comparison.hpp"
#include "sweetspot/page/page.hpp"

namespace sweetspot::app {

/// Median regret, distance and average rank of every method on every problem.
[[nodiscard]] std::string text_of(const std::vector<Comparison>& comparisons);

/// Writes runs.csv, summary.csv, tests.csv into the folder, which is made if it is not there.
void write_tables(const std::vector<Comparison>& comparisons, const std::string& folder);

/// Tables, page and figures of one experiment as far as it has come. Refuses if no repeat is finished by every method.
void report_experiment(const ExperimentSpec& spec, const ExperimentStore& store, const std::string& folder,
                       std::ostream& out);

}  // namespace sweetspot::app
