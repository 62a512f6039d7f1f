// The loop of shifted_mean.cpp on the fastest instruction set of the machine.
#pragma once

#include <vector>

#include "gp/shifted_table.hpp"

namespace sweetspot {

/// The fastest table that this machine can run.
[[nodiscard]] const ShiftedTable& shifted_kernels();
/// Every table that it can run, slowest first; for the tests that compare them.
[[nodiscard]] const std::vector<const ShiftedTable*>& available_shifted_kernels();

}  // namespace sweetspot
