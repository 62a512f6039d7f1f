// What the commands on a study share: the option that names it, and its store, to be changed.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "apps/sweetspot/command_line.hpp"
#include "study/study_file.hpp"

namespace sweetspot::app {

/// The positional argument "study".
void add_study(CLI::App& command, std::string& file);

/// The store of a study, to be changed, and made if it is missing. What has changed in the study file since the study
/// was last worked on is told on standard error; `command` begins the sentence.
[[nodiscard]] std::unique_ptr<Store> changed_study(const StudyConfig& config, std::string_view command);
/// The same of one that has begun.
[[nodiscard]] std::unique_ptr<Store> begun_study_to_change(const StudyConfig& config, std::string_view command);

/// What an evaluator has to say while a study runs.
void tell_on_standard_error(const std::string& sentence);

}  // namespace sweetspot::app
