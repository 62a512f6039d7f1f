// w(x') drawn uniformly from the region (eq:sampling-at-random).
#include "sampling/list.hpp"

namespace sweetspot {
namespace {

class Random final : public SamplingRule {
  public:
    [[nodiscard]] std::string_view name() const override { return "random"; }
    [[nodiscard]] std::string_view summary() const override { return "uniformly at random in the region"; }
    [[nodiscard]] Vector sample(const SamplingRegion& region, Rng rng) const override {
        // The whole region lies in the cube; the clamp takes away rounding only.
        return Box::unit(region.x_prime.size()).clamp(region.x_prime + region.robust_set.draw_uniform(rng));
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
