// L-BFGS-B (Byrd, Lu, Nocedal & Zhu 1995): each iteration minimises the limited-memory quadratic model in the box
// (Cauchy point, then subspace) and searches the segment to that minimum for the weak Wolfe conditions.
#include "optimize/lbfgsb.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "optimize/box_step.hpp"
#include "optimize/checks.hpp"
#include "optimize/lbfgsb_search.hpp"

namespace sweetspot {

namespace {

// Largest first move of any coordinate, as a fraction of its width: independent of the objective's scale.
constexpr double first_step = 0.1;
// A wider (or infinite) coordinate counts as this many units of max(1, |x|) wide.
constexpr double widest = 10;

// ‖P(x − g) − x‖∞, zero exactly at a stationary point of the box.
double projected_gradient(const Evaluated& at, const Box& box) {
    double largest = 0;
    for (Index i = 0; i < at.x.size(); ++i) {
        const double g = at.gradient[i];
        const double room = g > 0 ? at.x[i] - box.lower[i] : box.upper[i] - at.x[i];
        largest = std::max(largest, std::min(std::abs(g), room));
    }
    return largest;
}

// The θ for which the first step −g/θ moves no free coordinate by more than `first_step`.
double first_scale(const Evaluated& at, const Box& box) {
    double scale = std::numeric_limits<double>::min();
    for (Index i = 0; i < at.x.size(); ++i) {
        const double g = at.gradient[i];
        const bool pressed = g > 0 ? at.x[i] <= box.lower[i] : at.x[i] >= box.upper[i];
        if (pressed || g == 0) continue;
        const double width = std::min(box.upper[i] - box.lower[i], widest * std::max(1.0, std::abs(at.x[i])));
        scale = std::max(scale, std::abs(g) / (first_step * width));
    }
    return scale;
}

// How far along the direction (1 is the model's minimum) the box and the longest step allow.
double largest_step(const Vector& x, const Vector& direction, const Box& box, double longest) {
    double largest = std::numeric_limits<double>::infinity();
    for (Index i = 0; i < x.size(); ++i) {
        if (direction[i] > 0) largest = std::min(largest, (box.upper[i] - x[i]) / direction[i]);
        if (direction[i] < 0) largest = std::min(largest, (box.lower[i] - x[i]) / direction[i]);
    }
    // The model's minimum is in the box; rounding must not say otherwise.
    return std::min(std::max(largest, 1.0), longest / direction.norm());
}

void check(const Box& box, const Vector& start, const LbfgsbOptions& options) {
    require_box("minimize_lbfgsb", box);
    require_start("minimize_lbfgsb", box, start);
    require(options.memory >= 1, "minimize_lbfgsb: memory is {}; it must be at least 1", options.memory);
    require(options.max_step > 0, "minimize_lbfgsb: max_step is {}; it must be > 0", options.max_step);
}

}  // namespace

Lbfgsb::Lbfgsb(const DifferentiableObjective& objective, const Box& box, const Vector& start,
               const LbfgsbOptions& options)
    : counted_(objective),
      box_(box),
      options_((check(box, start, options), options)),
      now_{box.clamp(start), Vector::Zero(box.dimension()), 0},
      next_(now_),
      scratch_(now_),
      model_(box.dimension(), options.memory) {
    counted_.evaluate(now_);
    if (!std::isfinite(now_.value)) {
        stop_ = Stop::not_finite;
    } else if (projected_gradient(now_, box_) <= options.gradient_tolerance) {
        stop_ = Stop::gradient_small;
    } else {
        model_.reset(first_scale(now_, box_));
    }
}

void Lbfgsb::advance(int iterations) {
    while (iterations_ < iterations && !stop_) stop_ = iterate();
}

void Lbfgsb::tighten(double relative_change) {
    options_.relative_change = relative_change;
    if (stop_ == Stop::change_small) stop_.reset();
}

void Lbfgsb::evaluate_anew() {
    counted_.evaluate(now_);
}

/// One iteration; the reason why it was the last, if it was.
std::optional<Stop> Lbfgsb::iterate() {
    const WolfeSearch search{counted_, box_, options_.max_line_search};
    for (;;) {
        const Vector direction = minimize_model(now_.x, now_.gradient, box_, model_) - now_.x;
        const double largest = largest_step(now_.x, direction, box_, options_.max_step);
        const SearchOutcome outcome = search(now_, direction, largest, next_, scratch_);
        if (outcome == SearchOutcome::unresolvable) return Stop::change_small;
        if (outcome != SearchOutcome::none) break;
        if (model_.pairs() == 0) return Stop::step_small;
        model_.reset(std::max(model_.scale(), first_scale(now_, box_)));
    }
    ++iterations_;
    model_.update(next_.x - now_.x, next_.gradient - now_.gradient);
    const double change = now_.value - next_.value;
    const double size = std::max(std::abs(now_.value), std::abs(next_.value));
    std::swap(now_, next_);
    if (projected_gradient(now_, box_) <= options_.gradient_tolerance) return Stop::gradient_small;
    if (change <= options_.relative_change * size) return Stop::change_small;
    return std::nullopt;
}

Minimum Lbfgsb::minimum() const {
    return {now_.x, now_.value, iterations_, counted_.calls(), stop_.value_or(Stop::iterations)};
}

Minimum minimize_lbfgsb(const DifferentiableObjective& objective, const Box& box, const Vector& start,
                        const LbfgsbOptions& options) {
    return minimize_lbfgsb(LocalObjective{objective}, box, start, options);
}

Minimum minimize_lbfgsb(const LocalObjective& objective, const Box& box, const Vector& start,
                        const LbfgsbOptions& options) {
    Lbfgsb search(objective.objective, box, start, options);
    if (!objective.renew) {
        search.advance(options.max_iterations);
        return search.minimum();
    }
    for (int iteration = 1; iteration <= options.max_iterations && !search.finished(); ++iteration) {
        search.advance(iteration);
        if (!search.finished() && iteration < options.max_iterations && objective.renew()) search.evaluate_anew();
    }
    return search.minimum();
}

}  // namespace sweetspot
