// The shape of a region, as people call it.
#pragma once

#include <string_view>

#include "sweetspot/robust/robust_set.hpp"

namespace sweetspot {

/// "ellipsoid", "box"; of the sum of deviations "diamond".
[[nodiscard]] constexpr std::string_view shape_word(Norm norm) {
    switch (norm) {
        case Norm::one:
            return "diamond";
        case Norm::two:
            return "ellipsoid";
        default:
            return "box";
    }
}

}  // namespace sweetspot
