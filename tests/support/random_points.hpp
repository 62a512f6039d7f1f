// Points drawn uniformly in the unit cube, and a smooth function of them.
#pragma once

#include <cmath>
#include <cstdint>

#include "sweetspot/base/linear_algebra.hpp"
#include "sweetspot/base/rng.hpp"

namespace sweetspot::support {

inline Points random_points(Index dimension, Index count, std::uint64_t seed) {
    Rng rng(seed);
    Points points(dimension, count);
    for (Index i = 0; i < points.size(); ++i) points.data()[i] = rng.uniform();
    return points;
}

inline Vector smooth_outputs(const Points& x) {
    Vector y(x.cols());
    for (Index i = 0; i < x.cols(); ++i) y[i] = std::sin(4 * x(0, i)) + x.col(i).squaredNorm();
    return y;
}

}  // namespace sweetspot::support
