// The evaluations that check the answer within the budget: where they go, and when the centre that they check stays the
// recommended one.
#pragma once

#include <vector>

#include "sweetspot/study/answer.hpp"

namespace sweetspot::study {

/// The centre (in the unit cube) under verification in place of `best`, unless its promise or a limit was broken there,
/// or `best` is predicted to be better by more than the uncertainty: the half-width of either interval, or what the
/// promise before the first check left open. Without that, every value would move the centre a little, and what was
/// verified would not be what is recommended.
[[nodiscard]] Vector kept_centre(const StudyView& view, const RegionModel& model, const Vector& best);

/// The same of the largest region: the centre under verification is kept unless its promise was broken there, or its
/// factor within the limit, and within those of other outputs, is smaller than that of `best` by more than a tenth.
[[nodiscard]] Vector kept_centre_of_largest(const StudyView& view, const RegionModel& model, const Vector& best,
                                            double limit, const std::vector<LimitModel>& limits);

/// A region under verification; points are in the unit cube.
struct CheckedRegion {
    const RegionModel& model;  ///< of the objective
    const ModelledRegion& region;
    const std::vector<LimitModel>& limits;  ///< those at the centre alone are not looked at elsewhere
    Rng seed;                               ///< of the search
    const Points& evaluated;
    Index checks = 0;  ///< that were made in it before, at other places than its centre
};

/// So many places (columns) of the region that could be worst, in turn for the objective and for every limit. Each has
/// the largest mean + 2 sd, at half a tolerance from what is being evaluated (`pending`, and the places before it) and
/// a tenth of one from what was, as far as there is such a place.
[[nodiscard]] Points places_to_verify(const CheckedRegion& checked, const Points& pending, Index count);

}  // namespace sweetspot::study
