#include "problems/worst_case.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include <fmt/ranges.h>

#include "base/check.hpp"
#include "optimize/projected_descent.hpp"
#include "optimize/units.hpp"
#include "sweetspot/base/errors.hpp"

namespace sweetspot {
namespace {

void check(const VectorRef& centre, const RobustSet& robust_set, const WorstCaseOptions& options) {
    require(centre.size() == robust_set.dimension() && centre.allFinite(),
            "true_worst_case: the centre has {} coordinates and the robust set {}; give as many, all finite",
            centre.size(), robust_set.dimension());
    require(options.starts >= 1, "true_worst_case: {} starts were asked for; it must be at least 1", options.starts);
    require(options.iterations >= 1 && options.step > 0 && options.same > 0,
            "true_worst_case: iterations, step and same must be positive; they are {}, {}, {}", options.iterations,
            options.step, options.same);
}

/// How many of the ends fall on each distinct maximum (sorted values, a new one after a gap), from the smallest up.
std::vector<int> visits(std::vector<double> ends, double gap) {
    std::ranges::sort(ends);
    std::vector<int> counts = {1};
    for (std::size_t i = 1; i < ends.size(); ++i) {
        if (ends[i] - ends[i - 1] > gap) counts.push_back(0);
        ++counts.back();
    }
    return counts;
}

}  // namespace

WorstCase true_worst_case(const Objective& f, const VectorRef& centre, const RobustSet& robust_set,
                          const WorstCaseOptions& options, const Rng& rng) {
    check(centre, robust_set, options);
    const Vector units = robust_set.units();
    WorstCase worst{centre, f(centre), 0, 0, 1};
    double lowest = worst.value;
    const auto minus = [&](const Vector& delta) {
        const double value = f(centre + delta);
        if (!std::isfinite(value)) {
            throw NumericalError(
                fmt::format("true_worst_case: f is {} at ({})", value, fmt::join(Vector(centre + delta), ", ")));
        }
        ++worst.evaluations;
        lowest = std::min(lowest, value);
        return -value;
    };
    const DifferentiableObjective objective = [&](const Vector& z, Vector* gradient) {
        for (Index d = 0; gradient != nullptr && d < z.size(); ++d) {
            Vector ahead = z;
            Vector behind = z;
            ahead[d] += options.step;
            behind[d] -= options.step;
            const bool fixed = robust_set.bounds().width()[d] == 0;
            (*gradient)[d] =
                fixed ? 0 : (minus(ahead.cwiseProduct(units)) - minus(behind.cwiseProduct(units))) / (2 * options.step);
        }
        return minus(z.cwiseProduct(units));
    };
    const Projection project = in_units([&](const Vector& delta) { return robust_set.project(delta); }, units);
    std::vector<double> ends;
    for (Index i = 0; i < options.starts; ++i) {
        Rng own = rng.split(static_cast<std::uint64_t>(i));
        const Vector start = i % 2 == 0 ? robust_set.draw_uniform(own) : robust_set.draw_boundary(own);
        const Minimum found =
            minimize_projected(objective, project, start.cwiseQuotient(units), {.max_iterations = options.iterations});
        ends.push_back(-found.value);
        if (-found.value > worst.value) {
            worst.point = centre + found.x.cwiseProduct(units);
            worst.value = -found.value;
        }
    }
    const double gap = options.same * std::max(worst.value - lowest, 1e-300);
    const std::vector<int> counts = visits(ends, gap);
    const auto once = static_cast<double>(std::ranges::count(counts, 1));
    const auto starts = static_cast<double>(options.starts);
    worst.reliability = std::max(0.0, 1 - (once + 1) / (starts + 1));
    const auto at_best = std::ranges::count_if(ends, [&](double end) { return worst.value - end <= gap; });
    worst.agreement = static_cast<double>(at_best) / starts;
    return worst;
}

}  // namespace sweetspot
