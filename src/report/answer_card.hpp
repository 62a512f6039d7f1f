// The answer at a glance.
#pragma once

#include "report/modelled.hpp"
#include "study/evidence.hpp"
#include "sweetspot/page/page.hpp"

namespace sweetspot::study_report {

/// What to build with its ± and in numbers that could be drawn, the measure with its interval, how sure it is, the
/// price of robustness, and what was measured. Of an answer of which nothing is missing.
[[nodiscard]] Card answer_card(const Modelled& m, const Evidence& evidence,
                               const std::optional<RoundedDesign>& rounded);

}  // namespace sweetspot::study_report
