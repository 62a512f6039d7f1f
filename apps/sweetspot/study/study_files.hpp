// What the commands on a study share: reading its file, points as text, one trial as JSON.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "apps/sweetspot/command_line.hpp"
#include "base/json_text.hpp"
#include "sweetspot/study/study.hpp"

namespace sweetspot::app {

/// The positional argument "study".
void add_study(CLI::App& command, std::string& file);

/// The study of a TOML file, or of a database; a mistake is refused with file and line.
[[nodiscard]] StudyConfig read_study_file(const std::string& path);

/// The store of a study that has begun, to be read: nothing needs to be writable. Refuses another with a sentence.
[[nodiscard]] std::unique_ptr<Store> begun_study(const StudyConfig& config);

/// Refuses a study whose objective cannot be started; to be asked before anything is stored.
void require_objective(const StudyConfig& config);

/// The store of a study, to be changed, and made if it is missing. What has changed in the study file since the study
/// was last worked on is told on standard error; `command` begins the sentence.
[[nodiscard]] std::unique_ptr<Store> changed_study(const StudyConfig& config, std::string_view command);
/// The same of one that has begun.
[[nodiscard]] std::unique_ptr<Store> begun_study_to_change(const StudyConfig& config, std::string_view command);

/// "1 trial", "2 trials".
[[nodiscard]] std::string counted(Index count, std::string_view what);

/// {"width": 2.5, "height": 7}: whole numbers where the parameter is one.
[[nodiscard]] Json params_of(const StudyConfig& config, const Vector& x);
/// A design as people write it, "width=2.5,height=7": every parameter once, the whole region inside the bounds.
[[nodiscard]] Vector design_of(const Study& study, const std::string& text, const std::string& where);

/// In the middle of the bounds, by each parameter's own scale.
[[nodiscard]] Vector centre_of(const StudyConfig& config);

/// {"of": "stress", "at_most": 250, "for": "worst"}
[[nodiscard]] Json limit_json(const Limit& limit);

/// {"number": 0, "state": "complete", "params": {…}, "value": 0.7, …}; what is not there is left out.
[[nodiscard]] Json json_of(const StudyConfig& config, const Trial& trial);

}  // namespace sweetspot::app
