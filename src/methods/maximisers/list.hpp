// The list of the built-in maximisers: a new member is one file and one line here.
#pragma once

#include "optimize/multistart.hpp"
#include "sweetspot/methods/maximiser.hpp"

#define SWEETSPOT_MAXIMISERS(member) member(multistart_member) member(cma_es_member)

namespace sweetspot {

#define SWEETSPOT_DECLARED(member) [[nodiscard]] Member<MaximiserPtr> member();
SWEETSPOT_MAXIMISERS(SWEETSPOT_DECLARED)
#undef SWEETSPOT_DECLARED

/// The acquisition as a function to be minimised, with all that makes it cheap.
[[nodiscard]] MultistartObjective negated(const Maximised& what);
[[nodiscard]] DifferentiableObjective negated(const Acquisition& acquisition);

}  // namespace sweetspot
