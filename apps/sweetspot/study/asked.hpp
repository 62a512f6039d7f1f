// What the commands share that ask the model of a study's trials, without a new evaluation.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "apps/sweetspot/command_line.hpp"
#include "base/json_text.hpp"
#include "sweetspot/study/study.hpp"

namespace sweetspot::app {

struct AskedOptions {
    std::string study;
    std::string at;  ///< a design of the user's own; empty: the answer
    int threads = 1;
};

/// The study with the model of its trials and the centre that is asked about.
struct Asked {
    Study study;
    GaussianProcess model;
    Vector centre;
    std::vector<LimitModel> limits;  ///< of the limited outputs of which a value is known
};

/// Refuses a study that has too few values for an answer.
[[nodiscard]] Asked asked(const AskedOptions& options);

/// --at and --threads.
void add_asked_options(CLI::App& command, AskedOptions& options);

/// What is given, or the study's own limit of the objective; nothing where there is neither.
[[nodiscard]] std::optional<double> known_limit_of(const StudyConfig& config, const std::optional<double>& given);
/// The same; where there is neither, a sentence that names --limit.
[[nodiscard]] double limit_of(const StudyConfig& config, const std::optional<double>& given);
/// Where in the study the parameter of that name is; `option` begins the sentence that refuses an unknown one.
[[nodiscard]] std::size_t parameter_of(const StudyConfig& config, const std::string& name, const std::string& option);

}  // namespace sweetspot::app
