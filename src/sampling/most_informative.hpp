// Where in the region one more evaluation tells most of the average over what is built. A worst case asks for its worst
// places; every other measure is a matter of the whole region, of which the worst places are the odd ones.
#pragma once

#include "sweetspot/sampling/sampling_rule.hpp"

namespace sweetspot {

/// The template point whose value explains most of the variance of the region's average by the law of deviation:
/// argmax Cov(average, f)² / Var f, among the first 200 that have a weight.
[[nodiscard]] SamplingRulePtr sample_most_informative();

}  // namespace sweetspot
