// The descent through tolerances and centre: the bounds of every output at the places of its template, as functions of
// z, and the largest of them with the cost (allocated_regions.hpp).
#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <utility>

#include "base/order.hpp"
#include "gp/confidence_bound.hpp"
#include "optimize/units.hpp"
#include "search/allocated_regions.hpp"
#include "search/limited_region.hpp"

namespace sweetspot {
namespace {

constexpr int most_penalties = 6;
constexpr double penalty_margin = 4;  // above the multiplier that is expected: an exact penalty must exceed it
constexpr double negligible_cost = 1e-9;
constexpr double half_of_edge = 0.5;  // of the unit cube: as far as the environment reaches
constexpr double largest_kappa = 100;
constexpr int kappa_halvings = 30;

}  // namespace

void AllocatedRegions::add_worst_places(const Vector& z) {
    const Problem there = problem_of(search(z));
    const Vector u = centre(z);
    const auto worst_in_ball = [&](const RegionModel& model) -> Points {
        const Vector worst = there.space().to_unit(model.at_unit(u).worst().where);
        return in_unit_ball(there.robust_set(), worst - u);
    };
    ball_.conservativeResize(Eigen::NoChange, ball_.cols() + 1);
    ball_.rightCols(1) = worst_in_ball(model(z));
    for (std::size_t j = 0; j < others_.size(); ++j) {
        if (others_[j].limit.what != Limit::For::worst) continue;
        LimitedOutput& other = limited_[j];
        other.ball.conservativeResize(Eigen::NoChange, other.ball.cols() + 1);
        other.ball.rightCols(1) = worst_in_ball({there, others_[j].gp, seed()});
        other.weights.conservativeResize(other.ball.cols());
        other.weights.tail(1).setZero();
    }
}

Points AllocatedRegions::places(const Vector& z, const Points& ball) const {
    const Vector t = tolerances(z);
    const Vector u = centre(z);
    Points result(problem_.dimension(), ball.cols());
    for (Index i = 0; i < result.cols(); ++i) {
        for (Index d = 0; d < u.size(); ++d) {
            double at = t[d] > 0 ? u[d] + offset(d, t[d], ball(d, i)) : u[d];
            if (is_environment(d)) at = u[d] + half_of_edge * ball(d, i);
            result(d, i) = std::clamp(at, 0.0, 1.0);
        }
    }
    return result;
}

Matrix AllocatedRegions::by_region(const Vector& z, const Points& ball, const Points& by_place) const {
    const Vector t = tolerances(z);
    Matrix result(z.size(), ball.cols());
    for (Index i = 0; i < result.cols(); ++i) {
        for (Index k = 0; k < std::ssize(chosen_); ++k) {
            const Index d = chosen_[static_cast<std::size_t>(k)];
            result(k, i) = by_place(d, i) * offset_slope(d, t[d], ball(d, i));
        }
        if (!is_fixed()) result.col(i).tail(by_place.rows()) = by_place.col(i);
    }
    // A slope along which nothing can move would only bend the descent's steps.
    for (Index k = 0; k < z.size(); ++k) {
        if (is_pinned(k)) result.row(k).setZero();
    }
    return result;
}

Points AllocatedRegions::some_of_ball(std::span<const Index> which) const {
    return ball_(Eigen::all, std::vector<Index>(which.begin(), which.end()));
}

double AllocatedRegions::excess(const Vector& z, const Kappas& kappas, double limit) const {
    double largest = confidence_bounds(gp_, places(z), kappas.objective).maxCoeff() - limit;
    for (std::size_t j = 0; j < limited_.size(); ++j) {
        const LimitedOutput& other = limited_[j];
        largest = std::max(largest, other.bound(places(z, other.ball), kappas.others[j]) - other.limit);
    }
    return largest;
}

double AllocatedRegions::kappa_for(const Vector& z, double top) const {
    const Points at = places(z);
    const Vector mean = gp_.mean(at);
    const Vector sd = gp_.variance(at).cwiseSqrt();
    if (mean.maxCoeff() >= top) return 0;
    // The least coefficient with which some place reaches the top.
    double kappa = std::numeric_limits<double>::infinity();
    for (Index i = 0; i < mean.size(); ++i) {
        if (sd[i] > 0) kappa = std::min(kappa, (top - mean[i]) / sd[i]);
    }
    return std::isfinite(kappa) ? kappa : 0;
}

double AllocatedRegions::kappa_of_other(std::size_t which, const Vector& z, double top) const {
    const LimitedOutput& other = limited_[which];
    const Points at = places(z, other.ball);
    const Vector mean = other.gp->mean(at);
    const Vector sd = other.gp->variance(at).cwiseSqrt();
    const auto reaches = [&](double kappa) {
        const Vector bounds = mean + kappa * sd;
        return (other.is_largest() ? bounds.maxCoeff() : other.statistic->value(bounds, other.weights)) >= top;
    };
    // A statistic of bounds that all grow grows too.
    if (reaches(0) || !reaches(largest_kappa)) return 0;
    double below = 0;
    double above = largest_kappa;
    for (int i = 0; i < kappa_halvings; ++i) {
        const double middle = (below + above) / 2;
        (reaches(middle) ? above : below) = middle;
    }
    return above;
}

Kappas AllocatedRegions::kappas_for_upper(const Vector& z) const {
    const RegionModel there = model(z);
    const Vector u = centre(z);
    const Vector upper = Vector::Constant(1, there.at_unit(u).worst().upper);
    Kappas result{kappa_for(z, gp_.standardisation().apply(upper)[0]), {}};
    for (std::size_t j = 0; j < others_.size(); ++j) {
        const double beyond = safely_beyond(others_[j], {there.problem(), u, seed()});
        result.others.push_back(kappa_of_other(j, z, beyond + others_[j].bound));
    }
    return result;
}

double AllocatedRegions::chosen_cost(const Vector& z) const {
    const Vector t = tolerances(z);
    double sum = negligible_cost;
    for (const Index d : chosen_) sum += question_.parameters[static_cast<std::size_t>(d)].cost->at(t[d]);
    return sum;
}

Vector AllocatedRegions::cost_gradient(const Vector& z) const {
    const Vector t = tolerances(z);
    Vector gradient = Vector::Zero(z.size());
    const double sum = chosen_cost(z);
    for (Index k = 0; k < std::ssize(chosen_); ++k) {
        const Index d = chosen_[static_cast<std::size_t>(k)];
        gradient[k] = log_cost_slope(d, t[d]) / sum;
    }
    return gradient;
}

Matrix AllocatedRegions::bound_gradients(const Vector& z, double kappa, std::span<const Index> which) const {
    const Points ball = some_of_ball(which);
    const Points at = places(z, ball);
    return by_region(z, ball, kappa == 0 ? gp_.mean_gradients(at) : confidence_bound_gradients(gp_, at, kappa));
}

double AllocatedRegions::gain_of_objective(const Vector& z, double kappa) const {
    const Vector now = confidence_bounds(gp_, places(z), kappa);
    Index top = 0;
    const double worst = now.maxCoeff(&top);
    const std::vector<Index> at_top{top};
    const double slope = bound_gradients(z, kappa, at_top).col(0).head(std::ssize(chosen_)).sum();
    return std::max({slope, worst - now[0], 1e-3});
}

double AllocatedRegions::gain_of_growth(const Vector& z, const Kappas& kappas, double limit) const {
    double gain = gain_of_objective(z, kappas.objective);
    double largest = confidence_bounds(gp_, places(z), kappas.objective).maxCoeff() - limit;
    // Of the output that is nearest to its limit, or beyond it most.
    for (std::size_t j = 0; j < limited_.size(); ++j) {
        const Block excess = excess_of_other(j, kappas.others[j]);
        const Vector now = excess.pieces.values(z);
        Index top = 0;
        const double worst = now.maxCoeff(&top);
        if (worst <= largest) continue;
        largest = worst;
        const std::vector<Index> at_top{top};
        const double slope = excess.pieces.gradients(z, at_top).col(0).head(std::ssize(chosen_)).sum();
        gain = std::max({slope, worst - now[0], 1e-3});
    }
    return gain;
}

Block AllocatedRegions::excess_of_other(std::size_t which, double kappa) const {
    const Placing placing{
        [this](const Vector& z, const Points& ball) { return places(z, ball); },
        [this](const Vector& z, const Points& ball, const Points& gradients) { return by_region(z, ball, gradients); }};
    const LimitedOutput& other = limited_[which];
    return rescaled(bound_pieces(other, kappa, placing), other.limit, 1);
}

Block AllocatedRegions::with_cost(Block excess, const double& penalty) const {
    const auto inner = std::make_shared<const Pieces>(std::move(excess.pieces));
    const auto added = [this](const Vector& z, Vector values) -> Vector {
        return values.array() + std::log(chosen_cost(z));
    };
    Pieces pieces{[=, &penalty](const Vector& z) { return added(z, penalty * inner->values(z)); },
                  [=, this, &penalty](const Vector& z, std::span<const Index> which) -> Matrix {
                      return (penalty * inner->gradients(z, which)).colwise() + cost_gradient(z);
                  },
                  [=, &penalty](const Vector& z, std::span<const Index> which) {
                      return added(z, penalty * some_values(*inner, z, which));
                  }};
    return {excess.size, std::move(pieces)};
}

/// Piece 0 is the logarithm of the cost alone, piece i + 1 that of place i with what it exceeds the limit by.
Block AllocatedRegions::penalised_objective(double kappa, double limit, const double& penalty) const {
    const auto places_of = [](std::span<const Index> which) {
        std::vector<Index> result;
        result.reserve(which.size());
        for (const Index i : which) result.push_back(std::max<Index>(0, i - 1));
        return result;
    };
    const auto values = [=, this, &penalty](const Vector& z, std::span<const Index> which) -> Vector {
        const Vector bound = confidence_bounds(gp_, places(z, some_of_ball(places_of(which))), kappa);
        Vector result = Vector::Constant(std::ssize(which), std::log(chosen_cost(z)));
        for (Index i = 0; i < result.size(); ++i) {
            if (which[static_cast<std::size_t>(i)] > 0) result[i] += penalty * (bound[i] - limit);
        }
        return result;
    };
    const auto gradients = [=, this, &penalty](const Vector& z, std::span<const Index> which) -> Matrix {
        Matrix result = penalty * bound_gradients(z, kappa, places_of(which));
        for (Index i = 0; i < result.cols(); ++i) {
            if (which[static_cast<std::size_t>(i)] == 0) result.col(i).setZero();
        }
        return result.colwise() + cost_gradient(z);
    };
    const auto all = [this, values](const Vector& z) { return values(z, all_indices(ball_.cols() + 1)); };
    return {ball_.cols() + 1, {all, gradients, values}};
}

Pieces AllocatedRegions::penalised(const Kappas& kappas, double limit, const double& penalty) const {
    std::vector<Block> blocks = {penalised_objective(kappas.objective, limit, penalty)};
    for (std::size_t j = 0; j < limited_.size(); ++j) {
        blocks.push_back(with_cost(excess_of_other(j, kappas.others[j]), penalty));
    }
    return stacked(std::move(blocks)).pieces;
}

Vector AllocatedRegions::descend(const Vector& z, const Kappas& kappas, double limit,
                                 const std::vector<bool>& held) const {
    // What the worst case gains as all tolerances grow by a factor of e, and the cost loses.
    const double gain = gain_of_growth(z, kappas, limit);
    const double loss = std::max(-cost_gradient(z).sum(), 1e-3);
    double penalty = penalty_margin * loss / gain;
    const Pieces pieces = penalised(kappas, limit, penalty);
    const Projection onto = [&](const Vector& at) -> Vector {
        Vector moved = at;
        for (Index k = 0; k < std::ssize(chosen_); ++k) {
            if (held[static_cast<std::size_t>(k)]) moved[k] = z[k];
        }
        return project(moved);
    };
    Vector end = z;
    for (int i = 0; i < most_penalties; ++i, penalty *= penalty_margin) {
        const Minimum found = minimize_maximum(in_units(pieces, units_), in_units(onto, units_),
                                               end.cwiseQuotient(units_), {.max_iterations = descent_iterations});
        end = onto(found.x.cwiseProduct(units_));
        if (touches_bounds(end)) end = descend_along_bounds(end, pieces, held);
        if (excess(end, kappas, limit) <= 1e-3 * gain) break;
    }
    return end;
}

}  // namespace sweetspot
