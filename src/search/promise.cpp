#include "search/promise.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/check.hpp"
#include "base/order.hpp"
#include "gp/leave_one_out.hpp"
#include "search/region_supremum.hpp"
#include "sweetspot/search/region_model.hpp"

namespace sweetspot {
namespace {

constexpr double above = 0.975;
constexpr Index draws = 500;
constexpr double average_share = 0.6;  // of the widening

/// How far every observation is from the region at u, in length scales; 0 inside.
Vector distances_from(const GaussianProcess& gp, const RobustSet& robust_set, const Vector& u) {
    Points nearest = gp.inputs();
    for (Index i = 0; i < gp.size(); ++i) nearest.col(i) = u + robust_set.project(gp.inputs().col(i) - u);
    const Matrix away = gp.embedded(gp.inputs()) - gp.embedded(nearest);
    Vector distances = (gp.embedded_lengthscales().cwiseInverse().asDiagonal() * away).colwise().norm();
    for (Index i = 0; i < gp.size(); ++i) {
        if (robust_set.contains(gp.inputs().col(i) - u)) distances[i] = 0;
    }
    return distances;
}

/// The variance of an observation's own error, of which f knows nothing.
double noise_of(const GaussianProcess& gp, Index i) {
    return gp.hyperparameters().noise + (gp.known_noise().size() > 0 ? gp.known_noise()[i] : 0);
}

}  // namespace

Vector leave_one_out_residuals(const GaussianProcess& gp) {
    const auto [mean, sd] = detail::leave_one_out(gp);
    return (Vector(gp.known_rows(gp.targets())) - mean).cwiseQuotient(sd);
}

double widening(const GaussianProcess& gp) {
    const auto n = static_cast<double>(gp.size());
    const Vector residuals = leave_one_out_residuals(gp);
    const double by_leaving_out = std::sqrt(residuals.squaredNorm() / static_cast<double>(residuals.size()));
    return (3 + 0.01 * std::min(n, 100.0)) * std::max(1.0, by_leaving_out);
}

double average_widening(const GaussianProcess& gp) {
    return average_share * widening(gp);
}

double unseen_of_region(const GaussianProcess& gp, const RobustSet& robust_set, const VectorRef& centre) {
    const Vector distances = gp.known_rows(distances_from(gp, robust_set, centre));
    const Index inside = (distances.array() == 0).count();
    const Index count = std::min(gp.known_size(), std::max(inside, values_needed(gp.dimension())));
    const std::vector<Index> nearest = ascending(distances);
    const Vector errors = Vector(gp.known_rows(gp.targets())) - detail::leave_one_out(gp).mean;
    double sum = 0;
    for (Index k = 0; k < count; ++k) {
        const Index i = nearest[static_cast<std::size_t>(k)];
        sum += errors[i] * errors[i] - noise_of(gp, gp.known().empty() ? i : gp.known()[static_cast<std::size_t>(i)]);
    }
    return std::max(unseen, std::sqrt(std::max(0.0, sum) / static_cast<double>(count)));
}

double average_half_width(const GaussianProcess& gp, double mean, double variance, double unseen_part) {
    const Standardisation& units = gp.standardisation();
    const double sd = std::sqrt(std::max(0.0, variance));
    return average_widening(gp) * units.undo_step(mean, surely * sd) + units.undo_step(mean, unseen_part);
}

Interval middle_of_draws(Vector draws) {
    std::sort(draws.begin(), draws.end());
    return {quantile_of(draws, 1 - above), quantile_of(draws, above)};
}

Interval promise_by_draws(const GaussianProcess& gp, double value, const Vector& draws, double unseen_part) {
    const Standardisation& units = gp.standardisation();
    const Interval middle = middle_of_draws(draws);
    const double f = units.undo_step(units.apply(Vector::Constant(1, value))[0], unseen_part);
    const double wider = average_widening(gp);
    return {value - wider * std::max(0.0, value - middle.lower) - f,
            value + wider * std::max(0.0, middle.upper - value) + f};
}

WorstCasePromise promise_worst_case(const GaussianProcess& gp, const Problem& problem, const Template& T,
                                    const VectorRef& centre, const Rng& rng) {
    const Standardisation& units = gp.standardisation();
    const Vector x = centre;
    const RegionSupremum supremum = region_supremum({gp, problem.robust_set(), T, x}, draws, rng);
    WorstCasePromise promise;
    promise.expected = units.undo(supremum.mean_worst);
    promise.upper_where = supremum.surely;
    if (gp.size() < values_needed(problem.dimension())) return promise;
    const Points region = T.at(x);
    const double hardly_better = (gp.mean(region) - surely * gp.variance(region).cwiseSqrt()).maxCoeff();
    const double lower = units.undo(std::min(hardly_better, supremum.mean_worst) - unseen);
    // In the unit of y: a widened logarithm would be out of all proportion.
    const double beyond = std::max(0.0, units.undo(supremum.quantile(above)) - promise.expected);
    const double upper = promise.expected + widening(gp) * beyond + units.undo_step(supremum.mean_worst, unseen);
    promise.interval = Interval{lower, upper};
    return promise;
}

std::vector<std::string> model_warnings(const GaussianProcess& gp, const Space& space) {
    std::vector<std::string> warnings;
    const Vector residuals = leave_one_out_residuals(gp);
    const auto surprises = (residuals.array().abs() > 4).count();
    if (surprises > 0) {
        warnings.push_back(fmt::format(
            "{} of {} values {} far from what all others let expect (more than 4 standard deviations): the function "
            "may have a cliff or a step there, and the interval may be too narrow.",
            surprises, residuals.size(), surprises == 1 ? "lies" : "lie"));
    }
    const Hyperparameters& eta = gp.hyperparameters();
    for (Index d = 0; d < gp.dimension(); ++d) {
        if (eta.lengthscales[d] > 0.02 || space.parameters()[static_cast<std::size_t>(d)].is_choice()) continue;
        warnings.push_back(fmt::format(
            "along \"{}\" the values change within {:.2g} % of its range, faster than the evaluations can follow.",
            space.parameters()[static_cast<std::size_t>(d)].name, 100 * eta.lengthscales[d]));
    }
    return warnings;
}

}  // namespace sweetspot
