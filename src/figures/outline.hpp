// The outline of a region of the plane that is known only by asking whether a point is in it.
#pragma once

#include <functional>
#include <vector>

#include "sweetspot/base/linear_algebra.hpp"

namespace sweetspot {

/// Closed curves (2 x n each, the first point repeated at the end) around {p in box : inside(p)}: marching squares on a
/// grid of cells x cells, with each crossing of a grid line found by bisection. Outer curves run anticlockwise, holes
/// clockwise. Parts smaller than a cell may be missed. The region is cut at the edge of the box.
[[nodiscard]] std::vector<Points> outlines(const std::function<bool(const Vector& point)>& inside, const Box& box,
                                           Index cells);

}  // namespace sweetspot
