// A search by L-BFGS-B that can pause and go on as if it had not.
#pragma once

#include <optional>

#include "optimize/lbfgsb.hpp"
#include "optimize/quasi_newton.hpp"
#include "optimize/wolfe_search.hpp"

namespace sweetspot {

/// Refers to the objective and the box. max_iterations of the options is not looked at: advance() says when to pause.
class Lbfgsb {
  public:
    Lbfgsb(const DifferentiableObjective& objective, const Box& box, const Vector& start, const LbfgsbOptions& options);

    /// Goes on until there were that many iterations since the start, or it is finished.
    void advance(int iterations);
    /// The objective has changed: its value and gradient where the search stands.
    void evaluate_anew();
    [[nodiscard]] bool finished() const { return stop_.has_value(); }
    /// A new relative change to stop at; a search that the old one stopped goes on.
    void tighten(double relative_change);
    [[nodiscard]] const Vector& x() const { return now_.x; }
    [[nodiscard]] double value() const { return now_.value; }
    /// The best point so far; Stop::iterations while it is not finished.
    [[nodiscard]] Minimum minimum() const;

  private:
    std::optional<Stop> iterate();

    Counted counted_;
    const Box& box_;
    LbfgsbOptions options_;
    Evaluated now_;
    Evaluated next_;
    Evaluated scratch_;
    QuasiNewton model_;
    int iterations_ = 0;
    std::optional<Stop> stop_;
};

}  // namespace sweetspot
