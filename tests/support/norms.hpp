#pragma once

#include <array>

#include "sweetspot/robust/robust_set.hpp"

namespace sweetspot::support {

inline constexpr std::array<Norm, 3> norms{Norm::one, Norm::two, Norm::infinity};

}  // namespace sweetspot::support
