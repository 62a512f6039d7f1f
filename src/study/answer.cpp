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

    [[nodiscard]] PredictedWorst worst_at(const Vector& centre) const {
        const SamplingRegion region{gp, problem.robust_set(), T, centre};
        const Vector by_mean = sample_worst_case()->sample(region, rng.split("worst"));
        const Vector by_bound = sample_ucb(sure)->sample(region, rng.split("bound"));
        const double bound = gp.mean(by_bound)[0] + sure * std::sqrt(gp.variance(by_bound)[0]);
        return {undo(gp.mean(T.at(centre)).maxCoeff()), undo(gp.mean(by_mean)[0]), outside(by_mean), undo(bound),
                outside(by_bound)};
    }

    [[nodiscard]] Candidate candidate(const Vector& u) const {
        const double scale = gp.standardisation().scale;
        return {outside(u), undo(gp.mean(u)[0]), scale * std::sqrt(gp.variance(u)[0]), worst_at(u),
                undo(gp.mean(T.at(u)).dot(T.weights))};
    }
};

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
    require(optimizer.observations() >= 1, "no trial is complete yet, so there is no answer; run the study, or tell a value");
    const Recommendation r = optimizer.recommendation(without_value(config, view).failed);
    const Problem& problem = optimizer.problem();
    const Rng rng = Rng(config.seed).split("answer");
    const Model model{problem, r.gp, make_template(problem.robust_set(), {}, Rng(config.seed).split("template")), rng};
    const Vector& centre = r.best.x;
    Answer answer;
    answer.robust = model.candidate(centre);
    answer.lower = problem.space().from_unit(centre + problem.robust_set().bounds().lower);
    answer.upper = problem.space().from_unit(centre + problem.robust_set().bounds().upper);
    answer.evaluations = optimizer.observations();
    const Points inputs = optimizer.inputs();
    for (Index n = 0; n < inputs.cols(); ++n) {
        if (problem.robust_set().contains(problem.space().to_unit(inputs.col(n)) - centre)) ++answer.evaluations_in_region;
    }
    const Vector single = best_single(optimizer, r.gp);
    answer.single = model.candidate(single);
    answer.single_fits = problem.centres().contains(single);
    return answer;
}

}  // namespace sweetspot
