#include "sweetspot/methods/catalogue.hpp"

#include <algorithm>
#include <memory>
#include <utility>

#include "base/check.hpp"
#include "methods/improving_region.hpp"
#include "methods/list.hpp"
#include "methods/region_minimum.hpp"
#include "methods/within_limits.hpp"
#include "sampling/most_informative.hpp"

namespace sweetspot {
namespace {

using Kind = AlternatingStep::Kind;

class AlternatingRobustSearch final : public Method {
  public:
    explicit AlternatingRobustSearch(AlternatingOptions options)
        : options_(std::move(options)), unhidden_(options_.model) {
        require(!options_.cycle.empty(), "alternating: the cycle has no steps; give at least one");
        unhidden_.fit.effects = false;
    }
    [[nodiscard]] std::string_view name() const override { return "alternating"; }
    [[nodiscard]] Proposal propose(const Situation& s) const override;
    [[nodiscard]] Recommendation recommend(const Situation& s) const override {
        return s.problem.limits().empty() ? recommend_best_so_far(options_.model, s)
                                          : recommend_within_limits(options_.model, s);
    }
    [[nodiscard]] bool knows_limits() const override { return true; }

  private:
    /// Whose turn it is. Optimism is about a largest value: other qualities take improvement in its place.
    [[nodiscard]] AlternatingStep step(const Situation& s) const {
        const Index n = std::max<Index>(0, s.observations.size() - s.initial);
        AlternatingStep step = options_.cycle[static_cast<std::size_t>(n % std::ssize(options_.cycle))];
        const bool worst = s.problem.quality().kind() == Quality::Kind::maximum;
        if (step.kind == Kind::optimism && !worst) step.kind = Kind::improvement;
        return step;
    }
    [[nodiscard]] ChosenRegion region(const AlternatingStep& step, const Iteration& now, const GaussianProcess& gp,
                                      const BestSoFar& x_star) const;
    /// Where in it to evaluate: where it could be worst, or for what goes by weight, where that tells most of the
    /// whole.
    [[nodiscard]] static SamplingRulePtr rule(const Situation& s, const AlternatingStep& step) {
        return s.problem.quality().is_by_weight() ? sample_most_informative() : sample_ucb(step.beta);
    }

    [[nodiscard]] Proposal propose_within_limits(const Situation& s) const;

    AlternatingOptions options_;
    ModelOptions unhidden_;  // a sum of main effects that fits by chance must not hide what has not been seen
};

ChosenRegion AlternatingRobustSearch::region(const AlternatingStep& step, const Iteration& now,
                                             const GaussianProcess& gp, const BestSoFar& x_star) const {
    switch (step.kind) {
        case Kind::improvement:
            return improving_region(options_.improvement, now, gp, x_star.x);
        case Kind::optimism:
            return {optimistic_region({now, gp, x_star.x, options_.screening}, step.beta)};
        default:
            return {x_star.x};
    }
}

/// The same steps with all outputs in view (methods/within_limits). Making sure is of the limits as well.
Proposal AlternatingRobustSearch::propose_within_limits(const Situation& s) const {
    const AlternatingStep turn = step(s);
    const ModelOptions& model = turn.kind == Kind::optimism ? unhidden_ : options_.model;
    Iteration now(model, s);
    GaussianProcess gp = now.fit();
    const WithinLimits within(now, model, gp);
    now.chose_incumbent();
    ChosenRegion x_prime{within.best().best.x, within.best().feasible() ? 0 : unknown_improvement};
    if (turn.kind == Kind::improvement) x_prime = within.improving_region(options_.improvement);
    if (turn.kind == Kind::optimism) x_prime.x = within.optimistic_region(turn.beta, options_.screening);
    now.chose_region();
    Vector next = within.sample(*rule(s, turn), x_prime.x);
    now.sampled();
    return now.proposal(std::move(next), x_prime, within.best().best, std::move(gp));
}

Proposal AlternatingRobustSearch::propose(const Situation& s) const {
    if (!s.problem.limits().empty()) return propose_within_limits(s);
    const AlternatingStep turn = step(s);
    Iteration now(turn.kind == Kind::optimism ? unhidden_ : options_.model, s);
    GaussianProcess gp = now.fit();
    const BestSoFar x_star = now.best_so_far(gp);
    const ChosenRegion x_prime = region(turn, now, gp, x_star);
    Vector next = now.sample(*rule(s, turn), gp, x_prime.x);
    return now.proposal(std::move(next), x_prime, x_star, std::move(gp));
}

}  // namespace

MethodPtr alternating_robust_search(AlternatingOptions options) {
    return std::make_shared<AlternatingRobustSearch>(std::move(options));
}

ListedMethod alternating_method() {
    ListedMethod method;
    method.name = "alternating";
    method.summary =
        "takes turns: expected improvement, optimism, making sure of the answer; warped outputs (the default)";
    method.settings = improvement_settings();
    method.settings.push_back({.name = "beta",
                               .summary = "coefficient of the standard deviation in the bounds of every step",
                               .standard = 2.0,
                               .least = 0});
    method.uses_maximiser = true;
    method.model = warped_model;
    method.make = [](const Settings& settings, const MethodParts& parts) {
        AlternatingOptions options;
        if (parts.model) options.model = *parts.model;
        options.improvement = improvement_from(settings, parts);
        for (AlternatingStep& step : options.cycle) step.beta = settings.number("beta");
        return alternating_robust_search(std::move(options));
    };
    return method;
}

}  // namespace sweetspot
