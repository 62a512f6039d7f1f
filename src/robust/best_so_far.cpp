// Screening, then descents. Candidates are the observations and the points down the slope from them; the few that are
// most promising, in regions of their own, are found best-first by estimates of growing cost, and descended from.
#include "sweetspot/robust/best_so_far.hpp"

#include <algorithm>
#include <functional>
#include <limits>
#include <span>
#include <vector>

#include "design/latin_hypercube.hpp"
#include "gp/shifted_mean.hpp"
#include "optimize/minimax.hpp"
#include "optimize/projected_descent.hpp"
#include "optimize/units.hpp"
#include "robust/neighbourhood.hpp"
#include "robust/neighbourhood_search.hpp"
#include "robust/worst_case_parts.hpp"
#include "sweetspot/base/errors.hpp"

namespace sweetspot {
namespace {

/// Candidates down the slope, in tolerances. With one of them per observation the gap to the best known answer is a
/// half larger; 200 random members of the neighbourhood in their place left five times the gap.
constexpr double slope_steps[] = {0.5, 1.0};
constexpr Index fewest_in_box = 100;  // candidates when there is no neighbourhood
/// Template points in the second estimate: 8 cost least in all; with 20 fewer candidates need the third.
constexpr Index points_of_estimate = 8;

}  // namespace

Points centre_candidates(const GaussianProcess& gp, const Neighbourhood& neighbourhood, const Box& centres, Index draws,
                         Rng rng) {
    const std::vector<Index>& reachable = neighbourhood.reachable();
    if (reachable.empty()) {
        return neighbourhood.levels().spread(latin_hypercube(centres, std::max(draws, fewest_in_box), rng), centres);
    }
    const Index observed = std::ssize(reachable);
    Points result(centres.dimension(), observed * (1 + std::ssize(slope_steps)) + draws);
    for (Index i = 0; i < observed; ++i)
        result.col(i) = neighbourhood.project(neighbourhood.observed().col(reachable[i]), reachable[i]);
    const Points gradients = gp.mean_gradients(result.leftCols(observed));
    const Vector reach = neighbourhood.robust_set().bounds().width() / 2;
    Index next = observed;
    for (Index i = 0; i < observed; ++i) {
        const Vector down = -reach.cwiseProduct(reach.cwiseProduct(gradients.col(i)).normalized());
        for (const double step : slope_steps)
            result.col(next++) = neighbourhood.project(result.col(i) + step * down, reachable[i]);
    }
    for (; next < result.cols(); ++next) result.col(next) = neighbourhood.draw(rng);
    return result;
}

namespace {

/// Estimates of the quality at a centre, cheapest first; the last is the quality itself. For a worst case the others
/// are lower bounds, so that no better candidate is passed over.
using Estimates = std::vector<std::function<double(const Vector& x)>>;

Estimates estimates_of(const GaussianProcess& gp, const ShiftedMean& shifted, const Template& T, const Vector& weights,
                       const Quality& quality) {
    Estimates result;
    if (quality.kind() == Quality::Kind::maximum)
        result.emplace_back([&](const Vector& x) {
            return shifted.values(x, worst_by_slope(gp, T, x, points_of_estimate)).maxCoeff();
        });
    result.emplace_back([&](const Vector& x) { return quality.value(shifted.values(x), weights); });
    return result;
}

/// Best-first: the candidate with the smallest estimate gets the next better one, until it has the last. The mean at
/// the centre is the first estimate. At most one start per region.
std::vector<Vector> best_starts(const GaussianProcess& gp, const Neighbourhood& neighbourhood, const Points& points,
                                const Estimates& estimates, Index count) {
    Vector value = gp.mean(points);
    std::vector<std::size_t> level(static_cast<std::size_t>(points.cols()), 0);
    std::vector<Index> regions;
    std::vector<Vector> starts;
    while (std::ssize(starts) < count) {
        Index i = 0;
        if (!(value.minCoeff(&i) < std::numeric_limits<double>::infinity())) break;
        const Vector x = points.col(i);
        if (level[i] < estimates.size()) {
            value[i] = estimates[level[i]++](x);
            continue;
        }
        value[i] = std::numeric_limits<double>::infinity();
        if (!neighbourhood.reachable().empty()) {
            const Index region = neighbourhood.nearest(x);
            if (std::find(regions.begin(), regions.end(), region) != regions.end()) continue;
            regions.push_back(region);
        }
        starts.push_back(x);
    }
    return starts;
}

/// Descents of the quality of the posterior mean, each within a convex set.
class Descents {
  public:
    Descents(const ShiftedMean& shifted, const Neighbourhood& neighbourhood, const Vector& weights,
             const Quality& quality)
        : shifted_(shifted),
          neighbourhood_(neighbourhood),
          weights_(weights),
          quality_(quality),
          units_(neighbourhood.robust_set().units()) {}

