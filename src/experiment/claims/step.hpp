// When a run has found the low step of stepped-sphere.
#pragma once

#include "sweetspot/base/linear_algebra.hpp"

namespace sweetspot {

/// Outside the step the regret is above its height D, less little.
[[nodiscard]] inline bool is_in_step(double regret, Index dimension) {
    return regret < static_cast<double>(dimension) / 2;
}

}  // namespace sweetspot
