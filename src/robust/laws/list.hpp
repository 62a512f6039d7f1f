// The list of the built-in laws of deviation: a new member is one file and one line here.
#pragma once

#include "sweetspot/robust/deviation_law.hpp"

#define SWEETSPOT_LAWS(member) member(uniform_member) member(normal_member) member(triangular_member)

namespace sweetspot {

#define SWEETSPOT_DECLARED(member) [[nodiscard]] Member<DeviationLawPtr> member();
SWEETSPOT_LAWS(SWEETSPOT_DECLARED)
#undef SWEETSPOT_DECLARED

}  // namespace sweetspot
