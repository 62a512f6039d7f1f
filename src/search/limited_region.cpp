#include "search/limited_region.hpp"

#include <algorithm>
#include <limits>

#include "search/promise.hpp"

namespace sweetspot {
namespace {

constexpr Index realisations_of_share = 500;
/// A share is no finer than one of its places: the search's own template of 60 in two dimensions missed factors of
/// tolerances by 5 %.
constexpr Index fewest_places = 500;

double share_value(const LimitModel& limit, const Template& places) {
    return limit.statistic->value(limit.gp.mean(places.points), places.weights);
}

Estimate share_in(const LimitModel& limit, const ModelledRegion& region) {
    const RegionDraws joint = region.draws(realisations_of_share, places_of_share(limit));
    Vector draws(joint.values.cols());
    for (Index j = 0; j < draws.size(); ++j) {
        draws[j] = limit.statistic->value(joint.values.col(j), joint.places.weights);
    }
    const double f = unseen_of_region(limit.gp, region.problem().robust_set(), region.unit_centre());
    const double value = share_value(limit, joint.places);
    const Interval interval = promise_by_draws(limit.gp, value, draws, f);
    return {value, interval.lower, interval.upper};
}

}  // namespace

Index places_of_share(const LimitModel& limit) {
    return std::max(fewest_places, limit.T.size());
}

RegionModel limited_regions(const LimitModel& limit, const Problem& problem, const Rng& seed) {
    return {problem, limit.gp, seed, seed.split("answer").split("limit").split(limit.limit.of)};
}

double expected_in(const LimitModel& limit, const ModelledRegion& region) {
    switch (limit.limit.what) {
        case Limit::For::worst:
            return region.worst_value();
        case Limit::For::share:
            return share_value(limit, region.places_by_law(places_of_share(limit)));
        default:
            return region.value();
    }
}

Estimate estimate_in(const LimitModel& limit, const ModelledRegion& region) {
    switch (limit.limit.what) {
        case Limit::For::worst:
            return region.worst().estimate();
        case Limit::For::share:
            return share_in(limit, region);
        default: {
            const double value = region.value();
            const double half = average_half_width(limit.gp, value, region.sd() * region.sd(), unseen);
            return {value, value - half, value + half};
        }
    }
}

double upper_in(const LimitModel& limit, const ModelledRegion& region) {
    return estimate_in(limit, region).upper;
}

double expected_beyond(const LimitModel& limit, const LimitedRegion& region) {
    const RegionModel model = limited_regions(limit, region.problem, region.seed);
    return expected_in(limit, model.at_unit(region.u)) - limit.bound;
}

double safely_beyond(const LimitModel& limit, const LimitedRegion& region) {
    const RegionModel model = limited_regions(limit, region.problem, region.seed);
    if (!model.promises()) return std::numeric_limits<double>::infinity();
    return upper_in(limit, model.at_unit(region.u)) - limit.bound;
}

}  // namespace sweetspot
