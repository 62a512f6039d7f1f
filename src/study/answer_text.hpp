// The answer of a study, a design of the user's own beside it, and a verification as text for people: a table and
// sentences.
#pragma once

#include <string>

#include "study/evidence.hpp"

namespace sweetspot {

/// In words and a table; a sentence where nothing is complete yet, or too little for an answer.
[[nodiscard]] std::string answer_text(const Study& study, const StudyView& view);
[[nodiscard]] std::string answer_text(const StudyConfig& config, const Answer& answer, const Evidence& evidence);
/// The design of the user's own (`answer.at`) beside the robust centre.
[[nodiscard]] std::string design_text(const StudyConfig& config, const Answer& answer);

[[nodiscard]] std::string verification_text(const StudyConfig& config, const Verification& verification);

}  // namespace sweetspot
