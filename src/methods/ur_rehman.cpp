// ur Rehman et al. 2014: the expected improvement of the worst place of a region over the best robust value known.
#include <utility>

#include "acquisition/worst_case_expected_improvement.hpp"
#include "methods/list.hpp"
#include "methods/maximise.hpp"
#include "methods/over_levels.hpp"
#include "methods/region_minimum.hpp"
#include "optimize/cma_es.hpp"
#include "sweetspot/methods/catalogue.hpp"

namespace sweetspot {
namespace {

/// Template points that are looked at for δ_wc while all points are screened; the best of them are then screened over
/// the whole template.
constexpr Index points_of_estimate = 8;
constexpr Index polish_evaluations = 40;  // per dimension
constexpr double polish_sigma = 0.05;     // of the box

class UrRehman final : public Method {
  public:
    explicit UrRehman(UrRehmanOptions options) : options_(std::move(options)) {}
    [[nodiscard]] std::string_view name() const override { return "ur-rehman"; }
    [[nodiscard]] Proposal propose(const Situation& s) const override;
    [[nodiscard]] Recommendation recommend(const Situation& s) const override {
        return recommend_best_so_far(options_.model, s);
    }
    [[nodiscard]] std::optional<Recommendation> own_recommendation(const Situation& s) const override {
        require_worst_case(s, name());
        Iteration now(options_.model, s);
        GaussianProcess gp = now.fit();
        const BestSoFar x_star = now.best_so_far(gp);
        const Minimum best = best_robust_value({now, gp, x_star.x, options_.multistart.screening});
        return Recommendation{{best.x, best.value}, std::move(gp)};
    }

  private:
    /// r_K and where it is.
    [[nodiscard]] static Minimum best_robust_value(const RegionSearch& search) {
        return minimize_over_regions(mean_over_regions(search.gp, search.iteration.region_template()), search,
                                     search.iteration.situation().rng.split("robust value"));
    }
    [[nodiscard]] ChosenRegion region(const Iteration& now, const GaussianProcess& gp, const BestSoFar& x_star) const;

    UrRehmanOptions options_;
};

ChosenRegion UrRehman::region(const Iteration& now, const GaussianProcess& gp, const BestSoFar& x_star) const {
    const Situation& s = now.situation();
    const Minimum r_k = best_robust_value({now, gp, x_star.x, options_.multistart.screening});
    const WorstCaseExpectedImprovement ei(gp, now.region_template(), r_k.value);
    const WorstCaseExpectedImprovement estimate(gp, now.region_template(), r_k.value, points_of_estimate);
    const Points starts = plateau_starts(s.problem, s.observations, r_k.x, s.rng.split("plateau"));
    const Box& box = s.problem.centres();
    const Maximum top = maximise_over_levels(*multistart_maximiser(options_.multistart), {ei, {}, &estimate},
                                             s.problem.levels(), box, starts, s.rng.split("maximise"), s.parallel);
    // Descents by gradient end at the jumps of the function; an evolutionary one gets over them.
    const int evaluations = static_cast<int>(polish_evaluations * box.dimension());
    const Minimum polished =
        minimize_cma_es([&](const Vector& x) { return -ei.value(x, nullptr); }, s.problem.levels().held(box, top.x),
                        top.x, {.sigma = polish_sigma, .max_evaluations = evaluations}, s.rng.split("polish"));
    if (-polished.value <= top.value) return {top.x, top.value};
    return {polished.x, -polished.value};
}

Proposal UrRehman::propose(const Situation& s) const {
    require_worst_case(s, name());
    Iteration now(options_.model, s);
    GaussianProcess gp = now.fit();
    const BestSoFar x_star = now.best_so_far(gp);
    const ChosenRegion x_prime = region(now, gp, x_star);
    return now.proposal(x_prime.x, x_prime, x_star, std::move(gp));
}

}  // namespace

MethodPtr ur_rehman(UrRehmanOptions options) {
    return std::make_shared<UrRehman>(std::move(options));
}

ListedMethod ur_rehman_method() {
    ListedMethod method;
    method.name = "ur-rehman";
    method.summary = "expected improvement at the worst place of the region, by its mean (ur Rehman et al. 2014)";
    method.reports_by_own_rule = true;
    method.make = [](const Settings& /*settings*/, const MethodParts& parts) {
        UrRehmanOptions options;
        if (parts.model) options.model = *parts.model;
        return ur_rehman(std::move(options));
    };
    return method;
}

}  // namespace sweetspot
