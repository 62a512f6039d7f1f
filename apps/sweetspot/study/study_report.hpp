// The answer of a study, and its verification, for people and programs.
#pragma once

#include <string>

#include "base/json_text.hpp"
#include "study/evidence.hpp"

namespace sweetspot::app {

/// In words and a table; a sentence where nothing is complete yet, or too little for an answer.
[[nodiscard]] std::string answer_text(const Study& study, const StudyView& view);
[[nodiscard]] std::string answer_text(const StudyConfig& config, const Answer& answer, const Evidence& evidence);
/// The design of the user's own (`answer.at`) beside the robust centre.
[[nodiscard]] std::string design_text(const StudyConfig& config, const Answer& answer);
/// With the key "at" if a design of the user's own was asked about, and "note" where something is missing: then null
/// stands for everything that only a model says.
[[nodiscard]] Json answer_json(const StudyConfig& config, const Answer& answer, const Evidence& evidence);

[[nodiscard]] std::string verification_text(const StudyConfig& config, const Verification& verification);
[[nodiscard]] Json verification_json(const StudyConfig& config, const Verification& verification);

}  // namespace sweetspot::app
