// The reference robust optimum by search, where there is no closed form: minimises the true worst case over centres.
#pragma once

#include "sweetspot/problems/benchmark.hpp"

namespace sweetspot {

/// Refuses a centre or tolerances that do not fit the problem.
void require_region(const Benchmark& benchmark, const VectorRef& centre, const VectorRef& tolerance);

/// Scans of centres whose interchangeable coordinates are equal, then of two-block centres (some at one value, the rest
/// at another), each descended; CMA-ES restarts in all coordinates; the best is polished. Seeded: always the same
/// answer.
[[nodiscard]] ReferenceOptimum search_reference(const Benchmark& benchmark, Index dimension, Norm norm,
                                                double tolerance);

}  // namespace sweetspot
