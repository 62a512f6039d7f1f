// The loops over all realisations on the fastest instruction set of the machine.
#pragma once

#include <vector>

#include "acquisition/realisation_table.hpp"

namespace sweetspot::realisations {

/// Every copy that this machine can run, slowest first; for the tests that compare them.
[[nodiscard]] const std::vector<const Table*>& available();
/// The copy for the fastest instruction set of this machine.
[[nodiscard]] const Table& kernels();

}  // namespace sweetspot::realisations
