// What an optimiser sees: a callable and a box (or a projection), and what it returns. Every optimiser minimises.
#pragma once

#include <functional>
#include <string_view>

#include "sweetspot/base/linear_algebra.hpp"

namespace sweetspot {

/// A function of a point.
using Objective = std::function<double(const Vector& x)>;

/// A function with its gradient: fills *gradient (already of size D) unless it is null.
using DifferentiableObjective = std::function<double(const Vector& x, Vector* gradient)>;

/// A function for one descent: it may learn from one evaluation for the next, so only one thread may call it. `renew`,
/// unless it is empty, is called after every iteration and says whether the function has changed (a little), so that
/// it must be evaluated anew where the descent stands.
struct LocalObjective {
    DifferentiableObjective objective;
    std::function<bool()> renew = {};
};

/// The nearest feasible point of a convex set, in the metric that the set finds natural.
using Projection = std::function<Vector(const Vector& x)>;

enum class Stop { gradient_small, change_small, step_small, iterations, evaluations, not_finite };
[[nodiscard]] std::string_view to_string(Stop stop);

/// The best point an optimiser saw, and why it stopped.
struct Minimum {
    Vector x;
    double value = 0;
    int iterations = 0;
    int evaluations = 0;
    Stop stop = Stop::iterations;
};

/// Of the global search by screening many points and descending from the best of them (optimize/multistart): the
/// paper's 1000 Latin hypercube points, and L-BFGS-B from the best 10.
struct MultistartOptions {
    Index screening = 1000;   ///< Latin hypercube points
    Points extra = {};        ///< further points to screen, one per column
    Index local_starts = 10;  ///< the best screened points from which to descend
    /// Where the bounds are loose, the most promising so many points are evaluated and no more.
    Index max_screened = 100;
    int max_iterations = 50;
    double relative_change = 1e-4;
};

}  // namespace sweetspot
