// What the commands share that ask the model of a study's trials, without a new evaluation.
#pragma once

#include <optional>
#include <string>

#include "apps/sweetspot/command_line.hpp"
#include "study/modelled_study.hpp"

namespace sweetspot::app {

struct AskedOptions {
    std::string study;
    std::string at;  ///< a design of the user's own; empty: the answer
    int threads = 1;
};

/// Refuses a study that has too few values for an answer.
[[nodiscard]] ModelledStudy asked(const AskedOptions& options);

/// --at and --threads.
void add_asked_options(CLI::App& command, AskedOptions& options);

/// Refuses, with an example of the option, where neither --limit is given nor the study has a limit of the objective.
void require_limit(const StudyConfig& config, const std::optional<double>& given);

}  // namespace sweetspot::app
