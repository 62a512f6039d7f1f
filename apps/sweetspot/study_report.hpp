// The answer of a study, and its verification, for people and programs.
#pragma once

#include <string>

#include "json_text.hpp"
#include "sweetspot/study/verification.hpp"

namespace sweetspot::app {

/// In words and a table; a sentence where nothing is complete yet.
[[nodiscard]] std::string answer_text(const StudyConfig& config, const StudyView& view);
[[nodiscard]] std::string answer_text(const StudyConfig& config, const Answer& answer);
[[nodiscard]] Json answer_json(const StudyConfig& config, const Answer& answer);

[[nodiscard]] std::string verification_text(const StudyConfig& config, const Verification& verification);
[[nodiscard]] Json verification_json(const StudyConfig& config, const Verification& verification);

}  // namespace sweetspot::app
