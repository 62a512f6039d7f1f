// What an experiment found, as sections of a page: convergence, critical differences and tables for each dimension and
// norm.
#pragma once

#include <vector>

#include "experiment/comparison.hpp"
#include "sweetspot/page/page.hpp"

namespace sweetspot {

/// One section per profile, dimension and norm. Comparisons of which no repeat is finished are left out.
[[nodiscard]] std::vector<Section> experiment_sections(const std::vector<Comparison>& comparisons);

/// The searches of a two-dimensional experiment's first repeat, a panel per method; nothing if none is finished.
[[nodiscard]] std::vector<Section> pattern_sections(const ExperimentSpec& spec, const ExperimentStore& store);

}  // namespace sweetspot
