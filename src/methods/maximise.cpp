#include "methods/maximise.hpp"

#include <cmath>
#include <utility>

#include "acquisition/mean_acquisition.hpp"
#include "base/order.hpp"
#include "design/latin_hypercube.hpp"
#include "methods/maximisers/list.hpp"
#include "optimize/lbfgsb.hpp"
#include "optimize/multistart.hpp"
#include "sweetspot/robust/quality.hpp"

namespace sweetspot {
namespace {

// The rules by which averages are searched. Typical models take them at far fewer points; what the limits are for is
// measured against the exact search. One point for the screening lost up to 60 % where length scales are near the
// region's radius. Late in a search, where EI is 1e-3 sd and less, tolerances of 0.03, 0.01 and 1e-3 lost up to 7 %:
// these lose less than 1e-4 down to an EI of 1e-8, for 10 % more time.
constexpr AverageRuleOptions screening_average = {.max_points = 16, .tolerance = 0.01};
constexpr AverageRuleOptions coarse_average = {.max_points = 16, .tolerance = 1e-3};
constexpr AverageRuleOptions fine_average = {.max_points = 96, .tolerance = 3e-4};

constexpr int coarse_iterations = 10;
constexpr Index coarse_survivors = 4;

}  // namespace

Maximum maximise_average(const std::vector<AverageImprovementPtr>& members, const Box& box,
                         const std::function<Maximum(const Maximised& what)>& maximiser, const CentreLevels& levels) {
    std::vector<AverageRulesByChoices> rules;
    rules.reserve(members.size());
    for (const AverageImprovementPtr& member : members) rules.push_back(member->rules(fine_average));
    const auto by_rules = [&](const AverageRuleOptions& options) {
        std::vector<AcquisitionPtr> result;
        for (std::size_t k = 0; k < members.size(); ++k) {
            result.push_back(
                std::make_shared<const AverageExpectedImprovement>(members[k]->over(rules[k].rule(options))));
        }
        return mean_acquisition(std::move(result));
    };
    const AcquisitionPtr fine = by_rules(fine_average);
    const AcquisitionPtr coarse = by_rules(coarse_average);
    const AcquisitionPtr screening = by_rules(screening_average);
    Maximum best = maximiser({*fine, {{coarse.get(), coarse_iterations, coarse_survivors}}, screening.get()});
    const AcquisitionPtr whole = mean_acquisition({members.begin(), members.end()});
    const Acquisition& exact = *whole;
    const double value = exact.value(best.x, nullptr);
    const bool agree = std::abs(best.value - value) <= 0.01 * value;
    best.value = value;
    if (!agree) {
        const Minimum end = minimize_lbfgsb(negated(exact), levels.held(box, best.x), best.x,
                                            {.max_iterations = 20, .relative_change = 1e-6});
        best.x = end.x;
        best.value = -end.value;
    }
    return best;
}

Points plateau_starts(const Problem& problem, const Observations& observations, const Vector& x_star, Rng rng) {
    constexpr Index around_x_star = 20;
    constexpr Index around_observations = 20;
    Points starts(problem.dimension(), around_x_star + around_observations);
    for (Index i = 0; i < around_x_star; ++i) {
        // From a tenth of the region to twice its size: improvement hides on all these scales.
        const double reach = 0.1 * std::pow(20.0, static_cast<double>(i) / (around_x_star - 1));
        starts.col(i) = x_star + reach * problem.robust_set().draw_boundary(rng);
    }
    const std::vector<Index> order = ascending(observations.y);
    for (Index i = 0; i < around_observations; ++i) {
        const Index n = order[static_cast<std::size_t>(i % observations.size())];
        starts.col(around_x_star + i) = observations.x.col(n) + problem.robust_set().draw_uniform(rng);
    }
    for (Index i = 0; i < starts.cols(); ++i) starts.col(i) = problem.nearest_centre(starts.col(i));
    return starts;
}

Vector most_optimistic(const GaussianProcess& gp, const Template& T, const Vector& weights, const Quality& quality,
                       const Box& box, const Rng& rng, const Parallel& parallel, const CentreLevels& levels) {
    constexpr Index screened = 1000;
    const Points points = levels.spread(latin_hypercube(box, screened, rng), box);
    MultistartObjective objective;
    objective.objective = [&](const Vector& x, Vector*) {
        const Points region = T.at(x);
        return quality.value(gp.mean(region) - surely * gp.variance(region).cwiseSqrt(), weights);
    };
    if (quality.kind() == Quality::Kind::maximum) {
        // A maximum is no less than over the first few points: most centres are ruled out by them.
        for (const Index few : {Index{1}, std::min<Index>(8, T.size())}) {
            objective.lower_bounds.emplace_back([&gp, &T, few](const Points& x) -> Vector {
                const std::vector<Index> first = all_indices(few);
                Points at(x.rows(), x.cols() * few);
                for (Index i = 0; i < x.cols(); ++i) at.middleCols(i * few, few) = T.at(x.col(i), first);
                const Vector bounds = gp.mean(at) - surely * gp.variance(at).cwiseSqrt();
                return bounds.reshaped(few, x.cols()).colwise().maxCoeff().transpose();
            });
        }
    }
    return points.col(screen(objective, points, 1, parallel).front());
}

}  // namespace sweetspot
