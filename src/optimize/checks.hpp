// What every optimiser asks of its box and its start.
#pragma once

#include <cmath>
#include <string_view>

#include "base/check.hpp"
#include "sweetspot/base/linear_algebra.hpp"

namespace sweetspot {

inline void require_box(std::string_view who, const Box& box) {
    require(box.lower.size() == box.upper.size(), "{}: the box has {} lower and {} upper bounds; give one of each", who,
            box.lower.size(), box.upper.size());
    for (Index i = 0; i < box.dimension(); ++i) {
        require(box.lower[i] <= box.upper[i],
                "{}: bounds {} of the box are [{}, {}]; the lower may not exceed the upper", who, i, box.lower[i],
                box.upper[i]);
    }
}

inline void require_bounded_box(std::string_view who, const Box& box) {
    require_box(who, box);
    for (Index i = 0; i < box.dimension(); ++i) {
        require(std::isfinite(box.lower[i]) && std::isfinite(box.upper[i]),
                "{}: bounds {} of the box are [{}, {}]; both must be finite", who, i, box.lower[i], box.upper[i]);
    }
}

inline void require_start(std::string_view who, const Box& box, const Vector& start) {
    require(start.size() == box.dimension(), "{}: the start has {} coordinates, the box {}; give as many", who,
            start.size(), box.dimension());
    require(start.allFinite(), "{}: the start has a coordinate that is not finite; give a point", who);
}

}  // namespace sweetspot
