#include "sweetspot/methods/bayesian_robust_search.hpp"

#include <chrono>

#include "base/check.hpp"
#include "methods/maximise.hpp"
#include "sweetspot/acquisition/average_expected_improvement.hpp"
#include "sweetspot/acquisition/robust_expected_improvement.hpp"
#include "sweetspot/robust/neighbourhood.hpp"

namespace sweetspot {
namespace {

/// Milliseconds since the last call.
class Stopwatch {
  public:
    double lap() {
        const auto now = std::chrono::steady_clock::now();
        const double ms = std::chrono::duration<double, std::milli>(now - last_).count();
        last_ = now;
        return ms;
    }

  private:
    std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

class BayesianRobustSearch final : public Method {
  public:
    explicit BayesianRobustSearch(BayesianRobustSearchOptions options) : options_(std::move(options)) {
        require(options_.sampling != nullptr,
                "bayesian-robust-search: no sampling rule; use e.g. sample_most_uncertain()");
        require(!options_.realisations.empty(),
                "bayesian-robust-search: no number of realisations; give at least one, e.g. 512");
    }

    [[nodiscard]] std::string_view name() const override { return "bayesian-robust-search"; }
    [[nodiscard]] Proposal propose(const Situation& s) const override;
    [[nodiscard]] Recommendation recommend(const Situation& s) const override;

  private:
    [[nodiscard]] Template region_template(const Situation& s) const;
    [[nodiscard]] Vector weights(const Situation& s, const Template& T) const;
    [[nodiscard]] GaussianProcess model(const Situation& s) const;
    [[nodiscard]] BestSoFar incumbent(const Situation& s, const GaussianProcess& gp, const Template& T) const;
    [[nodiscard]] AcquisitionMaximum best_region(const Situation& s, const GaussianProcess& gp, const Template& T,
                                                 const Vector& x_star) const;

    BayesianRobustSearchOptions options_;
};

// Lines 2 to 5 of Algorithm 1.
Proposal BayesianRobustSearch::propose(const Situation& s) const {
    Stopwatch watch;
    Timings t;
    const Template T = region_template(s);
    const GaussianProcess gp = model(s);  // line 2
    t.fit_ms = watch.lap();
    const BestSoFar x_star = incumbent(s, gp, T);  // line 3
    t.incumbent_ms = watch.lap();
    const AcquisitionMaximum x_prime = best_region(s, gp, T, x_star.x);  // line 4
    t.acquisition_ms = watch.lap();
    const Vector next = options_.sampling->sample({gp, s.problem.robust_set(), T, x_prime.x},
                                                  s.rng.split("sampling"));  // line 5
    t.sampling_ms = watch.lap();
    t.total_ms = t.fit_ms + t.incumbent_ms + t.acquisition_ms + t.sampling_ms;
    const double ei = x_prime.value * gp.standardisation().scale;
    return {next, x_prime.x, ei, x_star, gp, x_prime.realisations, x_prime.note, t};
}

Recommendation BayesianRobustSearch::recommend(const Situation& s) const {
    const GaussianProcess gp = model(s);
    return {incumbent(s, gp, region_template(s)), gp};
}

Template BayesianRobustSearch::region_template(const Situation& s) const {
    if (options_.fixed.template_points) {
        const Points& points = *options_.fixed.template_points;
        return {points, Vector::Constant(points.cols(), 1.0 / static_cast<double>(points.cols()))};
    }
    const bool worst = s.problem.quality().kind() == Quality::Kind::maximum;
    const TemplateShape shape =
        options_.template_shape.value_or(worst ? TemplateShape::boundary_heavy : TemplateShape::uniform);
    // One template for the whole search: qualities of different iterations stay comparable.
    return make_template(s.problem.robust_set(), {shape, options_.template_size}, s.seed.split("template"));
}

Vector BayesianRobustSearch::weights(const Situation& s, const Template& T) const {
    return s.problem.quality().reweighted(s.problem.perturbations(T.points), T.weights);
}

GaussianProcess BayesianRobustSearch::model(const Situation& s) const {
    if (options_.fixed.model) {
        const Fixed::Model& given = *options_.fixed.model;
        return {given.kernel, given.hyperparameters, s.observations.x, s.observations.y, given.standardisation};
    }
    return fit(s.observations.x, s.observations.y, options_.fit, s.rng.split("fit"), s.parallel);
}

BestSoFar BayesianRobustSearch::incumbent(const Situation& s, const GaussianProcess& gp, const Template& T) const {
    const Vector w = weights(s, T);
    if (options_.fixed.incumbent) {
        const Vector& x = *options_.fixed.incumbent;
        return {x, mean_quality_at(gp, T, w, s.problem.quality(), x)};
    }
    const Neighbourhood neighbourhood(s.observations.x, s.problem.robust_set(), s.problem.centres());
    return best_so_far(gp, neighbourhood, s.problem.centres(), T, w, s.problem.quality(), options_.best_so_far,
                       s.rng.split("best so far"), s.parallel);
}

AcquisitionMaximum BayesianRobustSearch::best_region(const Situation& s, const GaussianProcess& gp, const Template& T,
                                                     const Vector& x_star) const {
    const Quality& quality = s.problem.quality();
    const Vector w = weights(s, T);
    const Box& box = s.problem.centres();
    MultistartOptions multistart = options_.multistart;
    multistart.extra = plateau_starts(s.problem, s.observations, x_star, s.rng.split("plateau"));
    const auto found = [&](const Maximised& what, Index realisations) {
        return maximise(what, box, options_.maximiser, multistart, realisations, s.rng.split("maximise"), s.parallel);
    };
    if (quality.kind() == Quality::Kind::linear) {
        return maximise_average(AverageExpectedImprovement(gp, T, w, x_star), box,
                                [&](const Maximised& what) { return found(what, 0); });
    }
    AcquisitionMaximum best;
    for (const Index M : options_.realisations) {
        const Rng draws = s.rng.split("realisations").split(static_cast<std::uint64_t>(M));
        const auto improvement = [&](Index count, const PivotOptions& pivots, const Rng& rng) {
            return RobustExpectedImprovement(gp, T, w, quality, x_star, {.realisations = count, .pivots = pivots}, rng);
        };
        const RobustExpectedImprovement ei = improvement(M, options_.pivots, draws);
        // The first descent sees few realisations at few pivots: its ends are polished on the real ones.
        const PivotOptions few = {std::min<Index>(14, options_.pivots.max_rank), options_.pivots.tolerance};
        const RobustExpectedImprovement coarse = improvement(std::min<Index>(M, 64), few, draws);
        best = found({ei, &coarse}, M);
        if (best.value > 0) {
            // Fresh draws: the maximum over the searched ones flatters itself.
            best.value = improvement(std::max<Index>(M, 1000), options_.reported_pivots, draws.split("reported"))
                             .value(best.x, nullptr);
            return best;
        }
    }
    best.x = most_optimistic(gp, T, w, quality, box, multistart, s.rng.split("optimistic"), s.parallel);
    best.note =
        fmt::format("no improvement in {} realisations; took the region of best optimistic quality (mean - 2 sd)",
                    options_.realisations.back());
    return best;
}

}  // namespace

BayesianRobustSearchOptions paper_profile() {
    BayesianRobustSearchOptions options;
    options.fit = paper_fit_options();
    options.realisations = {100, 500, 1000};
    return options;
}

MethodPtr bayesian_robust_search(BayesianRobustSearchOptions options) {
    return std::make_shared<BayesianRobustSearch>(std::move(options));
}

}  // namespace sweetspot
