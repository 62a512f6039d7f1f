// A question to the trials of a study that costs no evaluation: what to build if tolerances, norm, measure, law or
// limit were others.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "study/evidence.hpp"

namespace sweetspot {

/// What is not given is the study's own.
struct StudyQuestion {
    std::vector<std::pair<std::string, RegionTolerance>> tolerances = {};  ///< by the name of the parameter
    std::optional<Norm> norm = std::nullopt;
    std::optional<Choice> measure = std::nullopt;  ///< one that needs a limit, and has none, takes the objective's
    std::optional<Choice> law = std::nullopt;      ///< of deviation, and without the study's correlation
    std::optional<double> limit = std::nullopt;    ///< of the objective
};

/// The study that is asked about; an unknown parameter is refused with the names that are known.
[[nodiscard]] StudyConfig asked_about(StudyConfig own, const StudyQuestion& question);

struct Answered {
    Study study;  ///< that was asked about
    Answer answer;
    Evidence evidence;
};

/// The answer to the question, with a rounded design, by the trials of the study `own`. Refuses a design `options.at`
/// whose region, as it is asked about, is not within the bounds.
[[nodiscard]] Answered answer_to(const StudyConfig& own, const StudyView& view, const StudyQuestion& question = {},
                                 const AnswerOptions& options = {});

}  // namespace sweetspot
