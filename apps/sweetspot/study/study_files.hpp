// What the commands on a study share: reading its file, points as text, one trial as JSON.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "apps/sweetspot/command_line.hpp"
#include "base/json_text.hpp"
#include "sweetspot/study/study.hpp"

namespace sweetspot::app {

/// The positional argument "study".
void add_study(CLI::App& command, std::string& file);

/// The study of a TOML file, or of a database; a mistake is refused with file and line.
[[nodiscard]] StudyConfig read_study_file(const std::string& path);

/// The store of a study that has begun; refuses another with a sentence.
[[nodiscard]] std::unique_ptr<Store> begun_study(const StudyConfig& config);

/// {"width": 2.5, "height": 7}: whole numbers where the parameter is one.
[[nodiscard]] Json params_of(const StudyConfig& config, const Vector& x);
/// A design as people write it, "width=2.5,height=7": every parameter once, the whole region inside the bounds.
[[nodiscard]] Vector design_of(const Study& study, const std::string& text, const std::string& where);

/// In the middle of the bounds, by each parameter's own scale.
[[nodiscard]] Vector centre_of(const StudyConfig& config);

/// A watcher of a run that says on standard error what became of each trial.
[[nodiscard]] std::function<void(const Trial&, const StudyView&)> print_changes(const StudyConfig& config);

/// {"of": "stress", "at_most": 250, "for": "worst"}
[[nodiscard]] Json limit_json(const Limit& limit);

/// {"number": 0, "state": "complete", "params": {…}, "value": 0.7, …}; what is not there is left out.
[[nodiscard]] Json json_of(const StudyConfig& config, const Trial& trial);

}  // namespace sweetspot::app
