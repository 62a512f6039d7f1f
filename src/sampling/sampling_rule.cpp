#include "sweetspot/sampling/sampling_rule.hpp"

#include "base/family.hpp"

namespace sweetspot {

const std::vector<SamplingRulePtr>& sampling_rules() {
    static const std::vector<SamplingRulePtr> family = {sample_centre(), sample_most_uncertain(), sample_worst_case(),
                                                        sample_random(), sample_ucb()};
    return family;
}

SamplingRulePtr sampling_rule_named(std::string_view name) {
    return member_named(sampling_rules(), "sampling rule", name);
}

}  // namespace sweetspot
