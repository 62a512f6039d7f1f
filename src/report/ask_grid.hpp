// Answers to questions that a page in a file is likely to be asked, computed when it is made: all tolerances together
// and one at a time, at several factors, in other norms and by other measures as far as that is affordable.
#pragma once

#include <optional>
#include <vector>

#include "report/asked.hpp"

namespace sweetspot::study_report {

/// Answers along one factor.
struct AskedLine {
    AskedQuestion question;                ///< norm, measure and centre of all of them
    std::optional<std::size_t> parameter;  ///< whose tolerance varies; nothing: that of all
    std::vector<double> factors;           ///< ascending
    /// Nothing where a region of that size fits in the bounds nowhere.
    std::vector<std::optional<AskedAnswer>> answers = {};
};

/// How many questions are affordable with a model of so many points: some seconds on one core.
[[nodiscard]] Index affordable_questions(Index points);

/// What is most likely to be asked comes first, until the questions are used up: all tolerances together, one at a
/// time, the best centre, other norms, other measures.
[[nodiscard]] std::vector<AskedLine> planned_lines(const StudyConfig& config, Index affordable);
/// The lines with their answers.
[[nodiscard]] std::vector<AskedLine> ask_grid(const AskedModel& model, std::vector<AskedLine> lines,
                                              const Parallel& parallel);

/// The measures that can be chosen: the study's own, then all that need nothing more than the study has.
[[nodiscard]] std::vector<Choice> askable_measures(const StudyConfig& config);
/// The best centre can be asked for.
[[nodiscard]] bool has_best_centre(const StudyConfig& config);

}  // namespace sweetspot::study_report
