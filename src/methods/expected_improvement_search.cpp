// Plain Bayesian optimisation: next = argmax EI(x) (eq:ei_analytical) over the domain, robustness left to the report.
#include "sweetspot/acquisition/expected_improvement.hpp"

#include "methods/common_parts.hpp"
#include "methods/maximise.hpp"
#include "sweetspot/methods/rivals.hpp"

namespace sweetspot {
namespace {

class ExpectedImprovementSearch final : public Rival {
  public:
    using Rival::Rival;
    [[nodiscard]] std::string_view name() const override { return "expected-improvement"; }

  protected:
    [[nodiscard]] Choice choose(const Situation& s, const CommonStart& start) const override {
        const ExpectedImprovement ei(start.gp);
        MultistartOptions multistart = options().multistart;
        multistart.extra = plateau_starts(s.problem, s.observations, start.x_star.x, s.rng.split("plateau"));
        // Screened by itself: many points at once cost least.
        const AcquisitionMaximum best = maximise({ei, {}, &ei}, Box::unit(s.problem.dimension()), options().maximiser,
                                                 multistart, 0, s.rng.split("maximise"), s.parallel);
        return {best.x, best.x, best.value};
    }
};

}  // namespace

MethodPtr expected_improvement_search(BayesianRobustSearchOptions options) {
    return std::make_shared<ExpectedImprovementSearch>(std::move(options));
}

}  // namespace sweetspot
