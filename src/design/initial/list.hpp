// The list of the built-in initial designs: a new member is one file and one line here.
#pragma once

#include "sweetspot/design/initial_design.hpp"

#define SWEETSPOT_INITIAL_DESIGNS(member) \
    member(maximin_design_member) member(latin_hypercube_design_member) member(sobol_design_member)

namespace sweetspot {

#define SWEETSPOT_DECLARED(member) [[nodiscard]] Member<InitialDesignPtr> member();
SWEETSPOT_INITIAL_DESIGNS(SWEETSPOT_DECLARED)
#undef SWEETSPOT_DECLARED

}  // namespace sweetspot
