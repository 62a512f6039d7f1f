// What a limit on another output bounds, of one region and in the units of its model: S of h, as expected and at the
// upper end of its interval. Of a region that reaches beyond the bounds only the part inside counts.
#pragma once

#include "sweetspot/robust/limit_model.hpp"
#include "sweetspot/search/region_model.hpp"

namespace sweetspot {

/// Regions as the model of the limited output sees them; `seed` is that of the search.
[[nodiscard]] RegionModel limited_regions(const LimitModel& limit, const Problem& problem, const Rng& seed);

/// How many places a limit for a share is judged by.
[[nodiscard]] Index places_of_share(const LimitModel& limit);

/// `region` is one of limited_regions.
[[nodiscard]] double expected_in(const LimitModel& limit, const ModelledRegion& region);
/// With its interval.
[[nodiscard]] Estimate estimate_in(const LimitModel& limit, const ModelledRegion& region);
[[nodiscard]] double upper_in(const LimitModel& limit, const ModelledRegion& region);

/// A region of `problem`, around a centre in the unit cube; `seed` is that of the search.
struct LimitedRegion {
    const Problem& problem;
    const Vector& u;
    const Rng& seed;
};
/// By how much the limit is broken there: at most 0 where it is kept.
[[nodiscard]] double expected_beyond(const LimitModel& limit, const LimitedRegion& region);
/// The same of the upper end; infinite where the model has seen too little for an interval.
[[nodiscard]] double safely_beyond(const LimitModel& limit, const LimitedRegion& region);

}  // namespace sweetspot
