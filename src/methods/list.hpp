// The list of the built-in methods: a new member is one file and one line here.
#pragma once

#include "sweetspot/methods/catalogue.hpp"

#define SWEETSPOT_METHODS(member)                                                                                      \
    member(alternating_method) member(bayesian_robust_search_method) member(stableopt_method) member(ur_rehman_method) \
        member(expected_improvement_method) member(latin_hypercube_method) member(differential_evolution_method)       \
            member(cma_es_method)

namespace sweetspot {

#define SWEETSPOT_DECLARED(member) [[nodiscard]] ListedMethod member();
SWEETSPOT_METHODS(SWEETSPOT_DECLARED)
#undef SWEETSPOT_DECLARED

/// The settings of the expected improvement of the robust quality, for the methods that use it.
[[nodiscard]] std::vector<Setting> improvement_settings();
/// `given`, or the default, with those settings that were chosen and the maximiser of the parts.
[[nodiscard]] ImprovementOptions improvement_from(const Settings& settings, const MethodParts& parts);

}  // namespace sweetspot
