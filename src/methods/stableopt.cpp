// StableOpt: optimistic about where a robust optimum could be, pessimistic about where in its region to look.
#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "methods/list.hpp"
#include "methods/region_minimum.hpp"
#include "sweetspot/methods/catalogue.hpp"

namespace sweetspot {
namespace {

class StableOpt final : public Method {
  public:
    explicit StableOpt(StableOptOptions options)
        : options_(std::move(options)), worst_by_upper_bound_(sample_ucb(options_.beta)) {}
    [[nodiscard]] std::string_view name() const override { return "stableopt"; }
    [[nodiscard]] Proposal propose(const Situation& s) const override;
    [[nodiscard]] Recommendation recommend(const Situation& s) const override {
        return recommend_best_so_far(options_.model, s);
    }
    [[nodiscard]] std::optional<Recommendation> own_recommendation(const Situation& s) const override;

  private:
    StableOptOptions options_;
    SamplingRulePtr worst_by_upper_bound_;
};

Proposal StableOpt::propose(const Situation& s) const {
    require_worst_case(s, name());
    Iteration now(options_.model, s);
    GaussianProcess gp = now.fit();
    const BestSoFar x_star = now.best_so_far(gp);
    ChosenRegion x_prime{optimistic_region({now, gp, x_star.x, options_.screening}, options_.beta)};
    Vector next = now.sample(*worst_by_upper_bound_, gp, x_prime.x);
    x_prime.pessimistic_quality = gp.mean(next)[0] + options_.beta * std::sqrt(gp.variance(next)[0]);
    return now.proposal(std::move(next), x_prime, x_star, std::move(gp));
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
    Iteration now(options_.model, s);
    GaussianProcess gp = now.fit();
    const double quality = mean_quality_at(gp, now.region_template(), now.weights(), now.quality(), *x);
    return Recommendation{{std::move(*x), quality}, std::move(gp)};
}

}  // namespace

MethodPtr stableopt(StableOptOptions options) {
    return std::make_shared<StableOpt>(std::move(options));
}

ListedMethod stableopt_method() {
    ListedMethod method;
    method.name = "stableopt";
    method.summary = "best lower confidence bound of the worst case, then the upper bound's worst place in that region";
    method.settings = {{.name = "beta",
                        .summary = "coefficient of the standard deviation in the bounds",
                        .standard = StableOptOptions().beta,
                        .least = 0}};
    method.reports_by_own_rule = true;
    method.make = [](const Settings& settings, const MethodParts& parts) {
        StableOptOptions options;
        options.beta = settings.number("beta");
        if (parts.model) options.model = *parts.model;
        return stableopt(std::move(options));
    };
    return method;
}

}  // namespace sweetspot
