#include "sweetspot/sampling/sampling_rule.hpp"

#include <stdexcept>

#include "sweetspot/base/names.hpp"

namespace sweetspot {

const std::vector<SamplingRulePtr>& sampling_rules() {
    static const std::vector<SamplingRulePtr> family = {sample_centre(), sample_most_uncertain(), sample_worst_case(),
                                                        sample_random(), sample_ucb()};
    return family;
}

SamplingRulePtr sampling_rule_named(std::string_view name) {
    std::vector<std::string> known;
    for (const SamplingRulePtr& rule : sampling_rules()) {
        if (rule->name() == name) return rule;
        known.emplace_back(rule->name());
    }
    throw std::invalid_argument(unknown_name("sampling rule", name, known));
}

}  // namespace sweetspot
