// The parameters that have values of their own in a file: a part that is sold in a series, and a choice among names.
#pragma once

#include "search/read_description.hpp"

namespace sweetspot {

/// `type = "choice"`.
[[nodiscard]] bool describes_choice(const DocumentTable& table);
/// `values = ["steel", "aluminium"]`; whatever only a number can have is refused.
[[nodiscard]] Parameter read_choice(const DocumentTable& table, const std::string& name);
/// `values = [10, 12, 15]` in any order, with the bounds of series_parameter().
[[nodiscard]] Parameter read_series(const DocumentTable& table, const std::string& name,
                                    const RegionTolerance& tolerance);

}  // namespace sweetspot
