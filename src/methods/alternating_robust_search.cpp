#include "sweetspot/methods/alternating_robust_search.hpp"

#include <algorithm>
#include <memory>
#include <utility>

#include "base/check.hpp"
#include "methods/common_parts.hpp"
#include "methods/improving_region.hpp"
#include "methods/region_minimum.hpp"

namespace sweetspot {
namespace {

using Kind = AlternatingStep::Kind;

class AlternatingRobustSearch final : public Method {
  public:
    explicit AlternatingRobustSearch(AlternatingOptions options) : options_(std::move(options)) {
        require(!options_.cycle.empty(), "alternating: the cycle has no steps; give at least one");
    }
    [[nodiscard]] std::string_view name() const override { return "alternating"; }
    [[nodiscard]] Proposal propose(const Situation& s) const override;
    [[nodiscard]] Recommendation recommend(const Situation& s) const override {
        return common_recommendation(options_.common, s);
    }

  private:
    /// Whose turn it is. Optimism is about a largest value: other qualities take improvement in its place.
    [[nodiscard]] AlternatingStep step(const Situation& s) const {
        const Index n = std::max<Index>(0, s.observations.size() - s.initial);
        AlternatingStep step = options_.cycle[static_cast<std::size_t>(n % std::ssize(options_.cycle))];
        const bool worst = s.problem.quality().kind() == Quality::Kind::maximum;
        if (step.kind == Kind::optimism && !worst) step.kind = Kind::improvement;
        return step;
    }
    [[nodiscard]] AcquisitionMaximum region(const AlternatingStep& step, const Situation& s,
                                            const CommonStart& start) const;

    AlternatingOptions options_;
};

AcquisitionMaximum AlternatingRobustSearch::region(const AlternatingStep& step, const Situation& s,
                                                   const CommonStart& start) const {
    switch (step.kind) {
        case Kind::improvement:
            return improving_region(options_.common, s, start.gp, start.T, start.x_star.x);
        case Kind::optimism:
            return {optimistic_region(s, start, step.beta, options_.common.multistart), 0, 0, {}};
        default:
            return {start.x_star.x, 0, 0, {}};
    }
}

Proposal AlternatingRobustSearch::propose(const Situation& s) const {
    const AlternatingStep now = step(s);
    BayesianRobustSearchOptions common = options_.common;
    // A sum of main effects that fits by chance must not hide what has not been seen.
    if (now.kind == Kind::optimism) common.fit.effects = false;
    const CommonStart start = common_start(common, s);
    Timings t = start.timings;
    Stopwatch watch;
    const AcquisitionMaximum x_prime = region(now, s, start);
    t.acquisition_ms = watch.lap();
    const Vector next =
        sample_ucb(now.beta)->sample({start.gp, s.problem.robust_set(), start.T, x_prime.x}, s.rng.split("sampling"));
    t.sampling_ms = watch.lap();
    t.total_ms = t.fit_ms + t.incumbent_ms + t.acquisition_ms + t.sampling_ms;
    const double ei = start.gp.standardisation().undo_step(start.x_star.quality - x_prime.value, x_prime.value);
    return {next, x_prime.x, ei, start.x_star, start.gp, x_prime.realisations, x_prime.note, t};
}

}  // namespace

BayesianRobustSearchOptions warped_profile() {
    BayesianRobustSearchOptions options;
    options.fit.tie = 0.5;
    options.fit.effects = true;
    options.fit.warp = FitOptions::Warp::by_evidence;
    options.fit.unproven_noise = 1e-4;
    return options;
}

AlternatingOptions alternating_defaults() {
    return {.cycle = {{Kind::improvement, 2}, {Kind::optimism, 2}, {Kind::assurance, 2}}, .common = warped_profile()};
}

MethodPtr alternating_robust_search(AlternatingOptions options) {
    return std::make_shared<AlternatingRobustSearch>(std::move(options));
}

}  // namespace sweetspot
