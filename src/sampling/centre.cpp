// w(x') = x' (eq:sampling-at-centre).
#include "sampling/list.hpp"

namespace sweetspot {
namespace {

class Centre final : public SamplingRule {
  public:
    [[nodiscard]] std::string_view name() const override { return "centre"; }
    [[nodiscard]] std::string_view summary() const override { return "the centre x' itself"; }
    [[nodiscard]] Vector sample(const SamplingRegion& region, Rng /*rng*/) const override { return region.x_prime; }
};

}  // namespace

SamplingRulePtr sample_centre() {
    return std::make_shared<Centre>();
}

Member<SamplingRulePtr> centre_rule() {
    return plain_member(sample_centre());
}

}  // namespace sweetspot
