// Projected quasi-Newton descent: each step p minimises the L-BFGS model g·p + ½ pᵀBp over x + p in the set (the plain
// quasi-Newton step where that is feasible, otherwise by projected gradient steps on the model, which cost projections
// but no evaluations), and is shortened until the value falls enough.
#include "optimize/projected_descent.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "base/check.hpp"
#include "base/order.hpp"
#include "optimize/quasi_newton.hpp"
#include "optimize/wolfe_search.hpp"

namespace sweetspot {

namespace {

constexpr double first_move = 0.1;       // length of the first step: inside the engine x lives in the unit cube
constexpr double armijo = 1e-4;          // share of the slope by which a step must lower the value
constexpr int model_steps = 40;          // projections spent on one model
constexpr double model_accuracy = 1e-3;  // of the first model step; the model itself is no better

double model_value(const QuasiNewton& model, const Vector& gradient, const Vector& p) {
    return gradient.dot(p) + 0.5 * p.dot(model.times(p));
}

// The best p with x + p in the set, starting at the better of the projected quasi-Newton and gradient steps.
Vector minimize_model(const QuasiNewton& model, const Projection& project, const Evaluated& at) {
    const Vector newton = -model.solve(at.gradient, all_indices(at.x.size()));
    Vector p = project(at.x + newton) - at.x;
    if ((p - newton).norm() <= 1e-12 * newton.norm()) return p;
    const Vector plain = project(at.x - at.gradient / model.scale()) - at.x;
    if (!(model_value(model, at.gradient, p) < model_value(model, at.gradient, plain))) p = plain;

    // Spectral projected gradient on the model; the line search along each step is exact.
    double length = 1 / model.scale();
    double first = -1;
    for (int i = 0; i < model_steps; ++i) {
        const Vector slope = at.gradient + model.times(p);
        const Vector step = project(at.x + p - length * slope) - at.x - p;
        const double norm = step.norm();
        if (first < 0) first = norm;
        const Vector bent = model.times(step);
        const double descent = -slope.dot(step);
        const double curvature = step.dot(bent);
        if (norm == 0 || norm < model_accuracy * first || !(descent > 0) || !(curvature > 0)) break;
        p += std::min(1.0, descent / curvature) * step;
        length = norm * norm / curvature;
    }
    return p;
}

// Shortens p until the value falls; false when it does not.
bool search(Counted& objective, const Projection& project, const Evaluated& from, const Vector& p, int max_evaluations,
            Evaluated& to) {
    const double slope = from.gradient.dot(p);
    if (!(slope < 0)) return false;
    double step = 1;
    for (int i = 0; i < max_evaluations; ++i) {
        to.x = project(from.x + step * p);
        objective.evaluate(to);
        if (to.value <= from.value + armijo * step * slope) return to.value < from.value;
        const double bend = to.value - from.value - step * slope;
        const double quadratic = std::isfinite(bend) ? -0.5 * slope * step / bend : 0;
        step *= std::clamp(quadratic, 0.1, 0.5);
    }
    return false;
}

}  // namespace

Minimum minimize_projected(const DifferentiableObjective& objective, const Projection& project, const Vector& start,
                           const ProjectedDescentOptions& options) {
    require(options.memory >= 1, "minimize_projected: memory is {}; it must be at least 1", options.memory);
    Counted counted(objective);
    Evaluated now{project(start), Vector::Zero(start.size()), 0};
    Evaluated next = now;
    counted.evaluate(now);
    int iterations = 0;
    const auto finish = [&](Stop stop) { return Minimum{now.x, now.value, iterations, counted.calls(), stop}; };
    if (!std::isfinite(now.value)) return finish(Stop::not_finite);

    QuasiNewton model(start.size(), options.memory);
    const auto restart = [&] { model.reset(now.gradient.norm() / first_move); };
    restart();
    while (iterations < options.max_iterations) {
        if (!(now.gradient.norm() > 0)) return finish(Stop::gradient_small);
        const Vector p = minimize_model(model, project, now);
        if (p.norm() <= options.step_tolerance && model.pairs() == 0) return finish(Stop::step_small);
        if (!search(counted, project, now, p, options.max_line_search, next)) {
            if (model.pairs() == 0) return finish(Stop::step_small);
            restart();
            continue;
        }
        ++iterations;
        const Vector s = next.x - now.x;
        // No curvature along the step: only a longer step can tell more.
        if (!model.update(s, next.gradient - now.gradient)) model.reset(model.scale() / 4);
        const double change = now.value - next.value;
        const double size = std::max(std::abs(now.value), std::abs(next.value));
        std::swap(now, next);
        if (s.norm() <= options.step_tolerance) return finish(Stop::step_small);
        if (change <= options.relative_change * size) return finish(Stop::change_small);
    }
    return finish(Stop::iterations);
}

}  // namespace sweetspot
