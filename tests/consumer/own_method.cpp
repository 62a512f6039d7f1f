// A method: where to evaluate next. The common model, template and best-so-far centre come from an Iteration, so that
// it is compared fairly with the others. This one checks the best-so-far region where it is expected to be worst, and
// every second time a random region.
#include <memory>
#include <utility>

#include "own.hpp"

namespace {

class CheckTheBest final : public sweetspot::Method {
  public:
    [[nodiscard]] std::string_view name() const override { return "check-the-best"; }
    [[nodiscard]] sweetspot::Proposal propose(const sweetspot::Situation& s) const override {
        sweetspot::Iteration now(model_, s);
        sweetspot::GaussianProcess gp = now.fit();
        const sweetspot::BestSoFar x_star = now.best_so_far(gp);
        sweetspot::ChosenRegion region{x_star.x};
        if (s.observations.size() % 2 == 1) {
            sweetspot::Rng rng = s.rng.split("random region");
            const sweetspot::Box& centres = s.problem.centres();
            for (sweetspot::Index d = 0; d < region.x.size(); ++d) {
                region.x[d] = rng.uniform(centres.lower[d], centres.upper[d]);
            }
        }
        sweetspot::Vector next = now.sample(*sweetspot::sample_worst_case(), gp, region.x);
        return now.proposal(std::move(next), region, x_star, std::move(gp));
    }
    [[nodiscard]] sweetspot::Recommendation recommend(const sweetspot::Situation& s) const override {
        return sweetspot::recommend_best_so_far(model_, s);
    }

  private:
    sweetspot::ModelOptions model_;
};

}  // namespace

sweetspot::Options with_own_method() {
    return {.method = std::make_shared<CheckTheBest>()};
}
