// The list of the built-in measures: a new member is one file and one line here.
#pragma once

#include "sweetspot/robust/quality.hpp"

#define SWEETSPOT_MEASURES(member)                                                                                   \
    member(worst_measure) member(mean_measure) member(quantile_measure) member(cvar_measure) member(mean_sd_measure) \
        member(yield_measure)

namespace sweetspot {

#define SWEETSPOT_DECLARED(member) [[nodiscard]] Member<QualityPtr> member();
SWEETSPOT_MEASURES(SWEETSPOT_DECLARED)
#undef SWEETSPOT_DECLARED

}  // namespace sweetspot
