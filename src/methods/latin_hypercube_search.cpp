// Latin hypercube sampling: what a search must beat.
#include "base/check.hpp"
#include "methods/common_parts.hpp"
#include "sweetspot/design/latin_hypercube.hpp"
#include "sweetspot/methods/rivals.hpp"

namespace sweetspot {
namespace {

class LatinHypercubeSearch final : public Rival {
  public:
    LatinHypercubeSearch(BayesianRobustSearchOptions options, Index block) : Rival(std::move(options)), block_(block) {
        require(block >= 1, "latin-hypercube: blocks of {} points; they need at least 1", block);
    }
    [[nodiscard]] std::string_view name() const override { return "latin-hypercube"; }

  protected:
    [[nodiscard]] Choice choose(const Situation& s, const CommonStart& /*start*/) const override {
        const Index n = s.observations.size();
        const Rng rng = s.seed.split("latin hypercube").split(static_cast<std::uint64_t>(n / block_));
        const Vector x = latin_hypercube(s.problem.dimension(), block_, rng).col(n % block_);
        return {x, x};
    }

  private:
    Index block_;
};

}  // namespace

MethodPtr latin_hypercube_search(BayesianRobustSearchOptions options, Index block) {
    return std::make_shared<LatinHypercubeSearch>(std::move(options), block);
}

}  // namespace sweetspot
