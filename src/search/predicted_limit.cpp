#include "sweetspot/search/predicted_limit.hpp"

#include <algorithm>
#include <cmath>

#include "base/normal.hpp"
#include "methods/limit_pieces.hpp"
#include "search/limit_draws.hpp"
#include "search/promise.hpp"
#include "search/region_supremum.hpp"

namespace sweetspot {
namespace {

/// A limit binds that has less than this to spare, in standard deviations of the output over the evaluations.
constexpr double spare = 0.05;

/// Of h, the output turned so that large is bad.
struct Turned {
    Estimate value;
    double probability = 0;
    Vector where;  // in the parameters' units
};

/// The share of draws within the bound when they are as far from the expected value as an interval takes them to be.
double share_kept(const Vector& draws, double expected, double wider, double bound) {
    const auto kept = (expected + wider * (draws.array() - expected) <= bound).count();
    return static_cast<double>(kept) / static_cast<double>(draws.size());
}

Turned of_whole_region(const LimitModel& limit, const RegionModel& model, const VectorRef& u, const Rng& rng) {
    const PredictedWorst worst = model.at_unit(u).worst();
    const Vector centre = u;
    const RegionSupremum supremum =
        region_supremum({limit.gp, model.problem().robust_set(), limit.T, centre}, limit_realisations, rng);
    return {worst.estimate(), share_kept(supremum.draws, worst.by_search, widening(limit.gp), limit.bound),
            worst.where};
}

Turned of_share(const LimitModel& limit, const RegionModel& model, const VectorRef& u, const Rng& rng) {
    const Vector draws = share_draws(limit, u, rng);
    const double value = limit.mean_excess(u) + limit.bound;
    const Interval interval =
        promise_by_draws(limit.gp, value, draws, unseen_of_region(limit.gp, model.problem().robust_set(), u));
    return {{value, interval.lower, interval.upper},
            share_kept(draws, value, average_widening(limit.gp), limit.bound),
            model.at_unit(u).worst().where};
}

Turned of_centre(const LimitModel& limit, const RegionModel& model, const VectorRef& u) {
    const double mean = limit.gp.mean(u)[0];
    const double variance = limit.gp.variance(u)[0];
    const double half = average_half_width(limit.gp, mean, variance, unseen);
    // The interval is of two standard deviations to each side.
    const double z = half > 0 ? surely * (limit.bound - mean) / half : limit.bound - mean;
    const double probability = half > 0 ? normal_cdf(z) : (z >= 0 ? 1.0 : 0.0);
    return {{mean, mean - half, mean + half}, probability, model.problem().space().from_unit(u)};
}

PredictedLimit predicted(const LimitModel& limit, const Problem& problem, const VectorRef& u, const Rng& seed) {
    const Rng rng = limit_rng(limit, seed);
    const RegionModel model(problem, limit.gp, seed, rng);
    Turned h;
    switch (limit.limit.what) {
        case Limit::For::worst:
            h = of_whole_region(limit, model, u, rng);
            break;
        case Limit::For::share:
            h = of_share(limit, model, u, rng);
            break;
        case Limit::For::centre:
            h = of_centre(limit, model, u);
            break;
    }
    const double one = limit.output(h.value.lower);
    const double other = limit.output(h.value.upper);
    return {limit.limit,   {limit.output(h.value.value), std::min(one, other), std::max(one, other)},
            h.probability, unsureness({limit}, u) > -spare,
            h.where,       limit.gp.size()};
}

}  // namespace

std::vector<PredictedLimit> predicted_limits(const Problem& problem, const std::vector<LimitModel>& models,
                                             const VectorRef& u, const Rng& seed) {
    std::vector<PredictedLimit> result;
    for (const Limit& limit : problem.limits()) {
        const auto model = std::find_if(models.begin(), models.end(),
                                        [&](const LimitModel& candidate) { return candidate.limit == limit; });
        result.push_back(model == models.end() ? PredictedLimit{limit, {}, 0, true, {}, 0}
                                               : predicted(*model, problem, u, seed));
    }
    return result;
}

}  // namespace sweetspot
