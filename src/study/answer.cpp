#include "sweetspot/study/answer.hpp"

#include <cmath>

#include "base/check.hpp"
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

Model model_of(const StudyConfig& config, const Problem& problem, const GaussianProcess& gp) {
    const Rng seed(config.seed);
    return {problem, gp, make_template(problem.robust_set(), {}, seed.split("template")), seed.split("answer")};
}

Recommendation recommended(const StudyConfig& config, const StudyView& view, const Optimizer& optimizer) {
    require(optimizer.observations() >= 1,
            "no trial is complete yet, so there is no answer; run the study, or tell a value");
    return optimizer.recommendation(without_value(config, view).failed);
}

/// The model with one more observation, exactly as it expects it.
GaussianProcess with_predicted(const GaussianProcess& gp, const Vector& place) {
    const Index n = gp.size();
    Points inputs(gp.dimension(), n + 1);
    inputs << gp.inputs(), place;
    Vector outputs(n + 1);
    for (Index i = 0; i < n; ++i) outputs[i] = gp.standardisation().undo(gp.targets()[i]);
    outputs[n] = gp.standardisation().undo(gp.mean(place)[0]);
    Vector noise = gp.known_noise();
    if (noise.size() > 0) {
        noise.conservativeResize(n + 1);
        noise[n] = 0;
    }
    return {gp.kernel_ptr(), gp.hyperparameters(), inputs, outputs, gp.standardisation(), noise};
}

Vector best_single(const Optimizer& optimizer, const GaussianProcess& gp) {
    // By the model, not by the luckiest value: with noise these differ.
    Vector best;
    double least = std::numeric_limits<double>::infinity();
    const Points inputs = optimizer.inputs();
    for (Index n = 0; n < inputs.cols(); ++n) {
        const Vector u = optimizer.problem().space().to_unit(inputs.col(n));
        const double mean = gp.mean(u)[0];
        if (mean >= least) continue;
        least = mean;
        best = u;
    }
    return best;
}

}  // namespace

Answer answer_of(const StudyConfig& config, const StudyView& view, int threads) {
    const Optimizer optimizer = optimizer_of(config, view, threads);
    const Recommendation r = recommended(config, view, optimizer);
    const Problem& problem = optimizer.problem();
    const Model model = model_of(config, problem, r.gp);
    const Vector& centre = r.best.x;
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
    const Vector single = best_single(optimizer, r.gp);
    answer.single = model.candidate(single);
    answer.single_fits = problem.centres().contains(single);
    return answer;
}

Points worst_places(const StudyConfig& config, const StudyView& view, Index count, int threads) {
    const Optimizer optimizer = optimizer_of(config, view, threads);
    const Recommendation r = recommended(config, view, optimizer);
    const Problem& problem = optimizer.problem();
    Points places(problem.dimension(), count);
    GaussianProcess gp = r.gp;
    for (Index k = 0; k < count; ++k) {
        const Model model = model_of(config, problem, gp);
        const Vector place = model.surely_worst(r.best.x);
        places.col(k) = problem.space().snap(model.outside(place));
        if (k + 1 < count) gp = with_predicted(gp, place);
    }
    return places;
}

}  // namespace sweetspot
