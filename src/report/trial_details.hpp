// What a page knows of a trial beside its row of the table, for web/page/trials.js.
#pragma once

#include <span>

#include "page/plot.hpp"
#include "sweetspot/report/kept_files.hpp"

namespace sweetspot::study_report {

/// {"parameters": [{"name", "unit"}], "objective": {"name", "unit"}, "outputs": [names], "trials": {"12": {"asked_at",
/// "changed_at": seconds since 1970, "attempts", "asked": where it is not what was run, "folder", "files": [[name,
/// bytes or null]], "more_files", "stdout", "stderr"}}}; what is not known is left out.
[[nodiscard]] plot::SortedJson trial_details(const StudyConfig& config, const StudyView& view,
                                             std::span<const KeptFiles> kept);

}  // namespace sweetspot::study_report
