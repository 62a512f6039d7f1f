// A study by the name of its file: reading it, opening what it has stored, and what has changed in it since the study
// was last worked on.
#pragma once

#include <memory>
#include <string>

#include "sweetspot/study/store.hpp"

namespace sweetspot {

/// The study of a TOML file, or of a database; a mistake is refused with file and line.
[[nodiscard]] StudyConfig read_study_file(const std::string& path);

/// Refuses a study that has not begun with a sentence.
void require_begun(const StudyConfig& config);
/// The store of a study that has begun, to be read: nothing needs to be writable. Refuses another with a sentence.
[[nodiscard]] std::unique_ptr<Store> begun_study(const StudyConfig& config);

/// One sentence: what of the study file suggestions or values depend on is not as it was when the store was last
/// opened for a change. Empty where nothing is, or there is no store, or that file cannot be read any more.
[[nodiscard]] std::string changes_since_last_time(const StudyConfig& config);

/// Refuses a study whose objective cannot be started; to be asked before anything is stored.
void require_objective(const StudyConfig& config);

}  // namespace sweetspot
