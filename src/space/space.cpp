// Named parameters and the map to the unit cube, per coordinate: u = (x - lower) / (upper - lower), or on a log scale
// u = log(x / lower) / log(upper / lower). Points outside the bounds are mapped outside the cube, not clamped.
#include "sweetspot/space/space.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <stdexcept>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "base/check.hpp"
#include "sweetspot/base/family.hpp"

namespace sweetspot {
namespace {

// log(x / lower) without overflow of the quotient; accurate when x is close to lower.
double log_ratio(double x, double lower) {
    const double ratio = x / lower;
    return std::isfinite(ratio) ? std::log(ratio) : std::log(x) - std::log(lower);
}

// The extent of a parameter on its scale.
double extent(const Parameter& p) {
    return p.scale == Scale::log ? log_ratio(p.upper, p.lower) : p.upper - p.lower;
}

/// Of builds as one other name: less could not be told from rounding (space/confusion). A least share may be one of
/// many.
constexpr double least_share_of_one = 1e-11;

/// Its inverse, and the squares of quotients of numbers of that size, are still finite.
constexpr double least_width = 1e-300;

constexpr double rounding = 1e-12;  // of the bounds, in the way through the unit cube and back

void require_valid_series(const Parameter& p) {
    if (p.values.empty()) return;
    require_by("Space", !p.step, "\"{}\" has values and a step; give one of them", p.name);
    require_by("Space", p.values.size() >= 2, "\"{}\" has 1 value; give at least two, or make it no parameter", p.name);
    for (std::size_t i = 0; i < p.values.size(); ++i) {
        require_by("Space", p.values[i] >= p.lower && p.values[i] <= p.upper,
                   "\"{}\" has the value {}; it must lie in its bounds [{}, {}]", p.name, p.values[i], p.lower,
                   p.upper);
        if (i == 0) continue;
        require_by("Space", p.values[i] > p.values[i - 1],
                   "\"{}\" has the value {} after {}; values must differ and ascend", p.name, p.values[i],
                   p.values[i - 1]);
    }
}

void require_valid_confusion(const Parameter& p) {
    if (p.confusion.empty()) return;
    const std::size_t size = p.choices.size();
    require_by("Space", p.is_choice() && p.chosen,
               "\"{}\" has a confusion; only a choice can be taken for another one, so leave it out", p.name);
    const auto is_row = [&](const std::vector<double>& row) { return row.size() == size; };
    require_by("Space", p.confusion.size() == size && std::ranges::all_of(p.confusion, is_row),
               "the confusion of \"{}\" must have {} rows of {} shares, one per value", p.name, size, size);
    for (std::size_t ordered = 0; ordered < size; ++ordered) {
        double sum = 0;
        for (const double share : p.confusion[ordered]) {
            require_by("Space", share == 0 || (share >= least_share_of_one && share <= 1),
                       "where \"{}\" is \"{}\", a share of its confusion is {}; it must be 0 or from {} to 1", p.name,
                       p.choices[ordered], share, least_share_of_one);
            sum += share;
        }
        require_by("Space", p.confusion[ordered][ordered] > 0 && std::abs(sum - 1) <= 1e-9,
                   "where \"{}\" is \"{}\", it is built so in a share of {} and the shares add up to {}; the first "
                   "must be above 0 and the sum 1",
                   p.name, p.choices[ordered], p.confusion[ordered][ordered], sum);
    }
}

void require_valid_choices(const Parameter& p) {
    if (p.choices.empty()) return;
    require_by("Space", p.choices.size() >= 2,
               "\"{}\" has 1 value to choose; give at least two, or make it no parameter", p.name);
    std::unordered_map<std::string_view, std::size_t> known;
    for (std::size_t i = 0; i < p.choices.size(); ++i) {
        require_by("Space", !p.choices[i].empty(), "value {} of \"{}\" is empty; give it a name", i + 1, p.name);
        require_by("Space", known.emplace(p.choices[i], i).second,
                   "\"{}\" has the value \"{}\" twice; values must differ", p.name, p.choices[i]);
    }
    require_by("Space",
               p.lower == 0 && p.upper == static_cast<double>(p.choices.size() - 1) && p.scale == Scale::linear &&
                   !p.step && p.values.empty(),
               "\"{}\" is a choice; it has no bounds, scale, step or series, so make it with choice_parameter", p.name);
}

void require_valid(const Parameter& p) {
    require_by("Space", std::isfinite(p.lower) && std::isfinite(p.upper),
               "bounds of \"{}\" are [{}, {}]; they must be finite", p.name, p.lower, p.upper);
    require_by("Space", p.lower < p.upper, "bounds of \"{}\" are [{}, {}]; the lower must be less than the upper",
               p.name, p.lower, p.upper);
    require_by("Space", p.scale == Scale::linear || p.lower > 0,
               "lower bound of \"{}\" is {}; on a log scale it must be > 0, so raise it or use a linear scale", p.name,
               p.lower);
    const double width = extent(p);
    require_by("Space", std::isfinite(width), "bounds of \"{}\" are [{}, {}]; their difference must be at most {}",
               p.name, p.lower, p.upper, std::numeric_limits<double>::max());
    require_by("Space", p.scale == Scale::log || width >= least_width,
               "bounds of \"{}\" are [{}, {}]; they must differ by at least {}", p.name, p.lower, p.upper, least_width);
    require_by("Space", width > 0,
               "bounds of \"{}\" are [{}, {}]; on a log scale they must differ by more than rounding error", p.name,
               p.lower, p.upper);
    require_valid_series(p);
    require_valid_choices(p);
    require_valid_confusion(p);
    if (!p.step) return;
    require_by("Space", *p.step > 0 && *p.step <= p.upper - p.lower,
               "step of \"{}\" is {}; it must be > 0 and at most {}, the width of its bounds", p.name, *p.step,
               p.upper - p.lower);
}

void require_dimension(Index given, Index dimension, std::string_view where) {
    require(given == dimension, "{}: the point has {} coordinates; it must have {}, one per parameter", where, given,
            dimension);
}

double to_unit_coordinate(const Parameter& p, double x) {
    if (p.scale == Scale::linear) return (x - p.lower) / extent(p);
    require(x > 0, "Space::to_unit: \"{}\" is {}; on a log scale it must be > 0", p.name, x);
    return log_ratio(x, p.lower) / extent(p);
}

/// On the parameter's scale; of two alike the lower.
double nearest_value(const Parameter& p, double x) {
    const auto above = std::lower_bound(p.values.begin(), p.values.end(), x);
    if (above == p.values.begin()) return *above;
    if (above == p.values.end()) return p.values.back();
    const double below = *(above - 1);
    const bool up = p.scale == Scale::log ? *above / x < x / below : *above - x < x - below;
    return up ? *above : below;
}

double nearest_choice(const Parameter& p, double x) {
    return std::round(std::clamp(x, p.lower, p.upper));
}

double from_unit_coordinate(const Parameter& p, double u) {
    if (p.is_choice()) return nearest_choice(p, u * p.upper);
    if (u == 0) return p.lower;
    if (u == 1) return p.upper;
    double x;
    if (p.scale == Scale::linear) {
        x = p.lower + u * extent(p);
    } else {
        const double root = std::exp(u * extent(p) / 2);  // in two halves, since the whole ratio may overflow
        x = p.lower * root * root;
    }
    if (!p.values.empty()) {
        const double nearest = nearest_value(p, x);
        if (std::abs(x - nearest) <= rounding * std::max(std::abs(p.lower), std::abs(p.upper))) return nearest;
    }
    // Inside the cube rounding must not leave the bounds.
    return u > 0 && u < 1 ? std::clamp(x, p.lower, p.upper) : x;
}

double snap_coordinate(const Parameter& p, double x) {
    require(!std::isnan(x), "Space::snap: \"{}\" is NaN; it must be a number", p.name);
    if (p.is_choice()) return nearest_choice(p, x);
    if (!p.values.empty()) return nearest_value(p, x);
    const double inside = std::clamp(x, p.lower, p.upper);
    if (!p.step) return inside;
    // 0.3 holds three steps of 0.1 although the quotient of the doubles is below 3.
    const double quotient = (p.upper - p.lower) / *p.step;
    const double steps = std::floor(quotient + 1e-9 + 4 * std::numeric_limits<double>::epsilon() * quotient);
    const double nearest = std::min(std::round((inside - p.lower) / *p.step), steps);
    return std::min(p.lower + nearest * *p.step, p.upper);
}

}  // namespace

Parameter choice_parameter(std::string name, std::vector<std::string> choices) {
    const double last = static_cast<double>(std::max<std::size_t>(choices.size(), 2) - 1);
    return {.name = std::move(name),
            .lower = 0,
            .upper = last,
            .step = {},
            .values = {},
            .choices = std::move(choices),
            .confusion = {}};
}

double choice_named(const Parameter& parameter, std::string_view name) {
    const auto found = std::find(parameter.choices.begin(), parameter.choices.end(), name);
    if (found == parameter.choices.end()) {
        throw std::invalid_argument(
            unknown_name(fmt::format("value of \"{}\"", parameter.name), name, parameter.choices));
    }
    return static_cast<double>(found - parameter.choices.begin());
}

const std::string& choice_at(const Parameter& parameter, double place) {
    return parameter.choices[static_cast<std::size_t>(nearest_choice(parameter, place))];
}

Space::Space(std::vector<Parameter> parameters) : parameters_(std::move(parameters)) {
    constexpr std::size_t most = 1000;
    require_by("Space", !parameters_.empty(), "there are no parameters; give at least one");
    require_by("Space", parameters_.size() <= most, "there are {} parameters; at most {} are supported",
               parameters_.size(), most);
    std::unordered_map<std::string_view, std::size_t> position_of;
    for (std::size_t i = 0; i < parameters_.size(); ++i) {
        const Parameter& p = parameters_[i];
        require_by("Space", !p.name.empty(), "parameter {} has an empty name; give it one", i + 1);
        const auto [earlier, is_new] = position_of.emplace(p.name, i);
        require_by("Space", is_new, "parameters {} and {} are both named \"{}\"; names must be unique",
                   earlier->second + 1, i + 1, p.name);
        require_valid(p);
    }
}

Space Space::cube(Index dimension, double lower, double upper) {
    require(dimension >= 1, "Space::cube: dimension is {}; it must be at least 1", dimension);
    std::vector<Parameter> parameters;
    for (Index i = 1; i <= dimension; ++i) {
        parameters.push_back({.name = fmt::format("x{}", i),
                              .lower = lower,
                              .upper = upper,
                              .step = {},
                              .values = {},
                              .choices = {},
                              .confusion = {}});
    }
    return Space(std::move(parameters));
}

std::vector<Index> Space::choice_sizes() const {
    std::vector<Index> sizes;
    for (const Parameter& p : parameters_) sizes.push_back(std::ssize(p.choices));
    if (std::all_of(sizes.begin(), sizes.end(), [](Index size) { return size == 0; })) sizes.clear();
    return sizes;
}

Vector Space::to_unit(const VectorRef& x) const {
    require_dimension(x.size(), dimension(), "Space::to_unit");
    Vector u(x.size());
    for (Index i = 0; i < x.size(); ++i) u[i] = to_unit_coordinate(parameters_[i], x[i]);
    return u;
}

Points Space::points_to_unit(const PointsRef& x) const {
    Points units(dimension(), x.cols());
    for (Index n = 0; n < x.cols(); ++n) units.col(n) = to_unit(x.col(n));
    return units;
}

Vector Space::from_unit(const VectorRef& u) const {
    require_dimension(u.size(), dimension(), "Space::from_unit");
    Vector x(u.size());
    for (Index i = 0; i < u.size(); ++i) x[i] = from_unit_coordinate(parameters_[i], u[i]);
    return x;
}

Vector Space::snap(const VectorRef& x) const {
    require_dimension(x.size(), dimension(), "Space::snap");
    Vector snapped(x.size());
    for (Index i = 0; i < x.size(); ++i) snapped[i] = snap_coordinate(parameters_[i], x[i]);
    return snapped;
}

std::string Space::why_not_inside(const VectorRef& x) const {
    if (x.size() != dimension()) {
        return fmt::format("the point has {} coordinates; it must have {}, one per parameter", x.size(), dimension());
    }
    for (Index i = 0; i < x.size(); ++i) {
        const Parameter& p = parameters_[i];
        if (std::isnan(x[i])) {
            return fmt::format("\"{}\" is NaN; it must be a number in [{}, {}]", p.name, p.lower, p.upper);
        }
        if (!std::isfinite(x[i])) {
            return fmt::format("\"{}\" is infinite; it must be finite and lie in [{}, {}]", p.name, p.lower, p.upper);
        }
        if (x[i] < p.lower || x[i] > p.upper) {
            return fmt::format("\"{}\" is {}; it must lie in [{}, {}]", p.name, x[i], p.lower, p.upper);
        }
        if (p.is_choice() && x[i] != std::round(x[i])) {
            return fmt::format("\"{}\" is {}; it must be the place of one of its values, a whole number from 0 to {}",
                               p.name, x[i], p.upper);
        }
    }
    return {};
}

void Space::require_contains(const VectorRef& x, const std::string& where) const {
    const std::string sentence = why_not_inside(x);
    require(sentence.empty(), "{}: {}", where, sentence);
}

}  // namespace sweetspot
