// The limit behind a share of builds, for those who count the builds beyond it.
#pragma once

#include <optional>

#include "sweetspot/robust/quality.hpp"

namespace sweetspot {

/// Nothing: the quality is not that of yield_quality().
[[nodiscard]] std::optional<double> yield_limit(const Quality& quality);

}  // namespace sweetspot
