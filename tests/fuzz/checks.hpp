// What must hold for any text at the doors where foreign text comes in: it is accepted whole or refused with one
// sentence that can be printed and stored. Each check gives what is wrong, or nothing.
#pragma once

#include <string>
#include <string_view>

namespace sweetspot::fuzz {

/// A study file: what is accepted must also make a problem and a method.
[[nodiscard]] std::string study_config_complaint(std::string_view text);
/// What an objective printed, in both formats: a finite measurement or a failure with a reason.
[[nodiscard]] std::string objective_result_complaint(std::string_view text);
/// Comma-separated values for `import`: what is accepted lies in the space, is finite, and is written and read the
/// same.
[[nodiscard]] std::string csv_import_complaint(std::string_view text);
/// The JSON state of `suggest`.
[[nodiscard]] std::string suggest_state_complaint(std::string_view text);

}  // namespace sweetspot::fuzz
