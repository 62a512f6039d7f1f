#include "sweetspot/robust/centre_levels.hpp"

#include "base/check.hpp"
#include "base/order.hpp"

namespace sweetspot {
namespace {

/// The outermost values of a series are at the ends of the box of centres up to rounding.
constexpr double touching = 1e-9;

std::vector<double> levels_of(const Space& space, Index d) {
    const Parameter& p = space.parameters()[static_cast<std::size_t>(d)];
    std::vector<double> values = p.values;
    for (std::size_t place = 0; place < p.choices.size(); ++place) values.push_back(static_cast<double>(place));
    Vector x(space.dimension());
    for (Index i = 0; i < x.size(); ++i) x[i] = space.parameters()[static_cast<std::size_t>(i)].lower;
    for (double& value : values) {
        x[d] = value;
        value = space.to_unit(x)[d];
    }
    return values;
}

double nearest_of(const std::vector<double>& levels, double x) {
    return *std::min_element(levels.begin(), levels.end(),
                             [&](double a, double b) { return std::abs(a - x) < std::abs(b - x); });
}

}  // namespace

CentreLevels::CentreLevels(const Space& space, const Box& centres) {
    for (Index d = 0; d < space.dimension(); ++d) {
        std::vector<double> levels = levels_of(space, d);
        if (levels.empty()) continue;
        std::erase_if(levels, [&](double level) {
            return level < centres.lower[d] - touching || level > centres.upper[d] + touching;
        });
        require_by("Problem", !levels.empty(),
                   "no value of \"{}\" has room for its tolerance within the bounds; give wider bounds or a smaller "
                   "tolerance",
                   space.parameters()[static_cast<std::size_t>(d)].name);
        for (double& level : levels) level = std::clamp(level, centres.lower[d], centres.upper[d]);
        coordinates_.push_back(d);
        levels_.push_back(std::move(levels));
    }
}

const std::vector<double>& CentreLevels::of(Index coordinate) const {
    const auto found = std::find(coordinates_.begin(), coordinates_.end(), coordinate);
    require(found != coordinates_.end(), "CentreLevels: coordinate {} has no levels; ask for one of coordinates()",
            coordinate);
    return levels_[static_cast<std::size_t>(found - coordinates_.begin())];
}

Index CentreLevels::combinations(Index most) const {
    Index count = 1;
    for (const std::vector<double>& levels : levels_) {
        if (count > most / std::ssize(levels)) return most;
        count *= std::ssize(levels);
    }
    return count;
}

Vector CentreLevels::nearest(Vector x) const {
    for (std::size_t c = 0; c < coordinates_.size(); ++c) {
        x[coordinates_[c]] = nearest_of(levels_[c], x[coordinates_[c]]);
    }
    return x;
}

Points CentreLevels::spread(Points points, const Box& box) const {
    for (std::size_t c = 0; c < coordinates_.size(); ++c) {
        const Index d = coordinates_[c];
        const std::vector<double>& levels = levels_[c];
        const double width = box.upper[d] - box.lower[d];
        for (Index i = 0; i < points.cols(); ++i) {
            const double share = width > 0 ? (points(d, i) - box.lower[d]) / width : 0;
            const auto part = static_cast<Index>(share * static_cast<double>(levels.size()));
            points(d, i) = levels[static_cast<std::size_t>(std::clamp<Index>(part, 0, std::ssize(levels) - 1))];
        }
    }
    return points;
}

Points CentreLevels::balanced(Points points) const {
    for (std::size_t c = 0; c < coordinates_.size(); ++c) {
        const std::vector<double>& levels = levels_[c];
        const Vector along = points.row(coordinates_[c]);
        const std::vector<Index> order = ascending(along);
        for (Index rank = 0; rank < along.size(); ++rank) {
            const Index level = rank * std::ssize(levels) / along.size();
            points(coordinates_[c], order[static_cast<std::size_t>(rank)]) = levels[static_cast<std::size_t>(level)];
        }
    }
    return points;
}

Box CentreLevels::held(Box box, const VectorRef& x) const {
    for (const Index d : coordinates_) box.lower[d] = box.upper[d] = x[d];
    return box;
}

}  // namespace sweetspot
