// The trials of a study as text: a table for people, comma-separated values for programs, and back.
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "sweetspot/study/store.hpp"

namespace sweetspot {

/// With what each evaluation took.
[[nodiscard]] std::string table_of(const StudyConfig& config, const StudyView& view);

/// How long evaluations took differs from run to run; all else does not.
enum class Seconds { left_out, told };

/// number, state, source, a column per parameter, value, standard_error, failure, a column per limited output, seconds
/// if they are told: every digit that is needed to read back the same. What begins as a formula is made harmless.
[[nodiscard]] std::string csv_of(const StudyConfig& config, const StudyView& view, Seconds seconds = Seconds::left_out);
/// Trials from comma-separated values with a header: a column per parameter and "value"; "standard_error" and those of
/// limited outputs if they are there; other columns are passed over, and rows without a value too.
[[nodiscard]] std::vector<Trial> read_csv(const StudyConfig& config, std::istream& in, const std::string& where);

}  // namespace sweetspot
