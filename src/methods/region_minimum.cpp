#include "methods/region_minimum.hpp"

#include <algorithm>
#include <memory>
#include <span>

#include "design/latin_hypercube.hpp"
#include "gp/confidence_bound.hpp"
#include "gp/shifted_mean.hpp"
#include "methods/local_models.hpp"
#include "methods/maximise.hpp"
#include "methods/over_levels.hpp"
#include "optimize/multistart.hpp"
#include "optimize/units.hpp"
#include "robust/worst_case_parts.hpp"

namespace sweetspot {
namespace {

constexpr Index points_of_bound = 8;  // of the template, in the second bound
constexpr Index most_evaluated = 48;  // over the whole template while screening
constexpr Index descents = 6;

/// max_t g(x + t) over the few t where the slope of the mean says that it is largest: no more than over all.
Vector bounds_by_few(const RegionFunction& g, const RegionSearch& search, const Points& x) {
    Vector bounds(x.cols());
    for (Index i = 0; i < x.cols(); ++i) {
        const Vector centre = x.col(i);
        const auto few = worst_by_slope(search.gp, search.iteration.region_template(), centre, points_of_bound);
        bounds[i] = g.pieces.some_values(centre, few).maxCoeff();
    }
    return bounds;
}

}  // namespace

RegionFunction mean_over_regions(const GaussianProcess& gp, const Template& T) {
    const auto shifted = std::make_shared<const ShiftedMean>(gp, T.points, T.scenarios);
    return {[&gp](const Points& points) { return gp.mean(points); },
            {[shifted](const Vector& x) { return shifted->values(x); },
             [shifted](const Vector& x, std::span<const Index> which) { return shifted->gradients(x, which); },
             [shifted](const Vector& x, std::span<const Index> which) { return shifted->values(x, which); }}};
}

RegionFunction lower_bound_over_regions(const GaussianProcess& gp, const Template& T, double beta) {
    return {[&gp, beta](const Points& points) { return confidence_bounds(gp, points, -beta); },
            {[&gp, &T, beta](const Vector& x) { return confidence_bounds(gp, T.at(x), -beta); },
             [&gp, &T, beta](const Vector& x, std::span<const Index> which) {
                 return Matrix(confidence_bound_gradients(gp, T.at(x, which), -beta));
             },
             [&gp, &T, beta](const Vector& x, std::span<const Index> which) {
                 return confidence_bounds(gp, T.at(x, which), -beta);
             }}};
}

namespace {

/// Down the creases of the maximum from one point.
Minimum descend(const RegionFunction& g, const RegionSearch& search, const Box& box, const VectorRef& from) {
    const Vector units = search.iteration.situation().problem.robust_set().units();
    const Projection project = [&](const Vector& x) -> Vector { return box.clamp(x); };
    Minimum end = minimize_maximum(in_units(g.pieces, units), in_units(project, units), from.cwiseQuotient(units),
                                   worst_case_descent(box.dimension()));
    end.x = box.clamp(end.x.cwiseProduct(units));  // the change of unit may have rounded it out
    return end;
}

/// In one box, of whose coordinates some may be held.
Minimum minimize_in_box(const RegionFunction& g, const RegionSearch& search, const Box& box, const Rng& rng) {
    const Situation& s = search.iteration.situation();
    const Template& T = search.iteration.region_template();
    const Vector& x_star = search.x_star;
    const Points spread = latin_hypercube(box, search.screening, rng.split("screening"));
    Points near = plateau_starts(s.problem, s.observations, x_star, rng.split("plateau"));
    for (Index i = 0; i < near.cols(); ++i) near.col(i) = box.clamp(near.col(i));
    Points points(box.dimension(), spread.cols() + near.cols() + 1);
    points << spread, near, box.clamp(x_star);

    MultistartObjective screened;
    screened.objective = [&](const Vector& x, Vector*) { return g.pieces.values(x).maxCoeff(); };
    screened.lower_bounds = {[&](const Points& x) { return g.at(x.colwise() + T.points.col(0)); },
                             [&](const Points& x) { return bounds_by_few(g, search, x); }};
    std::vector<Index> chosen = screen(screened, points, descents, s.parallel, nullptr, most_evaluated);
    if (std::find(chosen.begin(), chosen.end(), points.cols() - 1) == chosen.end()) chosen.push_back(points.cols() - 1);

    std::vector<Minimum> ends(chosen.size());
    s.parallel.for_each(std::ssize(chosen), [&](Index i) {
        ends[static_cast<std::size_t>(i)] = descend(g, search, box, points.col(chosen[static_cast<std::size_t>(i)]));
    });
    return *std::min_element(ends.begin(), ends.end(), [](const auto& a, const auto& b) { return a.value < b.value; });
}

}  // namespace

Minimum minimize_over_regions(const RegionFunction& g, const RegionSearch& search, const Rng& rng) {
    const Situation& s = search.iteration.situation();
    const auto largest = [&](const Box& box) {
        const Minimum found = minimize_in_box(g, search, box, rng);
        return Maximum{found.x, -found.value};
    };
    Points starts(search.x_star.size(), 1);
    if (!s.problem.levels().none()) {
        const Points near = plateau_starts(s.problem, s.observations, search.x_star, rng.split("plateau"));
        starts.resize(Eigen::NoChange, near.cols() + 1);
        starts.rightCols(near.cols()) = near;
    }
    starts.col(0) = search.x_star;
    Maximum found =
        maximise_over_levels({[&](const Vector& x) { return -g.pieces.values(x).maxCoeff(); },
                              [&](const Points& x) -> Vector { return -bounds_by_few(g, search, x); }, largest},
                             s.problem.levels(), s.problem.centres(), starts, rng, s.parallel);
    return {std::move(found.x), -found.value};
}

Vector optimistic_region(const RegionSearch& search, double beta) {
    const Template& T = search.iteration.region_template();
    const Situation& s = search.iteration.situation();
    const ModelNear around(search.gp, search.x_star, while_searching);
    const RegionFunction lower_bound = lower_bound_over_regions(*around, T, beta);
    const RegionSearch with_local{search.iteration, *around, search.x_star, search.screening};
    Vector x = minimize_over_regions(lower_bound, with_local, s.rng.split("maximise")).x;
    if (!is_searched_locally(search.gp)) return x;
    const ModelNear at(search.gp, both(search.x_star, x), at_the_end);
    return descend(lower_bound_over_regions(*at, T, beta), search, s.problem.levels().held(s.problem.centres(), x), x)
        .x;
}

}  // namespace sweetspot
