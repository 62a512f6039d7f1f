// A design in numbers that could be drawn: 3.2 in place of 3.1844, as far as that costs next to nothing.
#pragma once

#include <optional>
#include <vector>

#include "sweetspot/study/answer.hpp"

namespace sweetspot {

/// Every parameter to the coarsest decimal that moves it by at most a tenth of its tolerance, or a thousandth of its
/// range where it is built exactly; steps, series and choices stay. One decimal more for all while the region would
/// leave the bounds, a limit that was kept surely enough would not be any more, or the measure would be worse by more
/// than a tenth of the half-width of its interval. Nothing where there is nothing to round, or no such design.
[[nodiscard]] std::optional<RoundedDesign> rounded_design(const StudyConfig& config, const RegionModel& model,
                                                          const std::vector<LimitModel>& limits,
                                                          const Candidate& design);

}  // namespace sweetspot
