// The reference robust optimum by search, where there is no closed form: minimises the true worst case over centres.
#pragma once

#include <optional>

#include "sweetspot/problems/benchmark.hpp"

namespace sweetspot {

/// Refuses a centre or tolerances that do not fit the problem.
void require_region(const Benchmark& benchmark, const VectorRef& centre, const VectorRef& tolerance);

/// The search from `starts`, scans of centres whose interchangeable coordinates are equal, then of two-block centres
/// (some at one value, the rest at another), each descended; CMA-ES restarts in all coordinates; the best is polished.
/// Seeded: always the same answer.
[[nodiscard]] ReferenceOptimum search_reference(const Benchmark& benchmark, Index dimension, Norm norm,
                                                double tolerance, const std::vector<Vector>& starts = {});

inline constexpr const char* stored_how = "symmetric scans and CMA-ES restarts on the true worst case (stored)";
/// Relative; what longer searches from other seeds could not improve.
inline constexpr double stored_accuracy = 1e-7;

/// The stored optimum of the paper's settings (D = 2, 5, 10 with the default tolerance), one value per class of alike
/// coordinates; empty if there is none. Made by tools/reference_optima.cpp; its worst case is computed, not stored.
[[nodiscard]] Vector stored_optimum(const Benchmark& benchmark, Index dimension, Norm norm, double tolerance);

/// The stored optimum of a pushing problem (generated instances, p = 2, default tolerance), if there is one.
[[nodiscard]] std::optional<ReferenceOptimum> stored_push_optimum(const Benchmark& benchmark, Index dimension,
                                                                  Norm norm, double tolerance);

}  // namespace sweetspot
