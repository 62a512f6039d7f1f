// Designs of a study: one that people have written, and the middle of the bounds.
#pragma once

#include <string>

#include "sweetspot/study/study.hpp"

namespace sweetspot {

/// A design as people write it, "width=2.5,height=7": every parameter that is chosen once, the whole region inside the
/// bounds. `where` begins the sentence that refuses another.
[[nodiscard]] Vector design_of(const Study& study, const std::string& text, const std::string& where);

/// In the middle of the bounds, by each parameter's own scale.
[[nodiscard]] Vector centre_of(const StudyConfig& config);

}  // namespace sweetspot
