// Minimises the largest of many smooth functions, max_t f_t(x), on a convex set: the shape of a worst case.
#pragma once

#include <functional>
#include <span>

#include "sweetspot/optimize/objective.hpp"

namespace sweetspot {

/// The functions f_1 … f_T together: their values at x, and the gradients (one column each) of those that are asked
/// for.
struct Pieces {
    std::function<Vector(const Vector& x)> values;
    std::function<Matrix(const Vector& x, std::span<const Index> which)> gradients;
    /// The values of some pieces, where that is cheaper than all: most steps then look at a working set only.
    std::function<Vector(const Vector& x, std::span<const Index> which)> some_values = nullptr;
};

struct MinimaxOptions {
    int max_iterations = 40;
    int max_active = 24;            ///< how many of the largest pieces take part in a step
    Index working_set = 48;         ///< how many of the largest pieces judge most steps
    double first_step = 0.1;        ///< first trust length, in units of x
    double relative_change = 1e-8;  ///< stop when the predicted decrease is below this fraction of the spread of values
    double step_tolerance = 1e-9;
};

/// A plain descent jams where two pieces cross. Here each step minimises the maximum of the linearised pieces plus a
/// proximal term, through the dual problem on the simplex of active pieces, so that it follows the crease. Every
/// evaluation is feasible; never worse than the start.
[[nodiscard]] Minimum minimize_maximum(const Pieces& pieces, const Projection& project, const Vector& start,
                                       const MinimaxOptions& options = {});

}  // namespace sweetspot
