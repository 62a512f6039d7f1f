// The robust set Δ_ε = {δ : d(δ) ≤ ε} (eq:robust_set_definition): construction, membership, units and the box of
// centres. Draws, projections and rays are in robust_set_draws.cpp.

#include "sweetspot/robust/robust_set.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "base/check.hpp"
#include "sweetspot/base/family.hpp"

namespace sweetspot {

namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();
/// A coordinate that is built exactly may differ from 0 by the rounding of x + δ - x in the unit cube.
constexpr double exact_coordinate_slack = 1e-12;
/// A region may be wider than its domain by rounding, relative to the domain's width.
constexpr double fit_slack = 1e-12;

/// The gauge of a box that contains 0, with coordinates up to `snap` taken as 0 where the box has no width.
double box_gauge(const Box& box, const VectorRef& delta, double snap) {
    double gauge = 0;
    for (Index d = 0; d < delta.size(); ++d) {
        const double reach = delta[d] > 0 ? box.upper[d] : -box.lower[d];
        const double size = std::abs(delta[d]);
        if (reach > 0) {
            gauge = std::max(gauge, size / reach);
        } else if (size > snap) {
            return infinite;
        }
    }
    return gauge;
}

/// Beyond e^300 nothing is inside, and squares of what is smaller are finite.
constexpr double largest_logarithm = 300;

/// ‖u‖_p over the coordinates that share the norm; or the largest |u_d| of those that stand alone, if that is larger.
double norm_in_ball(const RobustSet& set, const VectorRef& delta) {
    double sum = 0;
    double largest = 0;
    for (const Index d : set.sharing()) {
        const double size = std::abs(set.to_ball(d, delta[d]));
        sum += set.norm() == Norm::two ? size * size : size;
        largest = std::max(largest, size);
    }
    double gauge = set.norm() == Norm::infinity ? largest : set.norm() == Norm::two ? std::sqrt(sum) : sum;
    for (const Index d : set.alone()) gauge = std::max(gauge, std::abs(set.to_ball(d, delta[d])));
    return gauge;
}

Vector amounts(const std::vector<RegionTolerance>& tolerance) {
    Vector result(std::ssize(tolerance));
    for (Index d = 0; d < result.size(); ++d) result[d] = tolerance[d].amount;
    return result;
}

std::string coordinate_name(Index d, const std::vector<std::string>& names, Index dimension) {
    return names.empty() ? fmt::format("coordinate {} of {}", d + 1, dimension) : fmt::format("\"{}\"", names[d]);
}

/// At most six digits and never more than the value, so that what a message allows is allowed.
double rounded_down(double value) {
    if (!(value > 0)) return 0;
    const double unit = std::pow(10.0, std::floor(std::log10(value)) - 5);
    return std::floor(value / unit * (1 + fit_slack)) * unit;
}

std::string tolerance_does_not_fit(const std::string& name, double given, double largest) {
    return fmt::format("tolerance of {} is {:.10g}; it must be at most {:.6g} so that the region fits in its bounds",
                       name, given, rounded_down(largest));
}

std::string share_does_not_fit(const std::string& name, double given, double largest) {
    return fmt::format(
        "tolerance of {} is {:.10g}% of the nominal value; it must be at most {:.6g}% so that the region "
        "fits in its bounds",
        name, 100 * given, rounded_down(100 * largest));
}

std::string span_does_not_fit(const std::string& name, double given, double largest) {
    return fmt::format("the region spans {:.10g} in {}; it must span at most {:.6g} so that it fits in its bounds",
                       given, name, rounded_down(largest));
}

}  // namespace

std::string_view to_string(Norm norm) {
    return norm_names()[static_cast<std::size_t>(norm)];
}

const std::vector<std::string>& norm_names() {
    static const std::vector<std::string> names{"1", "2", "inf"};
    return names;
}

Norm norm_named(std::string_view name) {
    const std::vector<std::string>& names = norm_names();
    const auto found = std::find(names.begin(), names.end(), name);
    if (found == names.end()) throw std::invalid_argument(unknown_name("norm", name, names));
    return static_cast<Norm>(found - names.begin());
}

RobustSet::RobustSet(Norm norm, Vector tolerance)
    : norm_(norm), tolerance_(std::move(tolerance)), bounds_{-tolerance_, tolerance_} {
    require_by("RobustSet", tolerance_.size() > 0, "no tolerance was given; give one per coordinate");
    for (Index d = 0; d < tolerance_.size(); ++d) {
        require_by("RobustSet", std::isfinite(tolerance_[d]) && tolerance_[d] >= 0,
                   "tolerance of coordinate {} of {} is {}; it must be finite and at least 0", d + 1, tolerance_.size(),
                   tolerance_[d]);
        if (tolerance_[d] > 0) free_.push_back(d);
    }
}

