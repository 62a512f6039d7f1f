// A trial: one point of a study from the moment it is asked for until its value, or its failure, is known.
#pragma once

#include <limits>
#include <optional>
#include <string>
#include <string_view>

#include "sweetspot/base/linear_algebra.hpp"
#include "sweetspot/study/evaluation.hpp"

namespace sweetspot {

enum class TrialState {
    waiting,   ///< asked for by hand, not told yet; or to be retried
    running,   ///< being evaluated by a process
    complete,  ///< its value is known
    failed,    ///< it has no value, and will get none
    stale      ///< it was being evaluated by a process that is gone; it is evaluated again
};
[[nodiscard]] std::string_view to_string(TrialState state);
[[nodiscard]] TrialState trial_state_named(std::string_view name);

enum class TrialSource {
    search,          ///< suggested by the method or its initial design
    told,            ///< a point that the user chose
    imported,        ///< from a file
    verify,          ///< a check of the answer within the budget
    verified,        ///< a check of the answer that was asked for, beyond the budget
    verified_design  ///< a check of a design of the user's own, beyond the budget
};
[[nodiscard]] std::string_view to_string(TrialSource source);
[[nodiscard]] TrialSource trial_source_named(std::string_view name);

/// Points are in the parameters' own units.
struct Trial {
    Index number = 0;  ///< from 0, in the order of asking
    TrialState state = TrialState::waiting;
    TrialSource source = TrialSource::search;
    Vector asked;  ///< what was suggested
    Vector x;      ///< what was really run; the same unless the user said otherwise
    std::optional<Measurement> measurement = std::nullopt;
    std::optional<EvaluationFailure> failure = std::nullopt;  ///< the last one, also of a trial that is retried
    Index attempts = 0;                                       ///< evaluations that came to their end, well or not
    Vector centre = {};  ///< of the region it was chosen for, or that it checks; empty in the initial design
    double expected_improvement = std::numeric_limits<double>::quiet_NaN();
    /// Of a check: hardly anything in the region of `centre` was to be worse than this, by the trials before it.
    double promised = std::numeric_limits<double>::quiet_NaN();
    double seconds = 0;               ///< of the last evaluation
    std::string work_directory = {};  ///< if it was kept; relative to the folder of the database
    double asked_at = 0;              ///< seconds since 1970, by the store's clock
    double changed_at = 0;
};

/// It may still get a value.
[[nodiscard]] bool is_open(const Trial& trial);

/// It checks the answer, within the budget or beyond it.
[[nodiscard]] bool checks_answer(const Trial& trial);
/// It was asked for beyond the budget, as a check of the answer or of a design of the user's own.
[[nodiscard]] bool is_extra_check(const Trial& trial);

}  // namespace sweetspot
