#include "search/allocated_regions.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/check.hpp"
#include "robust/limit_of_region.hpp"
#include "search/limited_region.hpp"

namespace sweetspot {
namespace {

constexpr double widest_range = 1000;   // of tolerances, as a multiple of the present ones, both ways
constexpr double unit_of_exact = 0.05;  // a large step of a centre that is built exactly

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
                                   const AllocationQuestion& question, const std::vector<LimitModel>& others)
    : search_(search), gp_(model), question_(question), problem_(problem_of(search)), others_(others) {
    const Index dimension = problem_.dimension();
    require(std::ssize(question.parameters) == dimension, "allocate: {} choices were given for {} parameters",
            question.parameters.size(), dimension);
    u_ = problem_.space().to_unit(question.centre);
    present_.resize(dimension);
    for (Index d = 0; d < dimension; ++d) {
        const ToleranceChoice& choice = question.parameters[static_cast<std::size_t>(d)];
        const DescribedParameter& p = search.parameters[static_cast<std::size_t>(d)];
        const std::string& name = p.parameter.name;
        require(!is_environment(d) || (!choice.cost && !choice.locked),
                "\"{}\" belongs to the environment, whose whole range counts; it has no tolerance to choose, so leave "
                "it out",
                name);
        require((choice.least <= 0 && std::isinf(choice.most)) || (choice.cost && !choice.locked),
                "\"{}\" has bounds for its tolerance, which is not to be chosen; give it a cost and do not lock it, or "
                "leave its bounds out",
                name);
        present_[d] = choice.locked.value_or(p.tolerance.amount);
        if (choice.cost) require_cost(*choice.cost, name);
        if (choice.locked || !choice.cost) continue;
        require(p.tolerance.amount > 0,
                "\"{}\" is built exactly; give it a tolerance in the study before you ask what it should be", name);
        chosen_.push_back(d);
    }
    require(problem_.confusion() == nullptr,
            "the study has a choice that may be confused, with which tolerances cannot be allocated; ask \"sweetspot "
            "tolerance\"");
    require(!chosen_.empty(), "no tolerance may change; name the cost of one that is not locked");
    least_ = most_ = present_;
    for (const Index d : chosen_) choose(d);
    make_places();
    units_ = Vector::Ones(std::ssize(chosen_) + (is_fixed() ? 0 : dimension));
    if (is_fixed()) return;
    for (Index d = 0; d < dimension; ++d) {
        units_[std::ssize(chosen_) + d] = present_[d] > 0 ? offset(d, present_[d], 1) : unit_of_exact;
    }
}

void AllocatedRegions::choose(Index d) {
    const ToleranceChoice& choice = question_.parameters[static_cast<std::size_t>(d)];
    const std::string& name = search_.parameters[static_cast<std::size_t>(d)].parameter.name;
    // A region that touches the bounds fits.
    const double fits = most_that_fits(d) * (1 - 1e-9);
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

double AllocatedRegions::most_that_fits(Index d) const {
    const double edge = problem_.edge()[d];
    const auto around = [&](double u) {
        return is_share(d) ? std::min(-std::expm1(-u * edge), std::expm1((1 - u) * edge)) : edge * std::min(u, 1 - u);
    };
    if (is_fixed()) return around(u_[d]);
    if (has_levels(d)) {
        double most = 0;
        for (const double level : problem_.levels().of(d)) most = std::max(most, around(level));
        return most;
    }
    return is_share(d) ? std::tanh(edge / 2) : edge * 0.5;
}

void AllocatedRegions::make_places() {
    const Problem now = problem_of(this->search(point(present_, u_)));
    const RobustSet& set = now.robust_set();
    const Rng seed(search_.seed);
    const Template T = make_template(set, {.shape = TemplateShape::boundary_heavy}, seed.split("template"));
    ball_ = in_unit_ball(set, T.points);
    for (const LimitModel& other : others_) {
        // Of a share the places that it is judged by: others would leave the objective room that nobody uses.
        const Template own =
            other.limit.what == Limit::For::share
                ? make_template(set, {TemplateShape::uniform, places_of_share(other)}, seed.split("template"))
                : for_region(other, now, seed).T;
        limited_.push_back({&other.gp, other.bound, in_unit_ball(set, own.points), own.weights, other.statistic});
    }
}

bool AllocatedRegions::is_environment(Index d) const {
    return !search_.parameters[static_cast<std::size_t>(d)].parameter.chosen;
}

bool AllocatedRegions::has_levels(Index d) const {
    return std::ranges::find(problem_.levels().coordinates(), d) != problem_.levels().coordinates().end();
}

bool AllocatedRegions::is_pinned(Index coordinate) const {
    const Index d = coordinate - std::ssize(chosen_);
    return d >= 0 && (is_environment(d) || has_levels(d));
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
        if (is_environment(d)) {
            u = 0.5;
        } else if (has_levels(d)) {
            u = nearest_level(d, u, lower, upper);
        } else {
            u = lower <= upper ? std::clamp(u, lower, upper) : (lower + upper) / 2;
        }
    }
    return result;
}

double AllocatedRegions::nearest_level(Index d, double u, double lower, double upper) const {
    const auto beyond = [&](double level) { return std::max({0.0, lower - level, level - upper}); };
    return std::ranges::min(problem_.levels().of(d), {},
                            [&](double level) { return std::pair(beyond(level), std::abs(level - u)); });
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
    return {problem_of(search(z)), gp_, seed()};
}

std::vector<Vector> AllocatedRegions::other_levels(const Vector& u, Index most) const {
    if (problem_.levels().none()) return {};
    return problem_.levels().around(u, most, [](Index, double) { return true; });
}

}  // namespace sweetspot
