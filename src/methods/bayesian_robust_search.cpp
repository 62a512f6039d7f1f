#include "sweetspot/methods/catalogue.hpp"

#include <memory>

#include "base/check.hpp"
#include "methods/improving_region.hpp"
#include "methods/list.hpp"
#include "methods/within_limits.hpp"

namespace sweetspot {
namespace {

class BayesianRobustSearch final : public Method {
  public:
    explicit BayesianRobustSearch(BayesianRobustSearchOptions options) : options_(std::move(options)) {
        require(options_.sampling != nullptr,
                "bayesian-robust-search: no sampling rule; use e.g. sample_most_uncertain()");
        require(!options_.improvement.realisations.empty(),
                "bayesian-robust-search: no number of realisations; give at least one, e.g. 512");
    }

    [[nodiscard]] std::string_view name() const override { return "bayesian-robust-search"; }
    [[nodiscard]] Proposal propose(const Situation& s) const override;
    [[nodiscard]] Recommendation recommend(const Situation& s) const override {
        return s.problem.limits().empty() ? recommend_best_so_far(options_.model, s)
                                          : recommend_within_limits(options_.model, s);
    }
    [[nodiscard]] bool knows_limits() const override { return true; }

  private:
    [[nodiscard]] Proposal propose_within_limits(const Situation& s) const;

    BayesianRobustSearchOptions options_;
};

Proposal BayesianRobustSearch::propose_within_limits(const Situation& s) const {
    Iteration now(options_.model, s);
    GaussianProcess gp = now.fit();
    const WithinLimits within(now, options_.model, gp);
    now.chose_incumbent();
    const ChosenRegion x_prime = within.improving_region(options_.improvement);
    now.chose_region();
    Vector next = within.sample(*options_.sampling, x_prime.x);
    now.sampled();
    return now.proposal(std::move(next), x_prime, within.best().best, std::move(gp));
}

Proposal BayesianRobustSearch::propose(const Situation& s) const {
    if (!s.problem.limits().empty()) return propose_within_limits(s);
    Iteration now(options_.model, s);                                                        // draws are frozen
    GaussianProcess gp = now.fit();                                                          // line 2
    const BestSoFar x_star = now.best_so_far(gp);                                            // line 3
    const ChosenRegion x_prime = improving_region(options_.improvement, now, gp, x_star.x);  // line 4
    Vector next = now.sample(*options_.sampling, gp, x_prime.x);                             // line 5
    return now.proposal(std::move(next), x_prime, x_star, std::move(gp));
}

}  // namespace

BayesianRobustSearchOptions paper_profile() {
    return {.improvement = paper_improvement(), .model = paper_model()};
}

MethodPtr bayesian_robust_search(BayesianRobustSearchOptions options) {
    return std::make_shared<BayesianRobustSearch>(std::move(options));
}

ListedMethod bayesian_robust_search_method() {
    ListedMethod method;
    method.name = "bayesian-robust-search";
    method.summary = "expected improvement of the robust quality, then a sampling rule (the paper's)";
    method.settings = improvement_settings();
    method.uses_sampling_rule = true;
    method.uses_maximiser = true;
    method.make = [](const Settings& settings, const MethodParts& parts) {
        BayesianRobustSearchOptions options;
        if (parts.sampling) options.sampling = parts.sampling;
        if (parts.model) options.model = *parts.model;
        options.improvement = improvement_from(settings, parts);
        return bayesian_robust_search(std::move(options));
    };
    return method;
}

}  // namespace sweetspot
