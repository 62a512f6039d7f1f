// What a study knows as JSON for programs: its trials, how far it has come, its answer and a verification.
#pragma once

#include "base/json_text.hpp"
#include "study/evidence.hpp"
#include "study/study_table.hpp"

namespace sweetspot {

/// {"width": 2.5, "height": 7}: whole numbers where the parameter is one.
[[nodiscard]] Json params_of(const StudyConfig& config, const Vector& x);

/// {"of": "stress", "at_most": 250, "for": "worst"}
[[nodiscard]] Json limit_json(const Limit& limit);

/// {"number": 0, "state": "complete", "params": {…}, "value": 0.7, …}; what is not there is left out.
[[nodiscard]] Json trial_json(const StudyConfig& config, const Trial& trial);
/// All of them, in a list.
[[nodiscard]] Json trials_json(const StudyConfig& config, const StudyView& view, Seconds seconds = Seconds::told);

/// {"name": "bracket", "spent": 12, "budget": 60, "trials": {"complete": 12}, "running": […], "held": {…}, "ends":
/// null}: "ends" is the reason not to go on, where nothing is open. "running" says of each trial that is being
/// evaluated its number, runner and seconds, and where it runs on this machine its processes, cpu_seconds and memory in
/// bytes; "held" is the sum of these.
[[nodiscard]] Json status_json(const Study& study, const StudyView& view);

/// With the key "at" if a design of the user's own was asked about, and "note" where something is missing: then null
/// stands for everything that only a model says.
[[nodiscard]] Json answer_json(const StudyConfig& config, const Answer& answer, const Evidence& evidence);

[[nodiscard]] Json verification_json(const StudyConfig& config, const Verification& verification);

}  // namespace sweetspot
