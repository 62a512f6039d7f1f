// w(x') = argmax of the posterior variance σ² over the region (eq:sampling-at-uncertain).
#include "sampling/list.hpp"

namespace sweetspot {
namespace {

class MostUncertain final : public SamplingRule {
  public:
    [[nodiscard]] std::string_view name() const override { return "most-uncertain"; }
    [[nodiscard]] std::string_view summary() const override {
        return "where the posterior variance is largest in the region";
    }
    [[nodiscard]] Vector sample(const SamplingRegion& region, Rng /*rng*/) const override {
        return region_maximum(
            region, [&](const Points& points) { return region.gp.variance(points); },
            [&](const Vector& x) { return region.gp.variance_with_gradient(x); });
    }
};

}  // namespace

SamplingRulePtr sample_most_uncertain() {
    return std::make_shared<MostUncertain>();
}

Member<SamplingRulePtr> most_uncertain_rule() {
    return plain_member(sample_most_uncertain());
}

}  // namespace sweetspot
