// The loops of the marginal likelihood on the fastest instruction set of the machine.
#pragma once

#include <vector>

#include "loops/likelihood_table.hpp"

namespace sweetspot::likelihood {

/// The loops in use: the fastest that this machine can run.
[[nodiscard]] const Loops& loops();
/// Every table that this machine can run, slowest first; for the tests that compare them.
[[nodiscard]] const std::vector<const Loops*>& available();

}  // namespace sweetspot::likelihood
