// The trials of a study as text: a table for people, comma-separated values for programs, and back.
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "sweetspot/study/store.hpp"

namespace sweetspot {

[[nodiscard]] std::string table_of(const StudyConfig& config, const StudyView& view);
/// number, state, a column per parameter, value, standard_error: every digit that is needed to read back the same.
[[nodiscard]] std::string csv_of(const StudyConfig& config, const StudyView& view);
/// Trials from comma-separated values with a header: a column per parameter and "value"; "standard_error" if there is
/// one; other columns are passed over, and rows without a value too.
[[nodiscard]] std::vector<Trial> read_csv(const StudyConfig& config, std::istream& in, const std::string& where);

}  // namespace sweetspot
