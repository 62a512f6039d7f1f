// The evaluations that check the answer within the budget: where they go, and when the centre that they check stays the
// recommended one.
#pragma once

#include <optional>

#include "sweetspot/study/answer.hpp"

namespace sweetspot::study {

/// The centre (in the unit cube) under verification in place of `best`, unless the last value there broke the promise,
/// or `best` is predicted to be better by more than the uncertainty: the half-width of either interval, or what the
/// promise before the first check left open. Without that, every value would move the centre a little, and what was
/// verified would not be what is recommended.
[[nodiscard]] Vector kept_centre(const StudyView& view, const RegionModel& model, const Vector& best);

/// The same of the largest region: the centre under verification is kept unless the last value there broke the promise,
/// or its factor within the limit is smaller than that of `best` by more than a tenth.
[[nodiscard]] Vector kept_centre_of_largest(const StudyView& view, const RegionModel& model, const Vector& best,
                                            double limit);

/// The place in the region that could be worst: the largest mean + 2 sd, at half a tolerance from what is
/// being evaluated and a tenth of one from what was, as far as there is such a place.
[[nodiscard]] Vector place_to_verify(const RegionModel& model, const ModelledRegion& region, const Points& evaluated,
                                     const Points& pending);

}  // namespace sweetspot::study