RobustSet::RobustSet(Norm norm, const std::vector<RegionTolerance>& tolerance) : RobustSet(norm, amounts(tolerance)) {
    for (Index d = 0; d < dimension(); ++d) {
        const auto [amount, of] = tolerance[d];
        if (of == RegionTolerance::Of::unit || amount == 0) continue;
        require_by("RobustSet", amount < 1,
                   "tolerance of coordinate {} of {} is {:.10g}% of the nominal value; it must be below 100%", d + 1,
                   dimension(), 100 * amount);
        if (!is_warped()) log_unit_.setZero(dimension());
        log_unit_[d] = 1;
        bounds_.lower[d] = from_ball(d, -1);
        bounds_.upper[d] = from_ball(d, 1);
    }
}

double RobustSet::from_ball(Index d, double u) const {
    if (tolerance_[d] == 0) return u;
    if (is_warped() && log_unit_[d] > 0) return log_unit_[d] * std::log1p(tolerance_[d] * u);
    return u * tolerance_[d];
}

double RobustSet::to_ball(Index d, double delta) const {
    if (tolerance_[d] == 0) return delta;
    if (is_warped() && log_unit_[d] > 0)
        return std::expm1(std::min(delta / log_unit_[d], largest_logarithm)) / tolerance_[d];
    return delta / tolerance_[d];
}

RobustSet::RobustSet(std::function<double(const Vector&)> d, double epsilon, Box bounds)
    : d_(std::move(d)), epsilon_(epsilon), bounds_(std::move(bounds)) {
    require_by("RobustSet", static_cast<bool>(d_), "the distance d is an empty function; give a callable");
    require_by("RobustSet", std::isfinite(epsilon_) && epsilon_ > 0, "epsilon is {}; it must be finite and above 0",
               epsilon_);
    require_by("RobustSet", bounds_.lower.size() > 0 && bounds_.lower.size() == bounds_.upper.size(),
               "the bounds have {} lower and {} upper ends; give one of each per coordinate", bounds_.lower.size(),
               bounds_.upper.size());
    for (Index i = 0; i < bounds_.dimension(); ++i) {
        const double lower = bounds_.lower[i];
        const double upper = bounds_.upper[i];
        require_by("RobustSet", std::isfinite(lower) && std::isfinite(upper) && lower <= 0 && upper >= 0,
                   "the bounds of coordinate {} of {} are [{}, {}]; they must be finite and contain 0", i + 1,
                   bounds_.dimension(), lower, upper);
        if (lower < upper) free_.push_back(i);
    }
    const double at_zero = d_(Vector::Zero(bounds_.dimension()));
    require_by("RobustSet", at_zero <= epsilon_,
               "d(0) is {}; it must be at most epsilon = {}, so that the set contains 0", at_zero, epsilon_);
}

double RobustSet::gauge(const VectorRef& delta) const {
    require_by("RobustSet", delta.size() == dimension(), "a perturbation has {} coordinates; it must have {}",
               delta.size(), dimension());
    const double in_box = box_gauge(bounds_, delta, 0);
    if (has_norm()) {
        // For every norm ball the box is the ball of the ∞-norm, so it decides p = ∞ and the exact coordinates.
        if (in_box == infinite || (norm_ == Norm::infinity && !is_warped())) return in_box;
        return norm_in_ball(*this, delta);
    }
    // The bounds are a part of the general form: outside them d does not count.
    const double by_distance = d_(delta) / epsilon_;
    if (std::isnan(by_distance)) return infinite;
    return in_box > 1 ? std::max(by_distance, in_box) : by_distance;
}

bool RobustSet::contains(const VectorRef& delta, double slack) const {
    require_by("RobustSet", delta.size() == dimension(), "a perturbation has {} coordinates; it must have {}",
               delta.size(), dimension());
    // Rejects most outsiders of the general form without a call of d.
    if (!(box_gauge(bounds_, delta, exact_coordinate_slack) <= 1 + slack)) return false;
    if (!has_norm()) return d_(delta) / epsilon_ <= 1 + slack;
    return norm_in_ball(*this, delta) <= 1 + slack;
}

