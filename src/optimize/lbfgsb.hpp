// L-BFGS-B: limited-memory quasi-Newton minimisation in a box.
#pragma once

#include "sweetspot/optimize/objective.hpp"

namespace sweetspot {

struct LbfgsbOptions {
    int max_iterations = 100;
    int memory = 8;                    ///< curvature pairs kept
    double gradient_tolerance = 1e-8;  ///< stop when no component of the projected gradient exceeds it
    double relative_change = 1e-10;    ///< stop when an iteration improves the value by less than this fraction
    int max_line_search = 20;          ///< evaluations per line search; at a kink more do not help
    double max_step = 1e30;            ///< largest Euclidean length of one step
};

/// Minimises from `start` (clamped into the box); never returns a value above the start's. A value that is not finite
/// makes the line search step back; at the start itself it ends the run with Stop::not_finite.
[[nodiscard]] Minimum minimize_lbfgsb(const DifferentiableObjective& objective, const Box& box, const Vector& start,
                                      const LbfgsbOptions& options = {});
/// The same for a function that may change on the way: the value returned is that of its last form.
[[nodiscard]] Minimum minimize_lbfgsb(const LocalObjective& objective, const Box& box, const Vector& start,
                                      const LbfgsbOptions& options = {});

}  // namespace sweetspot
