// Where centres may be in coordinates that are no continuum: the values of a series, the places of a choice. In the
// other coordinates a centre may be anywhere in the box of centres.
#pragma once

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>
#include <vector>

#include "sweetspot/base/linear_algebra.hpp"
#include "sweetspot/space/space.hpp"

namespace sweetspot {

/// Levels per coordinate, in the unit cube. Without any, everything here leaves its arguments as they are.
class CentreLevels {
  public:
    CentreLevels() = default;
    /// The levels of a space that lie in the box of centres; a coordinate that has none left there is refused by name.
    CentreLevels(const Space& space, const Box& centres);

    [[nodiscard]] bool none() const { return coordinates_.empty(); }
    /// The coordinates that have levels.
    [[nodiscard]] const std::vector<Index>& coordinates() const { return coordinates_; }
    /// Of one of those, ascending.
    [[nodiscard]] const std::vector<double>& of(Index coordinate) const;
    /// How many combinations there are, at most `most`.
    [[nodiscard]] Index combinations(Index most) const;

    /// x with the nearest level in each of those coordinates.
    [[nodiscard]] Vector nearest(Vector x) const;
    /// Points of the box at levels: the n-th part of a coordinate's width belongs to the n-th level.
    [[nodiscard]] Points spread(Points points, const Box& box) const;
    /// Points of a design with levels used equally often, but for one: by the order of the points along a coordinate.
    [[nodiscard]] Points balanced(Points points) const;
    /// The box with those coordinates held where x has them.
    [[nodiscard]] Box held(Box box, const VectorRef& x) const;
    /// Every combination of the levels that `allowed` lets pass, the other coordinates as x has them; at most `most`,
    /// the levels nearest to x first.
    template <class Allowed>
    [[nodiscard]] std::vector<Vector> around(const VectorRef& x, Index most, const Allowed& allowed) const;

  private:
    std::vector<Index> coordinates_;
    std::vector<std::vector<double>> levels_;  ///< one list per entry of coordinates_
};

template <class Allowed>
std::vector<Vector> CentreLevels::around(const VectorRef& x, Index most, const Allowed& allowed) const {
    std::vector<Vector> result = {Vector(x)};
    for (std::size_t c = 0; c < coordinates_.size(); ++c) {
        const Index d = coordinates_[c];
        std::vector<double> levels;
        for (const double level : levels_[c]) {
            if (allowed(d, level)) levels.push_back(level);
        }
        std::stable_sort(levels.begin(), levels.end(),
                         [&](double a, double b) { return std::abs(a - x[d]) < std::abs(b - x[d]); });
        std::vector<Vector> next;
        for (const double level : levels) {
            for (const Vector& before : result) {
                if (std::ssize(next) == most) break;
                next.push_back(before);
                next.back()[d] = level;
            }
        }
        result = std::move(next);
    }
    return result;
}

}  // namespace sweetspot