RobustSet RobustSet::scaled(const VectorRef& factor) const {
    require_by("RobustSet", factor.size() == dimension(), "{} scale factors were given; there must be {}",
               factor.size(), dimension());
    require_by("RobustSet", factor.allFinite() && (factor.array() > 0).all(),
               "the smallest scale factor is {}; all must be finite and above 0", factor.minCoeff());
    if (is_norm_ball()) return RobustSet(norm_, tolerance_.cwiseProduct(factor)).with_law(law_).with_alone(alone_);
    if (is_warped()) {
        RobustSet result = *this;
        result.log_unit_ = log_unit_.cwiseProduct(factor);
        for (const Index d : free_)
            if (log_unit_[d] == 0) result.tolerance_[d] *= factor[d];
        result.bounds_ = {bounds_.lower.cwiseProduct(factor), bounds_.upper.cwiseProduct(factor)};
        return result;
    }
    auto unscaled = [d = d_, divisor = Vector(factor)](const Vector& delta) { return d(delta.cwiseQuotient(divisor)); };
    return RobustSet(unscaled, epsilon_, {bounds_.lower.cwiseProduct(factor), bounds_.upper.cwiseProduct(factor)})
        .with_law(law_);
}

RobustSet RobustSet::with_law(DeviationLawPtr law) const {
    require_by("RobustSet", law != nullptr, "no law of deviation was given; use uniform_law()");
    RobustSet result = *this;
    result.law_ = std::move(law);
    return result;
}

RobustSet RobustSet::with_alone(const std::vector<Index>& coordinates) const {
    require_by("RobustSet", has_norm() || coordinates.empty(),
               "a set without a norm has no coordinates that share one; none can stand alone");
    RobustSet result = *this;
    result.alone_.clear();
    result.sharing_.clear();
    for (const Index d : free_) {
        const bool alone = std::ranges::find(coordinates, d) != coordinates.end();
        (alone ? result.alone_ : result.sharing_).push_back(d);
    }
    return result;
}

double RobustSet::log_density(const VectorRef& delta) const {
    Vector u(std::ssize(free_));
    for (Index row = 0; row < u.size(); ++row) {
        const Index d = free_[row];
        const double reach = std::max(-bounds_.lower[d], bounds_.upper[d]);
        u[row] = has_norm() ? to_ball(d, delta[d]) : delta[d] / reach;
    }
    return law_->log_density(u, free_);
}

Box RobustSet::centres(const Box& domain, const std::vector<std::string>& names, const Vector& units_per_unit) const {
    require_by("RobustSet", domain.dimension() == dimension(), "the domain has {} coordinates and the robust set {}",
               domain.dimension(), dimension());
    require_by("RobustSet", names.empty() || std::ssize(names) == dimension(), "{} names were given for {} coordinates",
               names.size(), dimension());
    require_by("RobustSet", units_per_unit.size() == 0 || units_per_unit.size() == dimension(),
               "{} units were given for {} coordinates", units_per_unit.size(), dimension());
    Box box{domain.lower - bounds_.lower, domain.upper - bounds_.upper};
    for (Index i = 0; i < dimension(); ++i) {
        if (box.lower[i] <= box.upper[i]) continue;
        const double width = domain.upper[i] - domain.lower[i];
        const double span = bounds_.upper[i] - bounds_.lower[i];
        if (span <= width * (1 + fit_slack)) {
            box.lower[i] = box.upper[i] = (box.lower[i] + box.upper[i]) / 2;
            continue;
        }
        const double unit = units_per_unit.size() == 0 ? 1 : units_per_unit[i];
        const std::string name = coordinate_name(i, names, dimension());
        // log((1 + t)/(1 - t)) = 2 artanh t is how far a share of t spans.
        if (is_warped() && log_unit_[i] > 0)
            throw CallersMistake("RobustSet",
                                 share_does_not_fit(name, tolerance_[i], std::tanh(width / (2 * log_unit_[i]))));
        throw CallersMistake("RobustSet", has_norm() ? tolerance_does_not_fit(name, span / 2 * unit, width / 2 * unit)
                                                     : span_does_not_fit(name, span * unit, width * unit));
    }
    return box;
}

Vector RobustSet::units() const {
    if (!has_norm()) return Vector::Ones(dimension());
    Vector result = (tolerance_.array() > 0).select(tolerance_, 1.0);
    for (const Index d : free_)
        if (is_warped() && log_unit_[d] > 0) result[d] *= log_unit_[d];
    return result;
}

}  // namespace sweetspot
