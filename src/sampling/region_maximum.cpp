#include <algorithm>
#include <utility>
#include <vector>

#include "base/order.hpp"
#include "optimize/projected_descent.hpp"
#include "optimize/units.hpp"
#include "robust/region_projection.hpp"
#include "sweetspot/sampling/sampling_rule.hpp"

namespace sweetspot {

Vector region_maximum(const SamplingRegion& region, const std::function<Vector(const Points&)>& values,
                      const std::function<ValueAndGradient(const Vector&)>& at) {
    constexpr std::size_t starts = 3;
    const Box cube = Box::unit(region.x_prime.size());
    Points points = region.T.at(region.x_prime);
    const Box& reach = region.robust_set.bounds();
    constexpr double rounding = 1e-9;
    const bool fits =
        cube.contains(region.x_prime + reach.lower, rounding) && cube.contains(region.x_prime + reach.upper, rounding);
    // Where the region leaves the cube, what lies outside cannot be built: its points go to the faces of the cube, and
    // are still in the region, for each coordinate comes closer to the centre's.
    if (!fits)
        for (Index i = 0; i < points.cols(); ++i) points.col(i) = cube.clamp(points.col(i));
    const Vector at_template = values(points);
    const std::vector<Index> order = descending(at_template);

    const DifferentiableObjective objective = [&](const Vector& x, Vector* gradient) {
        const ValueAndGradient here = at(x);
        if (gradient != nullptr) *gradient = -here.gradient;
        return -here.value;
    };
    const std::vector<Index>& free = region.robust_set.free_coordinates();
    const Vector units = region.robust_set.units();
    Minimum best;
    for (std::size_t i = 0; i < std::min(starts, order.size()); ++i) {
        // A choice that is confused stays what came out.
        Vector centre = points.col(order[i]);
        centre(free) = region.x_prime(free);
        // Where the whole region lies in the cube, the clamp takes away rounding only. A general form that leaves it is
        // cut by the clamp as well: what comes out is in the cube, though not the nearest point of the region there.
        const Projection project = [&](const Vector& x) -> Vector {
            if (!fits && region.robust_set.has_norm()) return nearest_in_region(region.robust_set, cube, centre, x);
            return cube.clamp(centre + region.robust_set.project(x - centre));
        };
        const Vector start = points.col(order[i]).cwiseQuotient(units);
        Minimum end = minimize_projected(in_units(objective, units), in_units(project, units), start);
        if (i > 0 && !(end.value < best.value)) continue;
        end.x = project(end.x.cwiseProduct(units));  // the change of unit may have rounded it out
        best = std::move(end);
    }
    return best.x;
}

}  // namespace sweetspot
