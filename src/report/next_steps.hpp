// What to do now with a study, by its state, with the commands to do it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "sweetspot/page/page.hpp"
#include "sweetspot/study/answer.hpp"

namespace sweetspot::study_report {

/// The text as one word of a shell: as it is, or in single quotes.
[[nodiscard]] std::string shell_word(std::string_view text);

/// Only what applies, the most useful first. `answer` is null while no trial is complete; `file` is the study as the
/// user named it.
[[nodiscard]] std::vector<Commands::Item> next_steps(const Study& study, const StudyView& view, const Answer* answer,
                                                     const std::string& file);

}  // namespace sweetspot::study_report
