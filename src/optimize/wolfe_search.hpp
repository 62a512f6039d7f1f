// A line search for the weak Wolfe conditions along x + a d, a in (0, largest]:
//     f(a) ≤ f(0) + c₁ a f'(0)   and   f'(a) ≥ c₂ f'(0).
// Weak, not strong: past a kink the slope jumps up, which the strong condition would refuse. A value that is not finite
// counts as too high.
#pragma once

#include "sweetspot/optimize/objective.hpp"

namespace sweetspot {

/// A point with its value and gradient.
struct Evaluated {
    Vector x;
    Vector gradient;
    double value = 0;
};

/// Calls the objective and counts; +infinity stands for any value or gradient that is not finite.
class Counted {
  public:
    explicit Counted(const DifferentiableObjective& objective) : objective_(objective) {}
    void evaluate(Evaluated& at);
    [[nodiscard]] int calls() const { return calls_; }

  private:
    const DifferentiableObjective& objective_;
    int calls_ = 0;
};

enum class SearchOutcome {
    wolfe,          ///< both conditions hold, or the longest step was taken
    decrease_only,  ///< the value fell enough, the slope did not
    none,           ///< no acceptable point
    unresolvable    ///< the decrease that the slope promises is lost in rounding
};

struct WolfeSearch {
    Counted& objective;
    const Box& box;
    int max_evaluations;

    /// Leaves the point in `to` (sized like `from`), unless the outcome is none or unresolvable; `trial` is scratch.
    SearchOutcome operator()(const Evaluated& from, const Vector& direction, double largest, Evaluated& to,
                             Evaluated& trial) const;
};

}  // namespace sweetspot
