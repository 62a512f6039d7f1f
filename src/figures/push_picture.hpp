// A push as a picture (SVG): where hands and objects start, the paths they take, where they end, and the targets.
#pragma once

#include <string>
#include <vector>

#include "problems/push.hpp"

namespace sweetspot {

/// A picture of the push, one path per target (2 x robots): a colour for each robot; starts in outline, ends filled,
/// paths as lines, targets as crosses, an arrow from each hand to where its object started. `title` stands above it.
[[nodiscard]] std::string push_picture(const std::vector<PushPath>& paths, const Points& targets,
                                       const std::string& title);

}  // namespace sweetspot
