// The robust optima of the bench beyond the paper, each for the region of its problem.
#pragma once

#include <string_view>

#include "sweetspot/base/linear_algebra.hpp"

namespace sweetspot {

/// Relative; what longer searches from other seeds could not improve.
inline constexpr double stored_bench_accuracy = 2e-3;

/// The stored optimum of a problem, empty if there is none. Made by tools/bench_optima.cpp; its worst case is computed,
/// not stored.
[[nodiscard]] Vector stored_bench_optimum(std::string_view name);

}  // namespace sweetspot
