// What line 4 of Algorithm 1 maximises: a deterministic, differentiable function of the candidate centre x. Its random
// draws are frozen when it is made.
#pragma once

#include "sweetspot/optimize/objective.hpp"

namespace sweetspot {

/// An expected improvement of the robust quality over the best-so-far centre, in standardised units; ≥ 0, and exactly 0
/// at the best-so-far centre itself. It knows nothing of its maximiser. Calls are safe from several threads at once.
class Acquisition {
  public:
    virtual ~Acquisition() = default;
    /// The value at x (unit cube); fills *gradient unless it is null.
    [[nodiscard]] virtual double value(const Vector& x, Vector* gradient) const = 0;
    /// The values at many centres (columns); one by one unless overridden, and equal to rounding.
    [[nodiscard]] virtual Vector values(const PointsRef& x) const;

    /// The function for one descent, by one thread: it may learn from one evaluation for the next (see
    /// LocalObjective; but this one is to be maximised, as value() is). By default value() itself.
    [[nodiscard]] virtual LocalObjective descent() const;

    /// How many levels of cheaper upper bounds there are (0: none).
    [[nodiscard]] virtual int bounds() const { return 0; }
    /// Upper bounds of the values at many centres, from the cheapest and loosest level 0 on; ≥ value(x) to rounding.
    [[nodiscard]] virtual Vector upper_bounds(const PointsRef& x, int level) const;
};

/// How many template points stand for a region (acquisition/pivots).
struct PivotOptions {
    Index max_rank = 48;      ///< at most this many pivots
    double tolerance = 0.03;  ///< stop when every other point is known from the pivots to this fraction of the prior sd
};

}  // namespace sweetspot
