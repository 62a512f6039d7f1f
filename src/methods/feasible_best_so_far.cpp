#include "methods/feasible_best_so_far.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/order.hpp"
#include "gp/shifted_mean.hpp"
#include "methods/limit_pieces.hpp"
#include "methods/region_minimum.hpp"
#include "optimize/units.hpp"
#include "robust/neighbourhood_search.hpp"
#include "robust/worst_case_parts.hpp"

namespace sweetspot {
namespace {

/// Beyond every quality in standardised units: centres that break a limit come after all that keep it.
constexpr double infeasible = 1e6;
constexpr int most_improvements = 5;         // of H; each leaves a tenth of the distance where λ is 1
constexpr double enough_improvement = 1e-4;  // in standard deviations of the objective
constexpr std::size_t most_feasible_starts = 2;

double merit(double quality, double violation) {
    return violation > 0 ? infeasible + violation : quality;
}

/// Candidates in the order of their merit by the means alone, in regions of their own; then those that keep the limits
/// best.
std::vector<Vector> chosen_starts(const LimitedQuality& judged, const Neighbourhood& neighbourhood,
                                  const Points& candidates, Index count, const Parallel& parallel) {
    const ShiftedMean shifted(judged.gp, judged.T.points, judged.T.scenarios);
    const Block limits = limit_block(judged.limits, 0);
    Vector merits(candidates.cols());
    Vector excess(candidates.cols());
    parallel.for_each(candidates.cols(), [&](Index i) {
        const Vector x = candidates.col(i);
        excess[i] = limits.pieces.values(x).maxCoeff();
        merits[i] = merit(judged.quality.value(shifted.values(x), judged.weights), excess[i]);
    });
    std::vector<Vector> starts;
    std::vector<Index> regions;
    const auto take = [&](const std::vector<Index>& order, std::size_t most) {
        for (const Index i : order) {
            if (starts.size() >= most) return;
            if (!neighbourhood.reachable().empty()) {
                const Index region = neighbourhood.nearest(candidates.col(i));
                if (std::find(regions.begin(), regions.end(), region) != regions.end()) continue;
                regions.push_back(region);
            }
            starts.emplace_back(candidates.col(i));
        }
    };
    take(ascending(merits), static_cast<std::size_t>(count));
    take(ascending(excess), starts.size() + most_feasible_starts);
    return starts;
}

class LimitedDescents {
  public:
    LimitedDescents(const LimitedQuality& judged, const Neighbourhood& neighbourhood)
        : judged_(judged),
          neighbourhood_(neighbourhood),
          units_(neighbourhood.robust_set().units()),
          quality_(reduced({judged.T.size(), mean_over_regions(judged.gp, judged.T).pieces}, judged.weights,
                           judged.quality)),
          limits_(rescaled(limit_block(judged.limits, sure_of_limits), -limit_margin, 1)) {}

    [[nodiscard]] Minimum from(const Vector& start) const {
        return descend_through_regions(neighbourhood_, start,
                                       [&](const Projection& project, const Vector& x) { return within(project, x); });
    }

  private:
    [[nodiscard]] Minimum descend(const Block& block, const Projection& project, const Vector& x) const {
        Minimum found = minimize_maximum(in_units(block.pieces, units_), in_units(project, units_),
                                         x.cwiseQuotient(units_), worst_case_descent(x.size()));
        found.x = project(found.x.cwiseProduct(units_));  // the change of unit may have rounded it out
        return found;
    }
    [[nodiscard]] double quality(const Vector& x) const { return quality_.pieces.values(x).maxCoeff(); }
    [[nodiscard]] double violation(const Vector& x) const { return limits_.pieces.values(x).maxCoeff(); }

    [[nodiscard]] Minimum within(const Projection& project, const Vector& start) const {
        Minimum found;
        found.x = project(start);
        double broken = violation(found.x);
        if (broken > 0) {
            found.x = descend(limits_, project, found.x).x;
            broken = violation(found.x);
        }
        found.value = merit(quality(found.x), broken);
        if (broken > 0) return found;
        for (int k = 0; k < most_improvements; ++k) {
            const Block H = stacked({rescaled(quality_, found.value, 1), rescaled(limits_, 0, limit_steepness)});
            Vector x = descend(H, project, found.x).x;
            const double value = merit(quality(x), violation(x));
            if (!(value < found.value)) break;
            const double gained = found.value - value;
            found.x = std::move(x);
            found.value = value;
            if (gained < enough_improvement) break;
        }
        return found;
    }

    const LimitedQuality& judged_;
    const Neighbourhood& neighbourhood_;
    Vector units_;
    Block quality_;
    Block limits_;
};

}  // namespace

FeasibleBest feasible_best_so_far(const LimitedQuality& judged, const Neighbourhood& neighbourhood,
                                  const BestSoFarOptions& options, const Rng& rng, const Parallel& parallel) {
    // Down the slope of the objective, and of what is limited.
    const auto down = [&](const GaussianProcess& gp) {
        return centre_candidates(gp, neighbourhood, neighbourhood.centres(), options.draws, rng.split("candidates"));
    };
    Points candidates = down(judged.gp);
    for (const LimitModel& limit : judged.limits) {
        const Points more = down(limit.gp);
        candidates.conservativeResize(Eigen::NoChange, candidates.cols() + more.cols());
        candidates.rightCols(more.cols()) = more;
    }
    return feasible_best_from(judged, neighbourhood,
                              chosen_starts(judged, neighbourhood, candidates, options.local_starts, parallel),
                              parallel);
}

FeasibleBest feasible_best_from(const LimitedQuality& judged, const Neighbourhood& neighbourhood,
                                const std::vector<Vector>& starts, const Parallel& parallel) {
    const LimitedDescents descents(judged, neighbourhood);
    std::vector<Minimum> ends(starts.size());
    parallel.for_each(std::ssize(starts), [&](Index i) { ends[i] = descents.from(starts[i]); });
    const Vector x =
        std::min_element(ends.begin(), ends.end(), [](const auto& a, const auto& b) { return a.value < b.value; })->x;
    return {{x, mean_quality_at(judged.gp, judged.T, judged.weights, judged.quality, x)}, unsureness(judged.limits, x)};
}

}  // namespace sweetspot
