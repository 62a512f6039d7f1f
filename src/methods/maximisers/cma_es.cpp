// CMA-ES from the best screened point: for acquisitions whose gradients mislead.
#include "optimize/cma_es.hpp"
#include "design/latin_hypercube.hpp"
#include "methods/maximisers/list.hpp"
#include "optimize/multistart.hpp"

namespace sweetspot {
namespace {

class CmaEsMaximiser final : public Maximiser {
  public:
    explicit CmaEsMaximiser(Index screening) : screening_(screening) {}
    [[nodiscard]] std::string_view name() const override { return "cma-es"; }
    [[nodiscard]] std::string_view summary() const override {
        return "an evolutionary algorithm from the best of many screened points; no gradients";
    }
    [[nodiscard]] Maximum maximise(const Maximised& what, const Box& box, const Points& starts, const Rng& rng,
                                   const Parallel& parallel) const override {
        const MultistartObjective objective = negated(Maximised{what.acquisition});
        Points points(box.dimension(), screening_ + starts.cols());
        points << latin_hypercube(box, screening_, rng.split("screening")), starts;
        const Index best = screen(objective, points, 1, parallel).front();
        const int evaluations = static_cast<int>(200 * box.dimension() + 400);
        const Minimum found =
            minimize_cma_es([&](const Vector& x) { return objective.objective(x, nullptr); }, box, points.col(best),
                            {.sigma = 0.2, .max_evaluations = evaluations}, rng.split("cma-es"));
        return {found.x, -found.value};
    }

  private:
    Index screening_;
};

}  // namespace

MaximiserPtr cma_es_maximiser(Index screening) {
    return std::make_shared<CmaEsMaximiser>(screening);
}

Member<MaximiserPtr> cma_es_member() {
    return {{std::string(CmaEsMaximiser(1).name()),
             std::string(CmaEsMaximiser(1).summary()),
             {{.name = "screening",
               .summary = "points of the Latin hypercube that is screened",
               .kind = Setting::Kind::whole,
               .standard = std::int64_t{1000},
               .least = 1,
               .most = 1e6}}},
            [](const Settings& settings) { return cma_es_maximiser(settings.whole("screening")); }};
}

}  // namespace sweetspot