    /// Within the region of the nearest observation, and on in the next one where the end is nearer to another
    /// observation; within the box of centres when no region meets it.
    [[nodiscard]] Minimum from(const Vector& start) const {
        return descend_through_regions(neighbourhood_, start,
                                       [&](const Projection& project, const Vector& x) { return within(project, x); });
    }

  private:
    [[nodiscard]] Minimum within(const Projection& project, const Vector& start) const {
        const Projection project_in_units = in_units(project, units_);
        const Vector start_in_units = start.cwiseQuotient(units_);
        Minimum found =
            quality_.kind() == Quality::Kind::maximum
                ? minimize_maximum(in_units(pieces(), units_), project_in_units, start_in_units,
                                   worst_case_descent(start.size()))
                : minimize_projected(in_units(objective(), units_), project_in_units, start_in_units, smoothness());
        found.x = project(found.x.cwiseProduct(units_));  // the change of unit may have rounded it out
        return found;
    }

    /// A measure that has kinks is not worth the last digits: steps shrink at each of them.
    [[nodiscard]] ProjectedDescentOptions smoothness() const {
        if (quality_.kind() == Quality::Kind::linear) return {};
        return {.max_iterations = 40, .relative_change = 1e-5};
    }

    [[nodiscard]] Pieces pieces() const {
        return {[&](const Vector& x) { return shifted_.values(x); },
                [&](const Vector& x, std::span<const Index> which) { return shifted_.gradients(x, which); },
                [&](const Vector& x, std::span<const Index> which) { return shifted_.values(x, which); }};
    }

    [[nodiscard]] DifferentiableObjective objective() const {
        return [&](const Vector& x, Vector* gradient) {
            const Vector responses = shifted_.values(x);
            if (gradient != nullptr) {
                // Of a quantile, and of the worst few, most responses have no slope.
                const Vector slope = quality_.gradient(responses, weights_);
                std::vector<Index> sloped;
                for (Index i = 0; i < slope.size(); ++i) {
                    if (slope[i] != 0) sloped.push_back(i);
                }
                *gradient = shifted_.gradients(x, sloped) * slope(sloped);
            }
            return quality_.value(responses, weights_);
        };
    }

    const ShiftedMean& shifted_;
    const Neighbourhood& neighbourhood_;
    const Vector& weights_;
    const Quality& quality_;
    Vector units_;
};

}  // namespace

double mean_quality_at(const GaussianProcess& gp, const Template& T, const Vector& weights, const Quality& quality,
                       const VectorRef& x) {
    return quality.value(gp.mean(T.at(x)), weights);
}

BestSoFar best_so_far(const GaussianProcess& gp, const Neighbourhood& neighbourhood, const Box& centres,
                      const Template& T, const Vector& weights, const Quality& quality, const BestSoFarOptions& options,
                      Rng rng, const Parallel& parallel) {
    const Points looked_at = centre_candidates(gp, neighbourhood, centres, options.draws, rng.split("candidates"));
    const ShiftedMean shifted(gp, T.points, T.scenarios);
    const std::vector<Vector> starts =
        best_starts(gp, neighbourhood, looked_at, estimates_of(gp, shifted, T, weights, quality), options.local_starts);
    if (starts.empty()) {
        throw NumericalError(
            "best so far: by the model the measure is no number at any centre; look for a value, a standard error or a "
            "setting of quite another size than the rest");
    }
    const Descents descents(shifted, neighbourhood, weights, quality);
    std::vector<Minimum> ends(starts.size());
    parallel.for_each(std::ssize(starts), [&](Index i) { ends[i] = descents.from(starts[i]); });
    const Minimum& found =
        *std::min_element(ends.begin(), ends.end(), [](const auto& a, const auto& b) { return a.value < b.value; });
    return {found.x, found.value};
}

}  // namespace sweetspot
