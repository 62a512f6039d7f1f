// Plain Bayesian optimisation: next = argmax EI(x) (eq:ei_analytical) over the domain, robustness left to the report.
#include "acquisition/expected_improvement.hpp"

#include <memory>
#include <utility>
#include <vector>

#include "acquisition/mean_acquisition.hpp"
#include "methods/list.hpp"
#include "methods/maximise.hpp"
#include "methods/over_levels.hpp"
#include "sweetspot/methods/catalogue.hpp"
#include "sweetspot/methods/iteration.hpp"

namespace sweetspot {
namespace {

class ExpectedImprovementSearch final : public Method {
  public:
    explicit ExpectedImprovementSearch(ExpectedImprovementOptions options) : options_(std::move(options)) {}
    [[nodiscard]] std::string_view name() const override { return "expected-improvement"; }
    [[nodiscard]] Proposal propose(const Situation& s) const override {
        Iteration now(options_.model, s);
        GaussianProcess gp = now.fit();
        const BestSoFar x_star = now.best_so_far(gp);
        std::vector<AcquisitionPtr> of_members;
        for (const GaussianProcess& member : gp.members()) {
            of_members.push_back(std::make_shared<const ExpectedImprovement>(member));
        }
        const AcquisitionPtr ei = mean_acquisition(std::move(of_members));
        const Points starts = plateau_starts(s.problem, s.observations, x_star.x, s.rng.split("plateau"));
        // Screened by itself: many points at once cost least.
        const Maximum best =
            maximise_over_levels(*options_.maximiser, {*ei, {}, ei.get()}, s.problem.levels(),
                                 Box::unit(s.problem.dimension()), starts, s.rng.split("maximise"), s.parallel);
        return now.proposal(best.x, {best.x, best.value}, x_star, std::move(gp));
    }
    [[nodiscard]] Recommendation recommend(const Situation& s) const override {
        return recommend_best_so_far(options_.model, s);
    }

  private:
    ExpectedImprovementOptions options_;
};

}  // namespace

MethodPtr expected_improvement_search(ExpectedImprovementOptions options) {
    return std::make_shared<ExpectedImprovementSearch>(std::move(options));
}

ListedMethod expected_improvement_method() {
    ListedMethod method;
    method.name = "expected-improvement";
    method.summary = "the usual expected improvement of a single point: not robust";
    method.uses_maximiser = true;
    method.make = [](const Settings& /*settings*/, const MethodParts& parts) {
        ExpectedImprovementOptions options;
        if (parts.model) options.model = *parts.model;
        if (parts.maximiser) options.maximiser = parts.maximiser;
        return expected_improvement_search(std::move(options));
    };
    return method;
}

}  // namespace sweetspot
