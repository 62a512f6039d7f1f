// Squared distances of shifted points by the expansion of shifted_mean.cpp, on the fastest instruction set.
#pragma once

#include <span>
#include <vector>

#include "gp/shifted_distances_table.hpp"
#include "sweetspot/base/linear_algebra.hpp"

namespace sweetspot {

/// Every table that this machine can run, slowest first; for the tests that compare them.
[[nodiscard]] const std::vector<const ShiftedDistancesTable*>& shifted_distances_tables();

/// s(n, j) = max(0, distances[n] + (cross(n, which[j]) + slope[j])), column by column without gaps.
void shifted_distances(const VectorRef& distances, const MatrixRef& cross, std::span<const Index> which,
                       const double* slope, double* s);

}  // namespace sweetspot
