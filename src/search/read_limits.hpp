// Limits on other outputs as people write them: [[limit]] of = "stress", at_most = 250, for = "worst".
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/document.hpp"
#include "sweetspot/search/description.hpp"

namespace sweetspot {

/// Reads [[limit]], or "limits" as one writes it in JSON. `search` is all that was read before: its method must know
/// limits, and no output may have the name of a parameter.
[[nodiscard]] std::vector<Limit> read_limits(const DocumentTable& file, const SearchDescription& search);

/// Refuses a limit of an output with one of these names.
void refuse_limits_of(const DocumentTable& file, const std::vector<std::string>& names, std::string_view sentence);

}  // namespace sweetspot
