// Points drawn uniformly in the unit cube.
#pragma once

#include "sweetspot/base/linear_algebra.hpp"
#include "sweetspot/base/rng.hpp"

namespace sweetspot::support {

inline Points random_points(Index dimension, Index count, std::uint64_t seed) {
    Rng rng(seed);
    Points points(dimension, count);
    for (Index i = 0; i < points.size(); ++i) points.data()[i] = rng.uniform();
    return points;
}

}  // namespace sweetspot::support
