#include "sweetspot/methods/bayesian_robust_search.hpp"

#include <memory>

#include "base/check.hpp"
#include "methods/common_parts.hpp"
#include "methods/improving_region.hpp"

namespace sweetspot {
namespace {

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
    BayesianRobustSearchOptions options_;
};

// Lines 2 to 5 of Algorithm 1.
Proposal BayesianRobustSearch::propose(const Situation& s) const {
    const auto [T, gp, x_star, before] = common_start(options_, s);  // lines 2 and 3
    Timings t = before;
    Stopwatch watch;
    const AcquisitionMaximum x_prime = improving_region(options_, s, gp, T, x_star.x);  // line 4
    t.acquisition_ms = watch.lap();
    const Vector next = options_.sampling->sample({gp, s.problem.robust_set(), T, x_prime.x},
                                                  s.rng.split("sampling"));  // line 5
    t.sampling_ms = watch.lap();
    t.total_ms = t.fit_ms + t.incumbent_ms + t.acquisition_ms + t.sampling_ms;
    const double ei = gp.standardisation().undo_step(x_star.quality - x_prime.value, x_prime.value);
    return {next, x_prime.x, ei, x_star, gp, x_prime.realisations, x_prime.note, t};
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
