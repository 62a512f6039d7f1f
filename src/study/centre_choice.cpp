// The method looks for its best-so-far centre where an observation lies in the region (eq:neighbourhood). The smaller
// the region, the fewer such centres there are; one with k coordinates at the bounds is √k tolerances from an
// observation in the corner. So further centres are considered: the best ones of the larger regions, by the same model,
// and the observations themselves, moved into the box of centres. All are compared by their prediction for the region
// that is asked about.
#include "study/centre_choice.hpp"

#include <algorithm>
#include <iterator>
#include <limits>

#include "base/order.hpp"
#include "methods/limit_pieces.hpp"
#include "study/stop_rule.hpp"
#include "study/verifying.hpp"

namespace sweetspot::study {
namespace {

/// A centre's own value is known when its standard deviation is at most this share of the range of the values. Where a
/// length scale collapses, what lies between observations is as unknown as before any of them.
constexpr double known_share = 0.25;
/// So many observations are looked at as centres themselves; those of which the model expects least.
constexpr std::size_t most_observations = 20;

/// Larger than the region of `config`, from the next one on.
std::vector<StudyConfig> larger_regions(const StudyConfig& config) {
    std::vector<StudyConfig> larger;
    for (const Norm norm : {Norm::two, Norm::infinity}) {
        if (norm <= config.norm) continue;
        larger.push_back(config);
        larger.back().norm = norm;
    }
    return larger;
}

/// At what is built of the centre; where choices may be confused, all of it for a worst case, on average otherwise.
double uncertainty_at(const RegionModel& model, const Vector& centre) {
    const Problem& problem = model.problem();
    if (!problem.confusion()) return model.sd(centre)[0];
    const Confusion& confusion = *problem.confusion();
    Points built(centre.size(), confusion.scenarios());
    for (Index m = 0; m < built.cols(); ++m) built.col(m) = confusion.built(centre, m);
    const Vector sd = model.sd(built);
    return problem.quality().kind() == Quality::Kind::maximum ? sd.maxCoeff() : sd.dot(confusion.weights());
}

bool is_known(const CentreChoice& choice, const Vector& centre) {
    return uncertainty_at(choice.model, centre) <= known_share * value_range(choice.values);
}

/// Of the observations, moved into the box of centres, the best one by the template among those that are known.
std::vector<Vector> best_observation(const CentreChoice& choice) {
    const RegionModel& model = choice.model;
    Points centres = choice.observed;
    for (Index n = 0; n < centres.cols(); ++n) centres.col(n) = model.problem().nearest_centre(centres.col(n));
    std::vector<Index> order = ascending(model.gp().mean(centres));
    order.resize(std::min(order.size(), most_observations));
    std::vector<Vector> best;
    double least = std::numeric_limits<double>::infinity();
    for (const Index n : order) {
        const Vector centre = centres.col(n);
        const double quality = model.at_unit(centre).measure_by_template();
        if (quality >= least || !is_known(choice, centre)) continue;
        least = quality;
        best = {centre};
    }
    return best;
}

/// The centre as it can be drawn: whole numbers are whole, a part is one of its series, and the region stays inside the
/// bounds.
Vector drawable(const Problem& problem, const Vector& centre) {
    const Space& space = problem.space();
    Vector x = space.from_unit(problem.levels().nearest(centre));
    const Vector snapped = space.snap(x);
    for (Index d = 0; d < x.size(); ++d) {
        if (!space.parameters()[static_cast<std::size_t>(d)].step) continue;
        for (const double whole : {snapped[d], std::floor(x[d]), std::ceil(x[d])}) {
            Vector rounded = x;
            rounded[d] = whole;
            if (!problem.centres().contains(space.to_unit(rounded))) continue;
            x[d] = whole;
            break;
        }
    }
    return space.to_unit(x);
}

}  // namespace

Vector chosen_centre(const CentreChoice& choice, std::vector<Vector> candidates) {
    const RegionModel& model = choice.model;
    // Another question than what the measure of the stated region is; the method has the answer.
    if (choice.config.largest_within) {
        return kept_centre_of_largest(choice.view, model, drawable(model.problem(), candidates.front()),
                                      *choice.config.largest_within, choice.limits);
    }
    for (const StudyConfig& larger : larger_regions(choice.config)) {
        candidates.push_back(recommendation_by(larger, model.gp(), choice.threads).best.x);
    }
    std::ranges::move(best_observation(choice), std::back_inserter(candidates));
    candidates.push_back(model.problem().nearest_centre(choice.observed.col(choice.best_measured)));
    for (Vector& centre : candidates) centre = drawable(model.problem(), centre);
    const auto breaks_limits = [&](const Vector& centre) {
        constexpr double slack = 1e-9;  // rounding
        return !choice.limits.empty() && unsureness(choice.limits, centre) > slack;
    };
    Vector own = candidates.front();
    std::erase_if(candidates, breaks_limits);
    if (candidates.empty()) return own;  // the method's own is the nearest to one that keeps them
    const auto unknown = std::stable_partition(candidates.begin(), candidates.end(),
                                               [&](const Vector& centre) { return is_known(choice, centre); });
    if (unknown != candidates.begin()) candidates.erase(unknown, candidates.end());
    Vector best;
    double least = std::numeric_limits<double>::infinity();
    for (const Vector& centre : candidates) {
        const double quality = model.at_unit(centre).measure_value();
        if (quality >= least) continue;
        least = quality;
        best = centre;
    }
    const Vector kept = kept_centre(choice.view, model, best);
    return breaks_limits(kept) ? best : kept;
}

}  // namespace sweetspot::study
