// The sections of a study's report, one file each.
#pragma once

#include "report/modelled.hpp"
#include "study/evidence.hpp"
#include "sweetspot/report/study_page.hpp"

namespace sweetspot::study_report {

[[nodiscard]] Section answer_section(const Modelled& m, const Evidence& evidence);
/// Of a study with limits on other outputs.
[[nodiscard]] Section limits_section(const Modelled& m);
[[nodiscard]] Section price_section(const Modelled& m);
[[nodiscard]] Section ask_section(const Modelled& m, StudyPageOptions::Ask how);
[[nodiscard]] Section convergence_section(const Modelled& m);
[[nodiscard]] Section slices_section(const Modelled& m);
[[nodiscard]] Section pairs_section(const Modelled& m);
[[nodiscard]] Section tolerances_section(const Modelled& m);
/// Of a study that has a limit and a tolerance.
[[nodiscard]] Section allocation_section(const Modelled& m);
[[nodiscard]] Section coordinates_section(const Modelled& m);
[[nodiscard]] Section model_section(const Modelled& m);
[[nodiscard]] Section trials_section(const StudyConfig& config, const StudyView& view, const StudyPageOptions& options);
[[nodiscard]] Section settings_section(const StudyConfig& config, const StudyView& view,
                                       const StudyPageOptions& options);

/// What to do now; `m` is null while no trial is complete.
[[nodiscard]] Section next_section(const Study& study, const StudyView& view, const Modelled* m,
                                   const StudyPageOptions& options);

/// The convergence of a study of which no trial is complete: its failures, if there are any.
[[nodiscard]] Section failures_section(const StudyConfig& config, const StudyView& view);
/// The convergence of a study that has too few values for an answer: its observations.
[[nodiscard]] Section observations_section(const StudyConfig& config, const StudyView& view);

}  // namespace sweetspot::study_report
