#include "design/latin_hypercube.hpp"
#include "design/initial/list.hpp"

namespace sweetspot {
namespace {

class RandomHypercube final : public InitialDesign {
  public:
    [[nodiscard]] std::string_view name() const override { return "latin-hypercube"; }
    [[nodiscard]] std::string_view summary() const override { return "a random Latin hypercube"; }
    [[nodiscard]] Points points(Index dimension, Index n, const Rng& rng) const override {
        return latin_hypercube(dimension, n, rng);
    }
};

}  // namespace

InitialDesignPtr latin_hypercube_design() {
    return std::make_shared<RandomHypercube>();
}

Member<InitialDesignPtr> latin_hypercube_design_member() {
    return plain_member(latin_hypercube_design());
}

}  // namespace sweetspot
