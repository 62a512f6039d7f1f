#include "design/sobol.hpp"
#include "design/initial/list.hpp"

namespace sweetspot {
namespace {

class Sobol final : public InitialDesign {
  public:
    [[nodiscard]] std::string_view name() const override { return "sobol"; }
    [[nodiscard]] std::string_view summary() const override {
        return "scrambled Sobol' points: the first of a sequence that fills the domain evenly";
    }
    [[nodiscard]] Points points(Index dimension, Index n, const Rng& rng) const override {
        return scrambled_sobol(dimension, n, rng);
    }
};

}  // namespace

InitialDesignPtr sobol_design() {
    return std::make_shared<Sobol>();
}

Member<InitialDesignPtr> sobol_design_member() {
    return plain_member(sobol_design());
}

}  // namespace sweetspot
