#include "search/allocated_regions.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/check.hpp"
#include "base/order.hpp"
#include "gp/confidence_bound.hpp"
#include "optimize/units.hpp"

namespace sweetspot {
namespace {

constexpr double widest_range = 1000;   // of tolerances, as a multiple of the present ones, both ways
constexpr double unit_of_exact = 0.05;  // a large step of a centre that is built exactly
constexpr int descent_iterations = 80;
constexpr int most_penalties = 6;
constexpr double penalty_margin = 4;  // above the multiplier that is expected: an exact penalty must exceed it
constexpr double negligible_cost = 1e-9;

void require_cost(const ToleranceCost& cost, const std::string& name) {
    if (cost.table.empty()) {
        require(std::isfinite(cost.factor) && cost.factor > 0 && std::isfinite(cost.power) && cost.power > 0,
                "the cost of the tolerance of \"{}\" is {}/t^{}; both numbers must be above 0", name, cost.factor,
                cost.power);
        return;
    }
    require(cost.table.size() >= 2, "the table of costs of \"{}\" has one row; give two or more", name);
    for (std::size_t i = 0; i < cost.table.size(); ++i) {
        const auto& [tolerance, price] = cost.table[i];
        require(std::isfinite(tolerance) && tolerance > 0 && std::isfinite(price) && price >= 0,
                "row {} of the table of costs of \"{}\" is {}, {}; tolerances must be above 0 and costs at least 0",
                i + 1, name, tolerance, price);
        if (i == 0) continue;
        require(tolerance > cost.table[i - 1].tolerance && price <= cost.table[i - 1].cost,
                "row {} of the table of costs of \"{}\" is {}, {}; tolerances must ascend and costs must not", i + 1,
                name, tolerance, price);
    }
}

}  // namespace

AllocatedRegions::AllocatedRegions(const SearchDescription& search, const GaussianProcess& model,
                                   const AllocationQuestion& question)
    : search_(search), gp_(model), question_(question), problem_(problem_of(search)) {
    const Index dimension = problem_.dimension();
    require(std::ssize(question.parameters) == dimension, "allocate: {} choices were given for {} parameters",
            question.parameters.size(), dimension);
    u_ = problem_.space().to_unit(question.centre);
    present_.resize(dimension);
    for (Index d = 0; d < dimension; ++d) {
        const ToleranceChoice& choice = question.parameters[static_cast<std::size_t>(d)];
        const DescribedParameter& p = search.parameters[static_cast<std::size_t>(d)];
        const std::string& name = p.parameter.name;
        present_[d] = choice.locked.value_or(p.tolerance.amount);
        if (choice.cost) require_cost(*choice.cost, name);
        if (choice.locked || !choice.cost) continue;
        require(p.tolerance.amount > 0,
                "\"{}\" is built exactly; give it a tolerance in the study before you ask what it should be", name);
        chosen_.push_back(d);
    }
    require(problem_.environment().empty(),
            "the study has an environment, over which tolerances cannot be allocated; ask \"sweetspot tolerance\"");
    require(problem_.confusion() == nullptr,
            "the study has a choice that may be confused, with which tolerances cannot be allocated; ask \"sweetspot "
            "tolerance\"");
    require(!chosen_.empty(), "no tolerance may change; name the cost of one that is not locked");
    least_ = most_ = present_;
    for (const Index d : chosen_) {
        const ToleranceChoice& choice = question.parameters[static_cast<std::size_t>(d)];
        const std::string& name = search.parameters[static_cast<std::size_t>(d)].parameter.name;
        const double edge = problem_.edge()[d];
        // The half width of what lies within the bounds around the middle, or around the centre.
        const double below = is_fixed() ? u_[d] : 0.5;
        const double above = is_fixed() ? 1 - u_[d] : 0.5;
        double fits = edge * std::min(below, above);
        if (is_share(d))
            fits = is_fixed() ? std::min(-std::expm1(-below * edge), std::expm1(above * edge)) : std::tanh(edge / 2);
        // A region that touches the bounds fits.
        fits *= 1 - 1e-9;
        least_[d] = std::max(choice.least, present_[d] / widest_range);
        most_[d] = std::min({choice.most, present_[d] * widest_range, fits});
        if (choice.cost && !choice.cost->table.empty()) {
            least_[d] = std::max(least_[d], choice.cost->table.front().tolerance);
            most_[d] = std::min(most_[d], choice.cost->table.back().tolerance);
        }
        require(least_[d] <= most_[d],
                "the tolerance of \"{}\" must be at least {:.4g} and at most {:.4g} by its bounds, its table of costs "
                "and what fits in the parameter's bounds; leave it some room",
                name, least_[d], most_[d]);
        present_[d] = std::clamp(present_[d], least_[d], most_[d]);
    }
    const Problem now = problem_of(this->search(point(present_, u_)));
    const RobustSet& set = now.robust_set();
    const Template T = make_template(set, {.shape = TemplateShape::boundary_heavy}, Rng(search.seed).split("template"));
    ball_ = T.points;
    for (Index i = 0; i < ball_.cols(); ++i) {
        for (Index d = 0; d < dimension; ++d) ball_(d, i) = set.to_ball(d, T.points(d, i));
    }
    units_ = Vector::Ones(std::ssize(chosen_) + (is_fixed() ? 0 : dimension));
    if (is_fixed()) return;
    for (Index d = 0; d < dimension; ++d) {
        units_[std::ssize(chosen_) + d] = present_[d] > 0 ? offset(d, present_[d], 1) : unit_of_exact;
    }
}

bool AllocatedRegions::is_share(Index d) const {
    return search_.parameters[static_cast<std::size_t>(d)].tolerance.of == RegionTolerance::Of::nominal;
}

double AllocatedRegions::offset(Index d, double t, double b) const {
    return (is_share(d) ? std::log1p(t * b) : t * b) / problem_.edge()[d];
}

double AllocatedRegions::offset_slope(Index d, double t, double b) const {
    return (is_share(d) ? t * b / (1 + t * b) : t * b) / problem_.edge()[d];
}

Vector AllocatedRegions::tolerances(const Vector& z) const {
    Vector t = present_;
    for (Index k = 0; k < std::ssize(chosen_); ++k) {
        const Index d = chosen_[static_cast<std::size_t>(k)];
        t[d] = std::clamp(std::exp(z[k]), least_[d], most_[d]);
    }
    return t;
}

Vector AllocatedRegions::centre(const Vector& z) const {
    return is_fixed() ? u_ : Vector(z.tail(problem_.dimension()));
}

Vector AllocatedRegions::point(const Vector& tolerances, const Vector& u) const {
    Vector z(std::ssize(chosen_) + (is_fixed() ? 0 : u.size()));
    for (Index k = 0; k < std::ssize(chosen_); ++k) z[k] = std::log(tolerances[chosen_[static_cast<std::size_t>(k)]]);
    if (!is_fixed()) z.tail(u.size()) = u;
    return project(z);
}

Vector AllocatedRegions::project(const Vector& z) const {
    Vector result = z;
    for (Index k = 0; k < std::ssize(chosen_); ++k) {
        const Index d = chosen_[static_cast<std::size_t>(k)];
        result[k] = std::clamp(z[k], std::log(least_[d]), std::log(most_[d]));
    }
    if (is_fixed()) return result;
    const Vector t = tolerances(result);
    for (Index d = 0; d < t.size(); ++d) {
        const double lower = -offset(d, t[d], -1);
        const double upper = 1 - offset(d, t[d], 1);
        double& u = result[std::ssize(chosen_) + d];
        u = lower <= upper ? std::clamp(u, lower, upper) : (lower + upper) / 2;
    }
    return result;
}

Vector AllocatedRegions::snapped(const Vector& z) const {
    const Space& space = problem_.space();
    const bool has_steps =
        std::ranges::any_of(space.parameters(), [](const Parameter& p) { return p.step.has_value(); });
    if (is_fixed() || !has_steps) return z;
    return point(tolerances(z), space.to_unit(space.snap(space.from_unit(centre(z)))));
}

Vector AllocatedRegions::scaled(const Vector& z, double step, const std::vector<bool>& held) const {
    Vector result = z;
    for (std::size_t k = 0; k < chosen_.size(); ++k) {
        if (!held[k]) result[static_cast<Index>(k)] += step;
    }
    return project(result);
}

std::vector<double> AllocatedRegions::rows_around(const Vector& z, std::size_t k) const {
    const Index d = chosen_[k];
    const double t = tolerances(z)[d];
    const std::vector<ToleranceCost::Row>& table = question_.parameters[static_cast<std::size_t>(d)].cost->table;
    const auto above = std::ranges::upper_bound(table, t, {}, &ToleranceCost::Row::tolerance);
    std::vector<double> rows;
    if (above != table.begin()) rows.push_back((above - 1)->tolerance);
    if (above != table.end()) rows.push_back(above->tolerance);
    std::erase_if(rows, [&](double row) { return row < least_[d] || row > most_[d]; });
    return rows;
}

double AllocatedRegions::cost(const Vector& z) const {
    const Vector t = tolerances(z);
    double sum = 0;
    for (Index d = 0; d < t.size(); ++d) {
        const ToleranceChoice& choice = question_.parameters[static_cast<std::size_t>(d)];
        // What is built exactly has a price of its own, which nobody named.
        if (choice.cost && t[d] > 0) sum += choice.cost->at(t[d]);
    }
    return sum;
}

double AllocatedRegions::log_cost_slope(Index d, double t) const {
    const ToleranceCost& cost = *question_.parameters[static_cast<std::size_t>(d)].cost;
    if (cost.table.empty()) return -cost.power * cost.at(t);
    const auto above = std::ranges::upper_bound(cost.table, t, {}, &ToleranceCost::Row::tolerance);
    const auto end = above == cost.table.end() ? above - 1 : above;
    const auto begin = end == cost.table.begin() ? end : end - 1;
    if (begin == end) return 0;
    return t * (end->cost - begin->cost) / (end->tolerance - begin->tolerance);
}

SearchDescription AllocatedRegions::search(const Vector& z) const {
    SearchDescription result = search_;
    const Vector t = tolerances(z);
    for (Index d = 0; d < t.size(); ++d) result.parameters[static_cast<std::size_t>(d)].tolerance.amount = t[d];
    // The worst case decides, whatever the search makes small.
    result.measure = {"worst"};
    return result;
}

RegionModel AllocatedRegions::model(const Vector& z) const {
    return {problem_of(search(z)), gp_, Rng(search_.seed)};
}

void AllocatedRegions::add_place(const Vector& z, const Vector& place) {
    const Problem there = problem_of(search(z));
    const RobustSet& set = there.robust_set();
    const Vector delta = place - centre(z);
    ball_.conservativeResize(Eigen::NoChange, ball_.cols() + 1);
    for (Index d = 0; d < delta.size(); ++d) ball_(d, ball_.cols() - 1) = set.to_ball(d, delta[d]);
}

AllocatedRegions::Placed AllocatedRegions::placed(const Vector& z, std::span<const Index> which) const {
    Placed result{tolerances(z), Points(problem_.dimension(), std::ssize(which))};
    const Vector u = centre(z);
    for (Index i = 0; i < result.places.cols(); ++i) {
        const Index from = which[static_cast<std::size_t>(i)];
        for (Index d = 0; d < u.size(); ++d) {
            const double at = result.t[d] > 0 ? u[d] + offset(d, result.t[d], ball_(d, from)) : u[d];
            result.places(d, i) = std::clamp(at, 0.0, 1.0);
        }
    }
    return result;
}

double AllocatedRegions::bound(const Vector& z, double kappa) const {
    return confidence_bounds(gp_, placed(z, all_indices(ball_.cols())).places, kappa).maxCoeff();
}

double AllocatedRegions::kappa_for(const Vector& z, double top) const {
    const Points places = placed(z, all_indices(ball_.cols())).places;
    const Vector mean = gp_.mean(places);
    const Vector sd = gp_.variance(places).cwiseSqrt();
    if (mean.maxCoeff() >= top) return 0;
    // The least coefficient with which some place reaches the top.
    double kappa = std::numeric_limits<double>::infinity();
    for (Index i = 0; i < mean.size(); ++i) {
        if (sd[i] > 0) kappa = std::min(kappa, (top - mean[i]) / sd[i]);
    }
    return std::isfinite(kappa) ? kappa : 0;
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
    const Placed region = placed(z, which);
    const Points by_place =
        kappa == 0 ? gp_.mean_gradients(region.places) : confidence_bound_gradients(gp_, region.places, kappa);
    Matrix result(z.size(), std::ssize(which));
    for (Index i = 0; i < result.cols(); ++i) {
        const Index from = which[static_cast<std::size_t>(i)];
        for (Index k = 0; k < std::ssize(chosen_); ++k) {
            const Index d = chosen_[static_cast<std::size_t>(k)];
            result(k, i) = by_place(d, i) * offset_slope(d, region.t[d], ball_(d, from));
        }
        if (!is_fixed()) result.col(i).tail(by_place.rows()) = by_place.col(i);
    }
    return result;
}

double AllocatedRegions::gain_of_growth(const Vector& z, double kappa) const {
    const Vector now = confidence_bounds(gp_, placed(z, all_indices(ball_.cols())).places, kappa);
    Index top = 0;
    const double worst = now.maxCoeff(&top);
    const std::vector<Index> at_top{top};
    const double slope = bound_gradients(z, kappa, at_top).col(0).head(std::ssize(chosen_)).sum();
    return std::max({slope, worst - now[0], 1e-3});
}

/// Piece 0 is the logarithm of the cost alone, piece i + 1 that of place i with what it exceeds the limit by.
Pieces AllocatedRegions::penalised(double kappa, double limit, const double& penalty) const {
    const auto places_of = [](std::span<const Index> which) {
        std::vector<Index> places;
        places.reserve(which.size());
        for (const Index i : which) places.push_back(std::max<Index>(0, i - 1));
        return places;
    };
    const auto values = [=, this, &penalty](const Vector& z, std::span<const Index> which) -> Vector {
        const Vector bound = confidence_bounds(gp_, placed(z, places_of(which)).places, kappa);
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
    return {all, gradients, values};
}

Vector AllocatedRegions::descend(const Vector& z, double kappa, double limit, const std::vector<bool>& held) const {
    // What the worst case gains as all tolerances grow by a factor of e, and the cost loses.
    const double gain = gain_of_growth(z, kappa);
    const double loss = std::max(-cost_gradient(z).sum(), 1e-3);
    double penalty = penalty_margin * loss / gain;
    const Pieces pieces = penalised(kappa, limit, penalty);
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
        if (bound(end, kappa) - limit <= 1e-3 * gain) break;
    }
    return end;
}

}  // namespace sweetspot
