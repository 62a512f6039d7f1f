// The list of the built-in sampling rules, in the paper's order: a new member is one file and one line here.
#pragma once

#include "sweetspot/sampling/sampling_rule.hpp"

#define SWEETSPOT_SAMPLING_RULES(member) \
    member(centre_rule) member(most_uncertain_rule) member(worst_case_rule) member(random_rule) member(ucb_rule)

namespace sweetspot {

#define SWEETSPOT_DECLARED(member) [[nodiscard]] Member<SamplingRulePtr> member();
SWEETSPOT_SAMPLING_RULES(SWEETSPOT_DECLARED)
#undef SWEETSPOT_DECLARED

}  // namespace sweetspot
