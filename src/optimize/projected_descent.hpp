// Quasi-Newton descent on a convex set that is known by its projection only.
#pragma once

#include "sweetspot/optimize/objective.hpp"

namespace sweetspot {

struct ProjectedDescentOptions {
    int max_iterations = 60;
    int memory = 8;
    double relative_change = 1e-9;  ///< stop when an iteration improves the value by less than this fraction
    double step_tolerance = 1e-10;  ///< stop when the projected step is shorter
    int max_line_search = 20;
};

/// Minimises a smooth function from `start` (projected first): an L-BFGS step is projected and shortened until the
/// value falls; where that fails, a projected gradient step. Every evaluation is feasible; never worse than the start.
[[nodiscard]] Minimum minimize_projected(const DifferentiableObjective& objective, const Projection& project,
                                         const Vector& start, const ProjectedDescentOptions& options = {});

}  // namespace sweetspot
