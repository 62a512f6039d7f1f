#include "study/verifying.hpp"

#include <algorithm>
#include <limits>

#include "gp/confidence_bound.hpp"
#include "robust/scaled_regions.hpp"
#include "study/spread.hpp"
#include "study/stop_rule.hpp"
#include "sweetspot/study/answer.hpp"

namespace sweetspot::study {

namespace {

/// Of the range of the values: an interval can be so wide that nothing would be given up for it. Of the factor of the
/// largest region.
constexpr double most_given_up = 0.1;

/// How far above its prediction the verified centre may be: by the model now, or by what was promised before its first
/// check. The promise counts, for each check makes the interval of its own region smaller: a centre would be given up
/// the more easily the better it was verified.
double uncertainty(const StudyView& view, const RegionMeasure& now, const Vector& centre) {
    const double above = now.estimate.upper - now.estimate.value;
    // What is promised of a region, and checked, is its worst case.
    if (now.is != RegionMeasure::Is::worst) return above;
    const auto first = std::ranges::find_if(
        view.trials, [&](const Trial& trial) { return checks_answer(trial) && trial.centre == centre; });
    return std::max(above, first->promised - now.estimate.value);
}

}  // namespace

Vector kept_centre(const StudyView& view, const RegionModel& model, const Vector& best) {
    const Trial* last = last_check_of_answer(view);
    if (last == nullptr) return best;
    const Vector verified = model.problem().space().to_unit(last->centre);
    constexpr double rounding = 1e-9;
    // A larger tolerance may have come since.
    if (!model.problem().centres().contains(verified, rounding)) return best;
    if (is_last_promise_broken(view, last->centre)) return best;
    const RegionMeasure kept = model.at_unit(verified).measure();
    const Estimate other = model.at_unit(best).measure().estimate;
    const double lead = kept.estimate.value - other.value;
    const double sure_of = std::max(uncertainty(view, kept, last->centre), other.upper - other.value);
    return lead > std::min(sure_of, most_given_up * value_range(model.values())) ? best : verified;
}

Vector kept_centre_of_largest(const StudyView& view, const RegionModel& model, const Vector& best, double limit) {
    const Trial* last = last_check_of_answer(view);
    if (last == nullptr || is_last_promise_broken(view, last->centre)) return best;
    const Vector verified = model.problem().space().to_unit(last->centre);
    if (!model.problem().centres().contains(verified, 1e-9)) return best;
    const RobustSet& set = model.problem().robust_set();
    const ScaledRegions regions(model.gp(), set, make_template(set, {.shape = TemplateShape::boundary_heavy}, Rng(1)),
                                0);
    const double standardised = standardised_limit(model.gp(), limit);
    const double kept = regions.factor(verified, standardised);
    return kept >= (1 - most_given_up) * regions.factor(best, standardised) && kept > 0 ? verified : best;
}

Vector place_to_verify(const RegionModel& model, const ModelledRegion& region, const Points& evaluated,
                       const Points& pending) {
    // A value is known at its place exactly, or nearly so: a tenth of a tolerance away there is something to learn
    // again. What is being evaluated is not known yet.
    constexpr double nearest_to_evaluated = 0.1;
    const RobustSet& set = model.problem().robust_set();
    const auto distance = [&](const Points& points) -> Vector {
        return distances(set, points, pending)
            .cwiseMin(distances(set, points, evaluated) * (apart / nearest_to_evaluated));
    };
    // What is to be built is measured itself, so that its value, and with it the price of robustness, is known.
    const Vector& centre = region.unit_centre();
    if (distance(centre)[0] >= apart) return centre;
    Vector worst = region.surely_worst();
    if (distance(worst)[0] >= apart) return worst;
    const Points& places = region.places().points;
    return places.col(largest_apart(model.upper(places), distance(places)));
}

}  // namespace sweetspot::study
