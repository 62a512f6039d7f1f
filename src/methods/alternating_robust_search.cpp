#include "sweetspot/methods/alternating_robust_search.hpp"

#include <cstdlib>
#include <cstring>

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
    [[nodiscard]] AlternatingStep step(const Situation& s) const {
        const Index n = std::max<Index>(0, s.observations.size() - s.initial);
        return options_.cycle[static_cast<std::size_t>(n % std::ssize(options_.cycle))];
    }

    AlternatingOptions options_;
};

Proposal AlternatingRobustSearch::propose(const Situation& s) const {
    const CommonStart start = common_start(options_.common, s);
    const auto& [T, gp, x_star, before] = start;
    Timings t = before;
    Stopwatch watch;
    AlternatingStep now = step(s);
    if (now.kind == Kind::optimism && s.problem.quality().kind() != Quality::Kind::maximum)
        now.kind = Kind::improvement;
    AcquisitionMaximum x_prime{x_star.x, 0, 0, {}};
    if (now.kind == Kind::improvement) x_prime = improving_region(options_.common, s, gp, T, x_star.x);
    if (now.kind == Kind::optimism) {
        const RegionFunction lower_bound = lower_bound_over_regions(gp, T, now.beta);
        x_prime.x = minimize_over_regions(lower_bound, s, start, options_.common.multistart, s.rng.split("maximise")).x;
    }
    t.acquisition_ms = watch.lap();
    const Vector next =
        sample_ucb(now.beta)->sample({gp, s.problem.robust_set(), T, x_prime.x}, s.rng.split("sampling"));
    t.sampling_ms = watch.lap();
    t.total_ms = t.fit_ms + t.incumbent_ms + t.acquisition_ms + t.sampling_ms;
    const double ei = gp.standardisation().undo_step(x_star.quality - x_prime.value, x_prime.value);
    return {next, x_prime.x, ei, x_star, gp, x_prime.realisations, x_prime.note, t};
}

}  // namespace

BayesianRobustSearchOptions warped_profile() {
    BayesianRobustSearchOptions options;
    const auto env = [](const char* n, double d) { const char* v = std::getenv(n); return v ? std::atof(v) : d; };
    if (env("TIE", 0.5) > 0) options.fit.tie = env("TIE", 0.5);
    if (env("MARGIN", 10) < 1000) options.fit.warp = FitOptions::Warp::by_evidence;
    options.best_so_far.pessimism = env("PESS", 0);
    options.best_so_far.local_starts = static_cast<Index>(env("STARTS", 5));
    if (env("UNPROVEN", 1e-4) < 1) options.fit.unproven_noise = env("UNPROVEN", 1e-4);
    options.fit.warp_margin = env("MARGIN", 10);
    return options;
}

AlternatingOptions alternating_defaults() {
    AlternatingOptions options{{{Kind::improvement, 2}, {Kind::optimism, 1}}, warped_profile()};
    if (const char* c = std::getenv("CYCLE")) {
        options.cycle.clear();
        for (; *c; c += 2) options.cycle.push_back({*c == 'I' ? Kind::improvement : *c == 'O' ? Kind::optimism : Kind::assurance, (c[1] - '0') / 2.0});
    }
    return options;
}

MethodPtr alternating_robust_search(AlternatingOptions options) {
    return std::make_shared<AlternatingRobustSearch>(std::move(options));
}

}  // namespace sweetspot
