// ur Rehman et al. 2014: the expected improvement of the worst place of a region over the best robust value known.
#include "methods/maximise.hpp"
#include "methods/region_minimum.hpp"
#include "sweetspot/acquisition/worst_case_expected_improvement.hpp"
#include "sweetspot/methods/rivals.hpp"
#include "sweetspot/optimize/cma_es.hpp"

namespace sweetspot {
namespace {

/// Template points that are looked at for δ_wc while all points are screened; the best of them are then screened over
/// the whole template.
constexpr Index points_of_estimate = 8;
constexpr int descent_iterations = 10;    // more of them end at the same jumps
constexpr Index polish_evaluations = 40;  // per dimension
constexpr double polish_sigma = 0.05;     // of the box

class UrRehman final : public Rival {
  public:
    using Rival::Rival;
    [[nodiscard]] std::string_view name() const override { return "ur-rehman"; }
    [[nodiscard]] std::optional<Recommendation> own_recommendation(const Situation& s) const override {
        require_worst_case(s, name());
        CommonStart start = common_start(options(), s);
        const Minimum best = best_robust_value(s, start);
        return Recommendation{{best.x, best.value}, std::move(start.gp)};
    }

  protected:
    [[nodiscard]] Choice choose(const Situation& s, const CommonStart& start) const override;

  private:
    /// r_K and where it is.
    [[nodiscard]] Minimum best_robust_value(const Situation& s, const CommonStart& start) const {
        return minimize_over_regions(mean_over_regions(start.gp, start.T), s, start, options().multistart,
                                     s.rng.split("robust value"));
    }
};

UrRehman::Choice UrRehman::choose(const Situation& s, const CommonStart& start) const {
    require_worst_case(s, name());
    const Minimum r_k = best_robust_value(s, start);
    const WorstCaseExpectedImprovement ei(start.gp, start.T, r_k.value);
    const WorstCaseExpectedImprovement estimate(start.gp, start.T, r_k.value, points_of_estimate);
    MultistartOptions multistart = options().multistart;
    multistart.max_iterations = descent_iterations;
    multistart.extra = plateau_starts(s.problem, s.observations, r_k.x, s.rng.split("plateau"));
    const AcquisitionMaximum top = maximise({ei, {}, &estimate}, s.problem.centres(), options().maximiser, multistart,
                                            0, s.rng.split("maximise"), s.parallel);
    // Descents by gradient end at the jumps of the function; an evolutionary one gets over them.
    const Box& box = s.problem.centres();
    const int evaluations = static_cast<int>(polish_evaluations * box.dimension());
    const Minimum polished =
        minimize_cma_es([&](const Vector& x) { return -ei.value(x, nullptr); }, box, top.x,
                        {.sigma = polish_sigma, .max_evaluations = evaluations}, s.rng.split("polish"));
    if (-polished.value <= top.value) return {top.x, top.x, top.value};
    return {polished.x, polished.x, -polished.value};
}

}  // namespace

MethodPtr ur_rehman(BayesianRobustSearchOptions options) {
    return std::make_shared<UrRehman>(std::move(options));
}

}  // namespace sweetspot
