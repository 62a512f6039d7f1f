// The random draws of what is predicted of a limit, the same for everybody who asks.
#pragma once

#include "sweetspot/base/rng.hpp"
#include "sweetspot/robust/limit_model.hpp"

namespace sweetspot {

inline constexpr Index limit_realisations = 500;

[[nodiscard]] Rng limit_rng(const LimitModel& limit, const Rng& seed);
/// S of joint realisations over the template of the limit, at a centre in the unit cube.
[[nodiscard]] Vector share_draws(const LimitModel& limit, const VectorRef& u, const Rng& rng);

}  // namespace sweetspot
