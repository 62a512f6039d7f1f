#include "study/verifying.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "gp/confidence_bound.hpp"
#include "robust/limited_output.hpp"
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

/// How far a place is from what is known and from what is being evaluated.
struct Distances {
    const RobustSet& set;
    const Points& evaluated;
    const Points& pending;

    /// A value is known at its place exactly, or nearly so: a tenth of a tolerance away there is something to learn
    /// again. What is being evaluated is not known yet.
    [[nodiscard]] Vector of(const Points& points) const {
        constexpr double nearest_to_evaluated = 0.1;
        return distances(set, points, pending)
            .cwiseMin(distances(set, points, evaluated) * (apart / nearest_to_evaluated));
    }
};

struct PlaceApart {
    Vector place;
    bool is_worst = false;  ///< nowhere in the region mean + 2 sd is larger
};

PlaceApart place_apart(const RegionModel& model, const ModelledRegion& region, const Distances& distances) {
    Vector worst = region.surely_worst();
    if (distances.of(worst)[0] >= apart) return {std::move(worst), true};
    const Points& places = region.places().points;
    return {places.col(largest_apart(model.upper(places), distances.of(places)))};
}

/// A limited output, turned so that large is bad, with what it must not exceed.
struct OutputOfRegion {
    RegionModel model;
    double bound = 0;
};

std::vector<OutputOfRegion> limited_outputs(const CheckedRegion& checked) {
    std::vector<OutputOfRegion> result;
    for (const LimitModel& limit : checked.limits) {
        if (limit.limit.what == Limit::For::centre) continue;
        result.push_back({RegionModel(checked.model.problem(), limit.gp, checked.seed), limit.bound});
    }
    return result;
}

/// Of the limit that is least sure at its place. One whose worst place was looked at waits until all were.
Vector least_sure_place(const std::vector<OutputOfRegion>& outputs, const Vector& centre, const RobustSet& set,
                        const Points& pending) {
    PlaceApart best;
    double largest = -std::numeric_limits<double>::infinity();
    for (const OutputOfRegion& output : outputs) {
        const RegionModel& model = output.model;
        PlaceApart found = place_apart(model, model.at_unit(centre), {set, model.gp().inputs(), pending});
        const double excess = model.upper(found.place)[0] - output.bound;
        if (best.is_worst && !found.is_worst) continue;
        if (best.is_worst == found.is_worst && excess <= largest) continue;
        largest = excess;
        best = std::move(found);
    }
    return best.place;
}

}  // namespace

Vector kept_centre(const StudyView& view, const RegionModel& model, const Vector& best) {
    const Trial* last = last_check_of_answer(view);
    if (last == nullptr) return best;
    const Vector verified = model.problem().space().to_unit(last->centre);
    constexpr double rounding = 1e-9;
    // A larger tolerance may have come since.
    if (!model.problem().centres().contains(verified, rounding)) return best;
    if (is_promise_broken(model.problem(), view, last->centre)) return best;
    const RegionMeasure kept = model.at_unit(verified).measure();
    const Estimate other = model.at_unit(best).measure().estimate;
    const double lead = kept.estimate.value - other.value;
    const double sure_of = std::max(uncertainty(view, kept, last->centre), other.upper - other.value);
    return lead > std::min(sure_of, most_given_up * value_range(model.values())) ? best : verified;
}

Vector kept_centre_of_largest(const StudyView& view, const RegionModel& model, const Vector& best, double limit,
                              const std::vector<LimitModel>& limits) {
    const Trial* last = last_check_of_answer(view);
    if (last == nullptr || is_promise_broken(model.problem(), view, last->centre)) return best;
    const Vector verified = model.problem().space().to_unit(last->centre);
    if (!model.problem().centres().contains(verified, 1e-9)) return best;
    const RobustSet& set = model.problem().robust_set();
    const Template T = make_template(set, {.shape = TemplateShape::boundary_heavy}, Rng(1));
    std::vector<LimitedOutput> outputs = {limited_output(model.gp(), standardised_limit(model.gp(), limit), T, set)};
    for (const LimitModel& other : limits) outputs.push_back(limited_output(other, set));
    const ScaledRegions regions(set, std::move(outputs), 0);
    const double kept = regions.factor(verified);
    return kept >= (1 - most_given_up) * regions.factor(best) && kept > 0 ? verified : best;
}

Points places_to_verify(const CheckedRegion& checked, const Points& pending, Index count) {
    const RobustSet& set = checked.model.problem().robust_set();
    const Vector& centre = checked.region.unit_centre();
    const std::vector<OutputOfRegion> limited = limited_outputs(checked);
    Points taken(pending.rows(), pending.cols() + count);
    taken.leftCols(pending.cols()) = pending;
    Index turn = checked.checks;
    for (Index k = 0; k < count; ++k) {
        const Points before = taken.leftCols(pending.cols() + k);
        Vector place = centre;
        // What is to be built is measured itself, so that its value, and with it the price of robustness, is known.
        if (Distances{set, checked.evaluated, before}.of(centre)[0] < apart) {
            const bool is_turn_of_objective = turn++ % (1 + std::ssize(limited)) == 0;
            place = is_turn_of_objective
                        ? place_apart(checked.model, checked.region, {set, checked.evaluated, before}).place
                        : least_sure_place(limited, centre, set, before);
        }
        taken.col(pending.cols() + k) = place;
    }
    return taken.rightCols(count);
}

}  // namespace sweetspot::study
