// Latin hypercube sampling: what a search must beat.
#include <cstdint>
#include <utility>

#include "base/check.hpp"
#include "design/latin_hypercube.hpp"
#include "methods/list.hpp"
#include "sweetspot/methods/catalogue.hpp"
#include "sweetspot/methods/iteration.hpp"

namespace sweetspot {
namespace {

class LatinHypercubeSearch final : public Method {
  public:
    explicit LatinHypercubeSearch(LatinHypercubeOptions options) : options_(std::move(options)) {
        require(options_.block >= 1, "latin-hypercube: blocks of {} points; they need at least 1", options_.block);
    }
    [[nodiscard]] std::string_view name() const override { return "latin-hypercube"; }
    [[nodiscard]] bool heeds_values() const override { return false; }
    [[nodiscard]] Proposal propose(const Situation& s) const override {
        const Index n = s.observations.size();
        const Rng rng = s.seed.split("latin hypercube").split(static_cast<std::uint64_t>(n / options_.block));
        const Points block = latin_hypercube(s.problem.dimension(), options_.block, rng);
        const Vector x =
            s.problem.levels().spread(block.col(n % options_.block), Box::unit(s.problem.dimension())).col(0);
        return {.next = x, .centre = x};
    }
    [[nodiscard]] Recommendation recommend(const Situation& s) const override {
        return recommend_best_so_far(options_.model, s);
    }

  private:
    LatinHypercubeOptions options_;
};

}  // namespace

MethodPtr latin_hypercube_search(LatinHypercubeOptions options) {
    return std::make_shared<LatinHypercubeSearch>(std::move(options));
}

ListedMethod latin_hypercube_method() {
    const LatinHypercubeOptions usual;
    ListedMethod method;
    method.name = "latin-hypercube";
    method.summary = "points of a Latin hypercube, whatever the observations: the floor";
    method.has_model = false;
    method.settings = {{.name = "block",
                        .summary = "points of one hypercube; another follows",
                        .kind = Setting::Kind::whole,
                        .standard = std::int64_t{usual.block},
                        .least = 1,
                        .most = 1e6}};
    method.make = [](const Settings& settings, const MethodParts& parts) {
        return latin_hypercube_search({settings.whole("block"), parts.model.value_or(ModelOptions())});
    };
    return method;
}

}  // namespace sweetspot
