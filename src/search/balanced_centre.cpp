#include "search/balanced_centre.hpp"

#include <algorithm>
#include <utility>

#include "base/order.hpp"
#include "gp/confidence_bound.hpp"
#include "methods/limit_pieces.hpp"
#include "methods/region_minimum.hpp"
#include "optimize/units.hpp"
#include "robust/neighbourhood.hpp"
#include "robust/neighbourhood_search.hpp"
#include "robust/worst_case_parts.hpp"

namespace sweetspot {
namespace {

constexpr std::size_t descents_of_balance = 5;

/// Down the slope of every limited output.
Points balance_candidates(const BalanceQuestion& q, const Neighbourhood& neighbourhood, const Rng& rng) {
    std::vector<const GaussianProcess*> models;
    if (q.limit) models.push_back(&q.regions.gp());
    for (const LimitModel& limit : q.limits) models.push_back(&limit.gp);
    Points all(neighbourhood.centres().dimension(), 0);
    for (const GaussianProcess* gp : models) {
        const Points more = centre_candidates(*gp, neighbourhood, neighbourhood.centres(), 0, rng.split("candidates"));
        all.conservativeResize(Eigen::NoChange, all.cols() + more.cols());
        all.rightCols(more.cols()) = more;
    }
    return all;
}

/// The best few, in regions of their own, and the given ones.
std::vector<Vector> balance_starts(const Block& excess, const Neighbourhood& neighbourhood, const Points& candidates,
                                   const std::vector<Vector>& given, const Parallel& parallel) {
    Vector values(candidates.cols());
    parallel.for_each(candidates.cols(),
                      [&](Index i) { values[i] = excess.pieces.values(candidates.col(i)).maxCoeff(); });
    std::vector<Vector> starts;
    std::vector<Index> regions;
    for (const Index i : ascending(values)) {
        if (starts.size() == descents_of_balance) break;
        if (!neighbourhood.reachable().empty()) {
            const Index region = neighbourhood.nearest(candidates.col(i));
            if (std::ranges::find(regions, region) != regions.end()) continue;
            regions.push_back(region);
        }
        starts.emplace_back(candidates.col(i));
    }
    starts.insert(starts.end(), given.begin(), given.end());
    return starts;
}

}  // namespace

Vector balanced_centre(const BalanceQuestion& q, const Rng& rng, const Parallel& parallel) {
    const GaussianProcess& gp = q.regions.gp();
    const Problem& problem = q.regions.problem();
    const Template T = make_template(problem.robust_set(), {.shape = TemplateShape::boundary_heavy},
                                     rng.split("template"), problem.confusion());
    std::vector<Block> blocks;
    if (q.limit) {
        Pieces worst =
            q.kappa == 0 ? mean_over_regions(gp, T).pieces : lower_bound_over_regions(gp, T, -q.kappa).pieces;
        blocks.push_back(rescaled({T.size(), std::move(worst)}, standardised_limit(gp, *q.limit), 1));
    }
    if (!q.limits.empty()) blocks.push_back(limit_block(q.limits, q.kappa));
    const Block excess = stacked(std::move(blocks));
    const Neighbourhood neighbourhood(gp.inputs(), q.reach, problem.centres(), problem.levels());
    const std::vector<Vector> starts =
        balance_starts(excess, neighbourhood, balance_candidates(q, neighbourhood, rng), q.starts, parallel);
    const Vector units = q.reach.units();
    std::vector<Minimum> ends(starts.size());
    parallel.for_each(std::ssize(starts), [&](Index i) {
        const auto within = [&](const Projection& project, const Vector& x) {
            Minimum found = minimize_maximum(in_units(excess.pieces, units), in_units(project, units),
                                             project(x).cwiseQuotient(units), worst_case_descent(x.size()));
            found.x = project(found.x.cwiseProduct(units));  // the change of unit may have rounded it out
            return found;
        };
        ends[static_cast<std::size_t>(i)] =
            descend_through_regions(neighbourhood, starts[static_cast<std::size_t>(i)], within);
    });
    return std::ranges::min_element(ends, {}, &Minimum::value)->x;
}

}  // namespace sweetspot
