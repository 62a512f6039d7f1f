// w(x') = argmax of the posterior mean μ over the region (eq:sampling-at-worstcase).
#include "sampling/list.hpp"

namespace sweetspot {
namespace {

class WorstCase final : public SamplingRule {
  public:
    [[nodiscard]] std::string_view name() const override { return "worst-case"; }
    [[nodiscard]] std::string_view summary() const override {
        return "where the posterior mean is worst in the region";
    }
    [[nodiscard]] Vector sample(const SamplingRegion& region, Rng /*rng*/) const override {
        return region_maximum(
            region, [&](const Points& points) { return region.gp.mean(points); },
            [&](const Vector& x) { return region.gp.mean_with_gradient(x); });
    }
};

}  // namespace

SamplingRulePtr sample_worst_case() {
    return std::make_shared<WorstCase>();
}

Member<SamplingRulePtr> worst_case_rule() {
    return plain_member(sample_worst_case());
}

}  // namespace sweetspot
