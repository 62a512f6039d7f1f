#pragma once

#include <limits>

namespace sweetspot {

inline constexpr double inf = std::numeric_limits<double>::infinity();

}  // namespace sweetspot
