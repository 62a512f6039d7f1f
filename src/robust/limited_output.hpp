// The model of a limited output seen in other ways than the search does: in the output's own unit, and for a region of
// another size.
#pragma once

#include "sweetspot/robust/limit_model.hpp"
#include "sweetspot/robust/problem.hpp"

namespace sweetspot {

/// Of the output itself: `standardisation().undo` returns to its unit.
[[nodiscard]] GaussianProcess output_model(const LimitModel& limit);

/// The same limit for another region; `seed` is that of the search.
[[nodiscard]] LimitModel for_region(LimitModel limit, const Problem& problem, const Rng& seed);

}  // namespace sweetspot
