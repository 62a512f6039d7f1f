#include "sweetspot/study/answer.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/check.hpp"
#include "methods/common_parts.hpp"
#include "sweetspot/sampling/sampling_rule.hpp"

namespace sweetspot {
namespace {

constexpr double sure = 2;  // sd of the upper bound

/// The model of a study and the region, in the unit cube.
struct Model {
    const Problem& problem;
    const GaussianProcess& gp;
    Template T;
    Rng rng;

    [[nodiscard]] Vector outside(const Vector& u) const { return problem.space().from_unit(u); }
    [[nodiscard]] double undo(double standardised) const { return gp.standardisation().undo(standardised); }

    /// Where mean + 2 sd is largest in the region.
    [[nodiscard]] Vector surely_worst(const Vector& centre) const {
        return sample_ucb(sure)->sample({gp, problem.robust_set(), T, centre}, rng.split("bound"));
    }

    [[nodiscard]] PredictedWorst worst_at(const Vector& centre) const {
        const SamplingRegion region{gp, problem.robust_set(), T, centre};
        const Vector by_mean = sample_worst_case()->sample(region, rng.split("worst"));
        const Vector by_bound = surely_worst(centre);
        const double bound = gp.mean(by_bound)[0] + sure * std::sqrt(gp.variance(by_bound)[0]);
        const Points points = T.at(centre);
        const Vector mean = gp.mean(points);
        const double lower = (mean - sure * gp.variance(points).cwiseSqrt()).maxCoeff();
        return {undo(lower),      undo(mean.maxCoeff()), undo(gp.mean(by_mean)[0]),
                outside(by_mean), undo(bound),           outside(by_bound)};
    }

    [[nodiscard]] Candidate candidate(const Vector& u) const {
        const double scale = gp.standardisation().scale;
        return {outside(u), undo(gp.mean(u)[0]), scale * std::sqrt(gp.variance(u)[0]), worst_at(u),
                undo(gp.mean(T.at(u)).dot(T.weights))};
    }
};

Model region_model(const StudyConfig& config, const Problem& problem, const GaussianProcess& gp) {
    const Rng seed(config.seed);
    return {problem, gp, make_template(problem.robust_set(), {}, seed.split("template")), seed.split("answer")};
}

Recommendation recommended(const StudyConfig& config, const StudyView& view, const Optimizer& optimizer) {
    require(optimizer.observations() >= 1,
            "no trial is complete yet, so there is no answer; run the study, or tell a value");
    return optimizer.recommendation(without_value(config, view).failed);
}

/// The centre as it can be drawn: whole numbers are whole, and the region stays inside the bounds.
Vector drawable(const Problem& problem, const Vector& centre) {
    const Space& space = problem.space();
    Vector x = space.from_unit(centre);
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

/// Of `candidates`, that with the largest mean + 2 sd among those that are far from all `taken`: at least half a
/// tolerance, or as far as there are any.
Vector next_worst(const Model& model, const Points& candidates, const PointsRef& taken) {
    const Vector bound = model.gp.mean(candidates) + sure * model.gp.variance(candidates).cwiseSqrt();
    Vector distance = Vector::Constant(candidates.cols(), std::numeric_limits<double>::infinity());
    for (Index i = 0; i < candidates.cols(); ++i) {
        for (Index k = 0; k < taken.cols(); ++k) {
            distance[i] = std::min(distance[i], model.problem.robust_set().gauge(candidates.col(i) - taken.col(k)));
        }
    }
    const double far = std::min(0.5, distance.maxCoeff());
    Index best = 0;
    (distance.array() >= far).select(bound.array(), -std::numeric_limits<double>::infinity()).maxCoeff(&best);
    return candidates.col(best);
}

/// The evaluated point where the model expects the least: with noise that is not the one of the luckiest value.
Index best_single(const Optimizer& optimizer, const GaussianProcess& gp) {
    const Points inputs = optimizer.inputs();
    Points units(inputs.rows(), inputs.cols());
    for (Index n = 0; n < inputs.cols(); ++n) units.col(n) = optimizer.problem().space().to_unit(inputs.col(n));
    Index best = 0;
    gp.mean(units).minCoeff(&best);
    return best;
}

Answer answer_at(const StudyConfig& config, const Optimizer& optimizer, const GaussianProcess& gp, const Vector& best) {
    const Problem& problem = optimizer.problem();
    const Model model = region_model(config, problem, gp);
    const Vector centre = drawable(problem, best);
    Answer answer;
    answer.robust = model.candidate(centre);
    answer.lower = problem.space().from_unit(centre + problem.robust_set().bounds().lower);
    answer.upper = problem.space().from_unit(centre + problem.robust_set().bounds().upper);
    answer.evaluations = optimizer.observations();
    const Points inputs = optimizer.inputs();
    for (Index n = 0; n < inputs.cols(); ++n) {
        if (problem.robust_set().contains(problem.space().to_unit(inputs.col(n)) - centre))
            ++answer.evaluations_in_region;
    }
    const Vector single = inputs.col(best_single(optimizer, gp));
    answer.single = model.candidate(problem.space().to_unit(single));
    answer.single.x = single;
    answer.single_fits = problem.centres().contains(problem.space().to_unit(single));
    return answer;
}

}  // namespace

GaussianProcess model_of(const StudyConfig& config, const StudyView& view, int threads) {
    return recommended(config, view, optimizer_of(config, view, threads)).gp;
}

Answer answer_of(const StudyConfig& config, const StudyView& view, int threads) {
    const Optimizer optimizer = optimizer_of(config, view, threads);
    const Recommendation r = recommended(config, view, optimizer);
    return answer_at(config, optimizer, r.gp, r.best.x);
}

Answer answer_of(const StudyConfig& config, const StudyView& view, const GaussianProcess& model, int threads) {
    const Optimizer optimizer = optimizer_of(config, view, threads);
    const Rng seed(config.seed);
    const Rng rng = suggestion_rng(seed, model.size());
    const Parallel parallel(threads);
    const Observations observations{model.inputs(), model.targets()};
    const Situation situation{optimizer.problem(), observations, seed, rng, parallel};
    const BayesianRobustSearchOptions options;
    const Template T = region_template(options, situation);
    return answer_at(config, optimizer, model, incumbent(options, situation, model, T).x);
}

Points worst_places(const StudyConfig& config, const StudyView& view, Index count, int threads) {
    const Optimizer optimizer = optimizer_of(config, view, threads);
    const Recommendation r = recommended(config, view, optimizer);
    const Problem& problem = optimizer.problem();
    const Model model = region_model(config, problem, r.gp);
    const Vector centre = drawable(problem, r.best.x);
    const Points candidates = model.T.at(centre);
    Points places(problem.dimension(), count);
    places.col(0) = model.surely_worst(centre);
    for (Index k = 1; k < count; ++k) places.col(k) = next_worst(model, candidates, places.leftCols(k));
    for (Index k = 0; k < count; ++k) places.col(k) = problem.space().snap(model.outside(places.col(k)));
    return places;
}

}  // namespace sweetspot
