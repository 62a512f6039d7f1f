// w(x') = argmax of the upper confidence bound μ + βσ over the region (eq:sampling-at-ucb).
#include <cmath>

#include "base/check.hpp"
#include "sampling/list.hpp"

namespace sweetspot {
namespace {

class Ucb final : public SamplingRule {
  public:
    explicit Ucb(double beta) : beta_(beta) {}
    [[nodiscard]] std::string_view name() const override { return "ucb"; }
    [[nodiscard]] std::string_view summary() const override {
        return "where the upper confidence bound, mean + 2 sd, is worst in the region";
    }
    [[nodiscard]] Vector sample(const SamplingRegion& region, Rng /*rng*/) const override {
        return region_maximum(
            region,
            [&](const Points& points) -> Vector {
                return region.gp.mean(points) + beta_ * region.gp.variance(points).cwiseSqrt();
            },
            [&](const Vector& x) -> ValueAndGradient {
                ValueAndGradient mean = region.gp.mean_with_gradient(x);
                const ValueAndGradient variance = region.gp.variance_with_gradient(x);
                const double sd = std::sqrt(variance.value);
                if (sd == 0) return mean;
                return {mean.value + beta_ * sd, mean.gradient + (beta_ / (2 * sd)) * variance.gradient};
            });
    }

  private:
    double beta_;
};

}  // namespace

SamplingRulePtr sample_ucb(double beta) {
    require(std::isfinite(beta) && beta >= 0, "ucb: beta is {}; it must be a number ≥ 0 (2 is usual)", beta);
    return std::make_shared<Ucb>(beta);
}

Member<SamplingRulePtr> ucb_rule() {
    return {{"ucb",
             std::string(Ucb(2).summary()),
             {{.name = "beta", .summary = "coefficient of the standard deviation", .standard = 2.0, .least = 0}}},
            [](const Settings& settings) { return sample_ucb(settings.number("beta")); }};
}

}  // namespace sweetspot
