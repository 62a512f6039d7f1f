#include <algorithm>
#include <numeric>

#include "sweetspot/optimize/projected_descent.hpp"
#include "sweetspot/optimize/units.hpp"
#include "sweetspot/sampling/sampling_rule.hpp"

namespace sweetspot {

Vector region_maximum(const SamplingRegion& region, const std::function<Vector(const Points&)>& values,
                      const std::function<ValueAndGradient(const Vector&)>& at) {
    constexpr std::size_t starts = 3;
    const Points points = region.T.at(region.x_prime);
    const Vector at_template = values(points);
    std::vector<Index> order(static_cast<std::size_t>(points.cols()));
    std::iota(order.begin(), order.end(), Index{0});
    std::stable_sort(order.begin(), order.end(), [&](Index a, Index b) { return at_template[a] > at_template[b]; });

    const Box cube = Box::unit(region.x_prime.size());
    const DifferentiableObjective objective = [&](const Vector& x, Vector* gradient) {
        const ValueAndGradient here = at(x);
        if (gradient != nullptr) *gradient = -here.gradient;
        return -here.value;
    };
    // The whole region lies in the cube; the clamp takes away rounding only.
    const Projection project = [&](const Vector& x) -> Vector {
        return cube.clamp(region.x_prime + region.robust_set.project(x - region.x_prime));
    };
    const Vector units = region.robust_set.units();
    Minimum best;
    for (std::size_t i = 0; i < std::min(starts, order.size()); ++i) {
        const Vector start = points.col(order[i]).cwiseQuotient(units);
        const Minimum end = minimize_projected(in_units(objective, units), in_units(project, units), start);
        if (i == 0 || end.value < best.value) best = end;
    }
    return project(best.x.cwiseProduct(units));  // the change of unit may have rounded it out
}

}  // namespace sweetspot
