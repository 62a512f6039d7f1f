// The answer of a study for people and programs.
#pragma once

#include <string>

#include "json_text.hpp"
#include "sweetspot/study/answer.hpp"

namespace sweetspot::app {

/// In words and a table; a sentence where nothing is complete yet.
[[nodiscard]] std::string answer_text(const StudyConfig& config, const StudyView& view);
[[nodiscard]] Json answer_json(const StudyConfig& config, const Answer& answer);

}  // namespace sweetspot::app
