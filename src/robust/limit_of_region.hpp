// The model of a limit seen in other ways than the search does: for another region than the one that it was made for,
// and in the output's own unit.
#pragma once

#include "sweetspot/robust/limit_model.hpp"
#include "sweetspot/robust/problem.hpp"

namespace sweetspot {

/// The same limit for the regions of another problem; `seed` is that of the search.
[[nodiscard]] LimitModel for_region(LimitModel limit, const Problem& problem, const Rng& seed);

/// Of the output itself: `standardisation().undo` returns to its unit.
[[nodiscard]] GaussianProcess output_model(const LimitModel& limit);

}  // namespace sweetspot
