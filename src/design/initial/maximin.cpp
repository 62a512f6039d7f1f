#include "design/initial/list.hpp"
#include "design/latin_hypercube.hpp"

namespace sweetspot {
namespace {

class Maximin final : public InitialDesign {
  public:
    [[nodiscard]] std::string_view name() const override { return "maximin-latin-hypercube"; }
    [[nodiscard]] std::string_view summary() const override {
        return "a Latin hypercube, its points as far apart as a search finds (the default)";
    }
    [[nodiscard]] Points points(Index dimension, Index n, const Rng& rng) const override {
        return maximin_latin_hypercube(dimension, n, rng);
    }
};

}  // namespace

InitialDesignPtr maximin_design() {
    return std::make_shared<Maximin>();
}

Member<InitialDesignPtr> maximin_design_member() {
    return plain_member(maximin_design());
}

}  // namespace sweetspot
