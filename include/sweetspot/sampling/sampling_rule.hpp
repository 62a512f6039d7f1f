// The sampling function w of line 5: where inside the chosen region Δ_ε(x') to evaluate f next.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "sweetspot/base/family.hpp"
#include "sweetspot/base/rng.hpp"
#include "sweetspot/gp/gaussian_process.hpp"
#include "sweetspot/robust/quality.hpp"
#include "sweetspot/robust/robust_set.hpp"
#include "sweetspot/robust/template.hpp"

namespace sweetspot {

/// The region of maximum acquisition and the model, in the unit cube.
struct SamplingRegion {
    const GaussianProcess& gp;
    const RobustSet& robust_set;
    const Template& T;
    const Vector& x_prime;
};

/// One of the paper's five suggestions (section 3.2), or your own: derive from it.
class SamplingRule {
  public:
    virtual ~SamplingRule() = default;
    [[nodiscard]] virtual std::string_view name() const = 0;
    /// One line for people.
    [[nodiscard]] virtual std::string_view summary() const { return {}; }
    /// A point of x' + Δ_ε inside the unit cube.
    [[nodiscard]] virtual Vector sample(const SamplingRegion& region, Rng rng) const = 0;
};

using SamplingRulePtr = std::shared_ptr<const SamplingRule>;

[[nodiscard]] SamplingRulePtr sample_centre();                   ///< x' itself (eq:sampling-at-centre)
[[nodiscard]] SamplingRulePtr sample_most_uncertain();           ///< argmax σ² (eq:sampling-at-uncertain)
[[nodiscard]] SamplingRulePtr sample_worst_case();               ///< argmax μ (eq:sampling-at-worstcase)
[[nodiscard]] SamplingRulePtr sample_random();                   ///< uniform in the region (eq:sampling-at-random)
[[nodiscard]] SamplingRulePtr sample_ucb(double beta = surely);  ///< argmax μ + βσ (eq:sampling-at-ucb)

[[nodiscard]] const Family<SamplingRulePtr>& sampling_rule_family();
/// Every built-in rule, in the paper's order: centre, most-uncertain, worst-case, random, ucb.
[[nodiscard]] const std::vector<SamplingRulePtr>& sampling_rules();
[[nodiscard]] SamplingRulePtr sampling_rule_named(std::string_view name);

/// The point of the region where a function of the posterior is largest: from its values at the template points, then
/// by ascent from the best three. `values` takes a batch of points; `at` one point with its gradient.
[[nodiscard]] Vector region_maximum(const SamplingRegion& region, const std::function<Vector(const Points&)>& values,
                                    const std::function<ValueAndGradient(const Vector&)>& at);

}  // namespace sweetspot
