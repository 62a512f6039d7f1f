// A monotone map of the outputs that pulls in a long upper tail, such as that of a penalty:
//     w(y) = log(1 + (y - origin)/scale),  y > origin - scale.
//
// A worst case or a quantile of w(f) is w of that of f, so nothing changes in what is sought, and much in how well a
// Gaussian process fits. Averages do not commute with it.
#pragma once

#include <cmath>
#include <vector>

#include "sweetspot/base/linear_algebra.hpp"

namespace sweetspot {

/// The map; without a scale it is the identity.
struct OutputWarp {
    double origin = 0;
    double scale = 0;  ///< 0: no warp

    [[nodiscard]] bool active() const { return scale > 0; }
    [[nodiscard]] double apply(double y) const { return active() ? std::log1p((y - origin) / scale) : y; }
    [[nodiscard]] double undo(double w) const { return active() ? origin + scale * std::expm1(w) : w; }
    /// dw/dy.
    [[nodiscard]] double slope(double y) const { return active() ? 1 / (y - origin + scale) : 1; }
    /// Σ log dw/dy: what the density of the outputs gains by the map.
    [[nodiscard]] double log_jacobian(const VectorRef& y) const;
};

/// The warps that a fit chooses from: the origin is the least output and the scale 0.1, 0.5 or 2 times the median
/// height above it. None for fewer than 3 outputs, or where half of them are equal to the least.
[[nodiscard]] std::vector<OutputWarp> candidate_warps(const VectorRef& y);

}  // namespace sweetspot
