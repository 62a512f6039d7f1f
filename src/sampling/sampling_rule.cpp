#include "sweetspot/sampling/sampling_rule.hpp"

#include "sampling/list.hpp"

namespace sweetspot {

#define SWEETSPOT_LISTED(member) member(),

const Family<SamplingRulePtr>& sampling_rule_family() {
    static const Family<SamplingRulePtr> family("sampling rule", {SWEETSPOT_SAMPLING_RULES(SWEETSPOT_LISTED)});
    return family;
}

#undef SWEETSPOT_LISTED

const std::vector<SamplingRulePtr>& sampling_rules() {
    static const std::vector<SamplingRulePtr> all = all_of(sampling_rule_family());
    return all;
}

SamplingRulePtr sampling_rule_named(std::string_view name) {
    return sampling_rule_family().make(name);
}

}  // namespace sweetspot
