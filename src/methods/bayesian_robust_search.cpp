#include "sweetspot/methods/bayesian_robust_search.hpp"

#include <chrono>
#include <memory>

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

/// With few observations EI has many maxima of nearly the same height, its maximum over few draws flatters itself, and
/// evaluations are cheap.
bool few_observations(const Situation& s) {
    return s.observations.size() <= 2 * (s.problem.dimension() + 1);
}

// EI found, with 20000 fresh draws, over that of an exhaustive search (1000 draws, rank 160, 26 starts). N = D + 1 = 6:
// worst of 10 seeds 0.987, with 4 or 6 survivors 0.87 in one of them; with 1000 draws instead of 2000 the mean of 20
// seeds falls from 1.009 to 0.994. N = 100, D = 10: 1.000 with one coarse iteration as with three.
constexpr int coarse_iterations = 1;
constexpr int coarse_iterations_early = 2;
constexpr Index coarse_survivors = 2;
constexpr Index coarse_survivors_early = 10;

/// At most `count` of 0 … n - 1, evenly, from 0 (the centre) on.
std::vector<Index> evenly_chosen(Index n, Index count) {
    count = std::min(n, count);
    std::vector<Index> result(static_cast<std::size_t>(count));
    for (Index i = 0; i < count; ++i) result[static_cast<std::size_t>(i)] = i * n / count;
    return result;
}

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
    [[nodiscard]] std::vector<Index> numbers_of_realisations(const Situation& s) const;
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

std::vector<Index> BayesianRobustSearch::numbers_of_realisations(const Situation& s) const {
    if (!few_observations(s)) return options_.realisations;
    std::vector<Index> result;
    for (const Index M : options_.realisations) {
        const Index raised = std::max(M, options_.early_realisations);
        if (result.empty() || raised > result.back()) result.push_back(raised);
    }
    return result;
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
    const std::vector<Index> few = evenly_chosen(T.size(), options_.coarse.template_size);
    const Template few_points = {T.points(Eigen::all, few), T.weights(few)};
    const Vector few_weights = w(few) / w(few).sum();
    const auto whitening = std::make_shared<const Whitening>(gp);
    const auto improvement = [&](const Template& points, const Vector& weights, Index count, const PivotOptions& pivots,
                                 const Rng& rng) {
        return std::make_unique<RobustExpectedImprovement>(gp, points, weights, quality, x_star,
                                                           RealisationOptions{count, pivots}, rng, whitening);
    };
    AcquisitionMaximum best;
    for (const Index M : numbers_of_realisations(s)) {
        const Rng draws = s.rng.split("realisations").split(static_cast<std::uint64_t>(M));
        // Few realisations at few pivots of a thin template are screened and descended first; the best of the ends are
        // polished on the whole.
        std::unique_ptr<RobustExpectedImprovement> coarse;
        std::unique_ptr<RobustExpectedImprovement> whole;
        s.parallel.for_each(2, [&](Index i) {
            const Index fewer = std::max<Index>(1, M / options_.coarse.share);
            if (i == 0) whole = improvement(T, w, M, options_.pivots, draws);
            if (i == 1) coarse = improvement(few_points, few_weights, fewer, options_.coarse.pivots, draws);
        });
        const int iterations = few_observations(s) ? coarse_iterations_early : coarse_iterations;
        const Index survivors = few_observations(s) ? coarse_survivors_early : coarse_survivors;
        best = found({*whole, {{coarse.get(), iterations, survivors}}}, M);
        if (best.value > 0) {
            // Fresh draws: the maximum over the searched ones flatters itself. Two batches, for two threads.
            Vector values(2);
            s.parallel.for_each(2, [&](Index i) {
                values[i] = improvement(T, w, std::max<Index>(M, 1000) / 2, options_.reported_pivots,
                                        draws.split("reported").split(static_cast<std::uint64_t>(i)))
                                ->value(best.x, nullptr);
            });
            best.value = values.mean();
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
    options.early_realisations = 100;
    return options;
}

MethodPtr bayesian_robust_search(BayesianRobustSearchOptions options) {
    return std::make_shared<BayesianRobustSearch>(std::move(options));
}

}  // namespace sweetspot
