// What is done to the trials of a study by hand: asking for the next, telling what came out, having failed ones
// evaluated again, and adding those of a file.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sweetspot/study/study.hpp"

namespace sweetspot {

/// The next trial, stored as waiting: chosen anew as often as another process is faster.
[[nodiscard]] Trial ask_trial(const Study& study, Store& store, int threads = 1);

/// The sentence that refuses the number of a trial that is not there.
[[nodiscard]] std::string no_such_trial(const StudyView& view, std::string_view number);
/// The trial of that number as it is before it is told; refuses one that is not there, or is being evaluated.
[[nodiscard]] Trial trial_to_tell(Store& store, Index number);

/// Refuses an output that has no limit, as a mistake in the argument output.
void require_output(const StudyConfig& config, const std::string& name);
/// Refuses a value or a standard error that cannot be, and outputs that have no limit.
void require_measurement(const StudyConfig& config, const Measurement& measurement);

/// Stores what came out, over whatever was told before, and what was really run if that is given; returns the trial as
/// it is then. Refuses as trial_to_tell() and require_measurement() do, and a point outside the bounds.
Trial tell_trial(const Study& study, Store& store, Index number, const Outcome& outcome,
                 const std::optional<Vector>& actual = std::nullopt);
/// The same of a point that was not asked for.
Trial tell_own(const Study& study, Store& store, const Vector& x, const Outcome& outcome);

/// Failed trials wait to be evaluated again: those of the numbers, or all if there are none. Returns how many; refuses
/// a number that is not of a failed one.
Index retry_trials(Store& store, const std::vector<Index>& numbers);

struct ImportedTrials {
    Index added = 0;
    Index known = 0;  ///< the same value at the same point was there already
};
/// Adds trials as read_csv() reads them: a file that is imported twice counts once.
ImportedTrials import_trials(Store& store, const std::vector<Trial>& read);

}  // namespace sweetspot
