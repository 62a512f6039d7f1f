// StableOpt: optimistic about where a robust optimum could be, pessimistic about where in its region to look.
#include <limits>

#include "base/check.hpp"
#include "methods/region_minimum.hpp"
#include "sweetspot/methods/rivals.hpp"

namespace sweetspot {
namespace {

class StableOpt final : public Rival {
  public:
    StableOpt(BayesianRobustSearchOptions options, double beta)
        : Rival(std::move(options)), beta_(beta), worst_by_upper_bound_(sample_ucb(beta)) {}
    [[nodiscard]] std::string_view name() const override { return "stableopt"; }
    [[nodiscard]] std::optional<Recommendation> own_recommendation(const Situation& s) const override;

  protected:
    [[nodiscard]] Choice choose(const Situation& s, const CommonStart& start) const override;

  private:
    double beta_;
    SamplingRulePtr worst_by_upper_bound_;
};

StableOpt::Choice StableOpt::choose(const Situation& s, const CommonStart& start) const {
    require_worst_case(s, name());
    const auto& [T, gp, x_star, timings] = start;
    const Vector x_prime = optimistic_region(s, start, beta_, options().multistart);
    const Vector next =
        worst_by_upper_bound_->sample({gp, s.problem.robust_set(), T, x_prime}, s.rng.split("sampling"));
    const double pessimistic = gp.mean(next)[0] + beta_ * std::sqrt(gp.variance(next)[0]);
    return {next, x_prime, 0, pessimistic};
}

std::optional<Recommendation> StableOpt::own_recommendation(const Situation& s) const {
    double least = std::numeric_limits<double>::infinity();
    std::optional<Vector> x;
    for (Index n = std::max<Index>(s.initial, 1); n < s.observations.size(); ++n) {
        const Observations seen = s.observations.first(n);
        const Rng rng = suggestion_rng(s.seed, n);
        const Proposal round = propose({s.problem, seen, s.seed, rng, s.parallel, s.initial});
        if (*round.pessimistic_quality >= least) continue;
        least = *round.pessimistic_quality;
        x = round.centre;
    }
    if (!x) return std::nullopt;
    GaussianProcess gp = fitted_model(options(), s);
    const Template T = region_template(options(), s);
    const double quality = mean_quality_at(gp, T, template_weights(s, T), s.problem.quality(), *x);
    return Recommendation{{std::move(*x), quality}, std::move(gp)};
}

}  // namespace

MethodPtr stableopt(BayesianRobustSearchOptions options, double beta) {
    return std::make_shared<StableOpt>(std::move(options), beta);
}

}  // namespace sweetspot
