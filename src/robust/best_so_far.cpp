#include "sweetspot/robust/best_so_far.hpp"

#include <algorithm>

#include "gp/shifted_mean.hpp"
#include "sweetspot/design/latin_hypercube.hpp"
#include "sweetspot/optimize/minimax.hpp"
#include "sweetspot/optimize/multistart.hpp"
#include "sweetspot/optimize/projected_descent.hpp"
#include "sweetspot/optimize/units.hpp"

namespace sweetspot {
namespace {

constexpr Index prefix_for_bounds = 12;  // template points in the second lower bound of a worst case

/// The centres that are looked at first: every observation whose region can be reached (moved into the box of centres),
/// and random members of the neighbourhood; or a Latin hypercube of the box when there is no neighbourhood in it.
Points candidates(const Neighbourhood& neighbourhood, const Box& centres, Index draws, Rng rng) {
    const std::vector<Index>& reachable = neighbourhood.reachable();
    if (reachable.empty()) {
        const Points unit = latin_hypercube(centres.dimension(), std::max<Index>(draws, 1), rng);
        return (centres.width().asDiagonal() * unit).colwise() + centres.lower;
    }
    const auto observed = static_cast<Index>(reachable.size());
    Points result(centres.dimension(), observed + draws);
    for (Index i = 0; i < observed; ++i) {
        const Index n = reachable[static_cast<std::size_t>(i)];
        result.col(i) = neighbourhood.project(neighbourhood.observed().col(n), n);
    }
    for (Index i = 0; i < draws; ++i) result.col(observed + i) = neighbourhood.draw(rng);
    return result;
}

/// The objective of eq:estimated-best for the screening; for a worst case with lower bounds from a part of the
/// template.
MultistartObjective screening_objective(const GaussianProcess& gp, const Template& T, const Vector& weights,
                                        const Quality& quality) {
    MultistartObjective result;
    result.objective = [&](const Vector& x, Vector*) { return mean_quality_at(gp, T, weights, quality, x); };
    if (quality.kind() != Quality::Kind::maximum) return result;
    const auto bound = [&gp, &T](const Points& x, Index n) {
        Vector values(x.cols());
        for (Index i = 0; i < x.cols(); ++i) values[i] = gp.mean(T.points.leftCols(n).colwise() + x.col(i)).maxCoeff();
        return values;
    };
    result.lower_bounds.emplace_back([&gp](const Points& x) { return gp.mean(x); });  // T contains the centre
    const Index prefix = std::min(prefix_for_bounds, T.size());
    result.lower_bounds.emplace_back([bound, prefix](const Points& x) { return bound(x, prefix); });
    return result;
}

Minimum descend(const GaussianProcess& gp, const Template& T, const Vector& weights, const Quality& quality,
                const Projection& project, const Vector& units, const Vector& start) {
    Minimum found;
    const ShiftedMean shifted(gp, T.points);
    if (quality.kind() == Quality::Kind::maximum) {
        const Pieces pieces = {[&](const Vector& x) { return shifted.values(x); },
                               [&](const Vector& x, std::span<const Index> which) {
                                   return shifted.gradients(x, which);
                               }};
        found = minimize_maximum(in_units(pieces, units), in_units(project, units), start.cwiseQuotient(units),
                                 {.first_step = 0.5});  // half a tolerance
    } else {
        const DifferentiableObjective objective = [&](const Vector& x, Vector* gradient) {
            const Points points = T.at(x);
            const Vector responses = gp.mean(points);
            if (gradient != nullptr) *gradient = gp.mean_gradients(points) * quality.gradient(responses, weights);
            return quality.value(responses, weights);
        };
        found = minimize_projected(in_units(objective, units), in_units(project, units), start.cwiseQuotient(units));
    }
    found.x = project(found.x.cwiseProduct(units));  // the change of unit may have rounded it out
    return found;
}

/// Descends within the region of the nearest observation, a convex set, and goes on in the next one where it ends
/// nearer to another observation.
Minimum descend_in_neighbourhood(const GaussianProcess& gp, const Neighbourhood& neighbourhood, const Box& centres,
                                 const Template& T, const Vector& weights, const Quality& quality,
                                 const Vector& start) {
    constexpr int max_regions = 4;
    const Vector units = neighbourhood.robust_set().units();
    if (neighbourhood.reachable().empty()) {
        const Projection project = [&](const Vector& x) -> Vector { return centres.clamp(x); };
        return descend(gp, T, weights, quality, project, units, start);
    }
    Minimum found;
    Index n = neighbourhood.nearest(start);
    for (int region = 0; region < max_regions; ++region) {
        const Projection project = [&](const Vector& x) -> Vector { return neighbourhood.project(x, n); };
        const Minimum end = descend(gp, T, weights, quality, project, units, region == 0 ? start : found.x);
        if (region > 0 && !(end.value < found.value)) break;
        found = end;
        const Index next = neighbourhood.nearest(found.x);
        if (next == n) break;
        n = next;
    }
    return found;
}

}  // namespace

double mean_quality_at(const GaussianProcess& gp, const Template& T, const Vector& weights, const Quality& quality,
                       const VectorRef& x) {
    return quality.value(gp.mean(T.at(x)), weights);
}

BestSoFar best_so_far(const GaussianProcess& gp, const Neighbourhood& neighbourhood, const Box& centres,
                      const Template& T, const Vector& weights, const Quality& quality, const BestSoFarOptions& options,
                      Rng rng, const Parallel& parallel) {
    const Points looked_at = candidates(neighbourhood, centres, options.draws, rng.split("candidates"));
    const MultistartObjective objective = screening_objective(gp, T, weights, quality);
    const std::vector<Index> best = screen(objective, looked_at, options.local_starts, parallel);

    std::vector<Minimum> ends(best.size());
    parallel.for_each(static_cast<Index>(best.size()), [&](Index i) {
        ends[i] = descend_in_neighbourhood(gp, neighbourhood, centres, T, weights, quality, looked_at.col(best[i]));
    });
    const Minimum& found =
        *std::min_element(ends.begin(), ends.end(), [](const auto& a, const auto& b) { return a.value < b.value; });
    return {found.x, mean_quality_at(gp, T, weights, quality, found.x)};
}

}  // namespace sweetspot
