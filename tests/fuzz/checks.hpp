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

/// The words of an address, "factor.x=1.2&measure=quantile,q=0.9": a question that can be asked makes a study and a
/// command.
[[nodiscard]] std::string ask_question_complaint(std::string_view text);
/// What tolerances cost, which are locked and between which they may lie: a line each, as on the command line.
[[nodiscard]] std::string tolerance_words_complaint(std::string_view text);
/// A table of tolerances and their costs.
[[nodiscard]] std::string cost_table_complaint(std::string_view text);
/// A table of an experiment's runs.
[[nodiscard]] std::string runs_table_complaint(std::string_view text);
/// What a job of Slurm has written of its begin and its end, and what squeue and a log say.
[[nodiscard]] std::string slurm_files_complaint(std::string_view text);
/// A study in SQLite with cells changed, a line "0 value r:1e308" each: it is read, or refused as damaged.
[[nodiscard]] std::string stored_study_complaint(std::string_view text);

/// The bytes of a request to the server of live pages: the answer is well-formed, never one of the server's own
/// failures, and repeats nothing of the request but in a sentence.
[[nodiscard]] std::string http_request_complaint(std::string_view text);

}  // namespace sweetspot::fuzz
