#include "sweetspot/methods/bayesian_robust_search.hpp"

#include <memory>

#include "base/check.hpp"
#include "methods/common_parts.hpp"
#include "methods/maximise.hpp"
#include "sweetspot/acquisition/average_expected_improvement.hpp"
#include "sweetspot/acquisition/robust_expected_improvement.hpp"

namespace sweetspot {
namespace {

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
    [[nodiscard]] Recommendation recommend(const Situation& s) const override {
        return common_recommendation(options_, s);
    }

  private:
    [[nodiscard]] std::vector<Index> numbers_of_realisations(const Situation& s) const;
    [[nodiscard]] AcquisitionMaximum best_region(const Situation& s, const GaussianProcess& gp, const Template& T,
                                                 const Vector& x_star) const;

    BayesianRobustSearchOptions options_;
};

// Lines 2 to 5 of Algorithm 1.
Proposal BayesianRobustSearch::propose(const Situation& s) const {
    const auto [T, gp, x_star, before] = common_start(options_, s);  // lines 2 and 3
    Timings t = before;
    Stopwatch watch;
    const AcquisitionMaximum x_prime = best_region(s, gp, T, x_star.x);  // line 4
    t.acquisition_ms = watch.lap();
    const Vector next = options_.sampling->sample({gp, s.problem.robust_set(), T, x_prime.x},
                                                  s.rng.split("sampling"));  // line 5
    t.sampling_ms = watch.lap();
    t.total_ms = t.fit_ms + t.incumbent_ms + t.acquisition_ms + t.sampling_ms;
    const double ei = x_prime.value * gp.standardisation().scale;
    return {next, x_prime.x, ei, x_star, gp, x_prime.realisations, x_prime.note, t};
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
    const Vector w = template_weights(s, T);
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
        if (best.value > 0 && !options_.reported_pivots) return best;
        if (best.value > 0) {
            // Fresh draws: the maximum over the searched ones flatters itself. Two batches, for two threads.
            Vector values(2);
            s.parallel.for_each(2, [&](Index i) {
                values[i] = improvement(T, w, std::max<Index>(M, 1000) / 2, *options_.reported_pivots,
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
