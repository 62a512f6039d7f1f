// L-BFGS-B (Byrd, Lu, Nocedal & Zhu 1995): each iteration minimises the limited-memory quadratic model in the box
// (Cauchy point, then subspace) and searches the segment to that minimum for the weak Wolfe conditions.
#include "sweetspot/optimize/lbfgsb.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "optimize/box_step.hpp"
#include "optimize/checks.hpp"
#include "optimize/wolfe_search.hpp"

namespace sweetspot {

namespace {

// Largest first move of any coordinate, as a fraction of its width: independent of the objective's scale.
constexpr double first_move = 0.1;
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

// The θ for which the first step −g/θ moves no free coordinate by more than `first_move`.
double first_scale(const Evaluated& at, const Box& box) {
    double scale = std::numeric_limits<double>::min();
    for (Index i = 0; i < at.x.size(); ++i) {
        const double g = at.gradient[i];
        const bool pressed = g > 0 ? at.x[i] <= box.lower[i] : at.x[i] >= box.upper[i];
        if (pressed || g == 0) continue;
        const double width = std::min(box.upper[i] - box.lower[i], widest * std::max(1.0, std::abs(at.x[i])));
        scale = std::max(scale, std::abs(g) / (first_move * width));
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

Minimum minimize_lbfgsb(const DifferentiableObjective& objective, const Box& box, const Vector& start,
                        const LbfgsbOptions& options) {
    return minimize_lbfgsb(LocalObjective{objective}, box, start, options);
}

Minimum minimize_lbfgsb(const LocalObjective& objective, const Box& box, const Vector& start,
                        const LbfgsbOptions& options) {
    check(box, start, options);
    Counted counted(objective.objective);
    const Index dimension = box.dimension();
    Evaluated now{box.clamp(start), Vector::Zero(dimension), 0};
    Evaluated next = now;
    Evaluated scratch = now;
    counted.evaluate(now);
    int iterations = 0;
    const auto finish = [&](Stop stop) { return Minimum{now.x, now.value, iterations, counted.calls(), stop}; };
    if (!std::isfinite(now.value)) return finish(Stop::not_finite);
    if (projected_gradient(now, box) <= options.gradient_tolerance) return finish(Stop::gradient_small);

    QuasiNewton model(dimension, options.memory);
    model.reset(first_scale(now, box));
    const WolfeSearch search{counted, box, options.max_line_search};
    while (iterations < options.max_iterations) {
        const Vector direction = minimize_model(now.x, now.gradient, box, model) - now.x;
        const double largest = largest_step(now.x, direction, box, options.max_step);
        const SearchOutcome outcome = search(now, direction, largest, next, scratch);
        if (outcome == SearchOutcome::unresolvable) return finish(Stop::change_small);
        if (outcome == SearchOutcome::none) {
            if (model.pairs() == 0) return finish(Stop::step_small);
            model.reset(std::max(model.scale(), first_scale(now, box)));
            continue;
        }
        ++iterations;
        model.update(next.x - now.x, next.gradient - now.gradient);
        const double change = now.value - next.value;
        const double size = std::max(std::abs(now.value), std::abs(next.value));
        std::swap(now, next);
        if (projected_gradient(now, box) <= options.gradient_tolerance) return finish(Stop::gradient_small);
        if (change <= options.relative_change * size) return finish(Stop::change_small);
        if (objective.renew && iterations < options.max_iterations && objective.renew()) counted.evaluate(now);
    }
    return finish(Stop::iterations);
}

}  // namespace sweetspot
