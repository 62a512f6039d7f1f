// w(x') drawn uniformly from the region (eq:sampling-at-random).
#include "sampling/list.hpp"

namespace sweetspot {
namespace {

/// What is built where x' is ordered, by the shares of its scenarios.
Vector built(const SamplingRegion& region, Rng& rng) {
    if (region.T.scenarios.none()) return region.x_prime;
    const Confusion& confusion = *region.T.scenarios.confusion;
    return confusion.built(region.x_prime, confusion.scenario_at(rng.uniform()));
}

class Random final : public SamplingRule {
  public:
    [[nodiscard]] std::string_view name() const override { return "random"; }
    [[nodiscard]] std::string_view summary() const override { return "uniformly at random in the region"; }
    [[nodiscard]] Vector sample(const SamplingRegion& region, Rng rng) const override {
        const Vector delta = region.robust_set.draw_uniform(rng);
        // The whole region lies in the cube; the clamp takes away rounding only.
        return Box::unit(region.x_prime.size()).clamp(built(region, rng) + delta);
    }
};

}  // namespace

SamplingRulePtr sample_random() {
    return std::make_shared<Random>();
}

Member<SamplingRulePtr> random_rule() {
    return plain_member(sample_random());
}

}  // namespace sweetspot
