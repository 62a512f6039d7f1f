// The bracketing line search: lo satisfies the decrease but is still too steep, hi does not satisfy the decrease.
#include "optimize/wolfe_search.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "optimize/infinity.hpp"

namespace sweetspot {

namespace {

constexpr double decrease = 1e-4;  // c₁ and c₂ as customary for quasi-Newton steps
constexpr double steepness = 0.9;

struct Sample {
    double step = 0;
    double value = 0;
    double slope = 0;
};

// The minimum of the cubic through both ends, kept away from them so that the bracket shrinks by a fifth at least.
double inside_bracket(const Sample& lo, const Sample& hi) {
    const double width = hi.step - lo.step;
    if (!std::isfinite(hi.value)) return lo.step + 0.1 * width;
    const double d1 = lo.slope + hi.slope - 3 * (hi.value - lo.value) / width;
    const double square = d1 * d1 - lo.slope * hi.slope;
    double fraction = 0.5;
    if (square >= 0) {
        const double d2 = std::sqrt(square);
        fraction = 1 - (hi.slope + d2 - d1) / (hi.slope - lo.slope + 2 * d2);
    }
    if (!std::isfinite(fraction)) fraction = 0.5;
    return lo.step + std::clamp(fraction, 0.2, 0.8) * width;
}

// Still descending steeply: on to where the secant of the slopes crosses zero, at least twice and at most ten times.
double beyond(const Sample& before, const Sample& now) {
    const double bend = now.slope - before.slope;
    const double secant = bend > 0 ? now.step - now.slope * (now.step - before.step) / bend : inf;
    return std::clamp(secant, 2 * now.step, 10 * now.step);
}

}  // namespace

void Counted::evaluate(Evaluated& at) {
    ++calls_;
    at.value = objective_(at.x, &at.gradient);
    if (!std::isfinite(at.value) || !at.gradient.allFinite()) at.value = inf;
}

SearchOutcome WolfeSearch::operator()(const Evaluated& from, const Vector& direction, double largest, Evaluated& to,
                                      Evaluated& trial) const {
    const double slope = from.gradient.dot(direction);
    if (!(slope < 0)) return SearchOutcome::none;
    Sample lo{0, from.value, slope};
    Sample hi{inf, inf, 0};
    double step = std::min(1.0, largest);
    for (int i = 0; i < max_evaluations; ++i) {
        if (-step * slope <= std::numeric_limits<double>::epsilon() * std::abs(from.value)) {
            return lo.step > 0 ? SearchOutcome::decrease_only : SearchOutcome::unresolvable;
        }
        trial.x = box.clamp(from.x + step * direction);
        objective.evaluate(trial);
        const Sample now{step, trial.value, trial.gradient.dot(direction)};
        if (!(now.value <= from.value + decrease * step * slope)) {
            hi = now;
            step = inside_bracket(lo, hi);
            continue;
        }
        std::swap(to, trial);
        if (now.slope >= steepness * slope || step >= largest) return SearchOutcome::wolfe;
        step = std::isfinite(hi.step) ? inside_bracket(now, hi) : std::min(largest, beyond(lo, now));
        lo = now;
    }
    return lo.step > 0 ? SearchOutcome::decrease_only : SearchOutcome::none;
}

}  // namespace sweetspot
