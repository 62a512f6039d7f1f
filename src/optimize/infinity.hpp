#pragma once

#include <limits>

namespace sweetspot {

inline constexpr double infinity = std::numeric_limits<double>::infinity();

}  // namespace sweetspot
