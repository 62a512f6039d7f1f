// The descent where a region touches the bounds. Its centre then moves as the tolerance grows, u ≥ t, and the nearest
// point of that set is none that a change of u alone finds: descents jam there. In coordinates y = (log t, v) with
//     u = l(t) + v (h(t) - l(t)),   0 ≤ v ≤ 1,
// l and h being the ends of what centres have room for, the set is a box.
#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

#include "optimize/units.hpp"
#include "search/allocated_regions.hpp"

namespace sweetspot {
namespace {

constexpr double touching = 1e-6;      // of the unit cube
constexpr double unit_of_share = 0.2;  // a large step of v

}  // namespace

AllocatedRegions::Room AllocatedRegions::room(Index d, double t) const {
    return {-offset(d, t, -1), 1 - offset(d, t, 1), -offset_slope(d, t, -1), -offset_slope(d, t, 1)};
}

bool AllocatedRegions::touches_bounds(const Vector& z) const {
    if (is_fixed()) return false;
    const Vector t = tolerances(z);
    const Vector u = centre(z);
    return std::ranges::any_of(chosen_, [&](Index d) {
        const Room r = room(d, t[d]);
        return !is_pinned(std::ssize(chosen_) + d) && std::min(u[d] - r.lower, r.upper - u[d]) < touching;
    });
}

Vector AllocatedRegions::to_relative(const Vector& z) const {
    Vector y = z;
    const Vector t = tolerances(z);
    for (Index d = 0; d < t.size(); ++d) {
        const Index at = std::ssize(chosen_) + d;
        if (is_pinned(at)) continue;
        const Room r = room(d, t[d]);
        y[at] = r.upper > r.lower ? std::clamp((z[at] - r.lower) / (r.upper - r.lower), 0.0, 1.0) : 0.5;
    }
    return y;
}

Vector AllocatedRegions::from_relative(const Vector& y) const {
    Vector z = y;
    const Vector t = tolerances(y);
    for (Index d = 0; d < t.size(); ++d) {
        const Index at = std::ssize(chosen_) + d;
        if (is_pinned(at)) continue;
        const Room r = room(d, t[d]);
        z[at] = r.lower + y[at] * (r.upper - r.lower);
    }
    return project(z);
}

Matrix AllocatedRegions::by_relative(const Vector& y, Matrix by_z) const {
    const Vector t = tolerances(y);
    for (Index d = 0; d < t.size(); ++d) {
        const Index at = std::ssize(chosen_) + d;
        if (is_pinned(at)) continue;
        const Room r = room(d, t[d]);
        const auto chosen = std::ranges::find(chosen_, d);
        if (chosen != chosen_.end()) {
            by_z.row(chosen - chosen_.begin()) += ((1 - y[at]) * r.lower_slope + y[at] * r.upper_slope) * by_z.row(at);
        }
        by_z.row(at) *= r.upper - r.lower;
    }
    return by_z;
}

Vector AllocatedRegions::descend_along_bounds(const Vector& z, const Pieces& pieces,
                                              const std::vector<bool>& held) const {
    const Vector start = to_relative(z);
    const Pieces relative{
        [&](const Vector& y) { return pieces.values(from_relative(y)); },
        [&](const Vector& y, std::span<const Index> which) {
            return by_relative(y, pieces.gradients(from_relative(y), which));
        },
        [&](const Vector& y, std::span<const Index> which) { return some_values(pieces, from_relative(y), which); }};
    const Projection onto = [&](const Vector& y) -> Vector {
        Vector moved = y;
        for (Index k = 0; k < y.size(); ++k) {
            const bool is_tolerance = k < std::ssize(chosen_);
            if (is_pinned(k) || (is_tolerance && held[static_cast<std::size_t>(k)])) {
                moved[k] = start[k];
            } else if (is_tolerance) {
                const Index d = chosen_[static_cast<std::size_t>(k)];
                moved[k] = std::clamp(y[k], std::log(least_[d]), std::log(most_[d]));
            } else {
                moved[k] = std::clamp(y[k], 0.0, 1.0);
            }
        }
        return moved;
    };
    Vector units = Vector::Ones(z.size());
    units.tail(z.size() - std::ssize(chosen_)).setConstant(unit_of_share);
    const Minimum found = minimize_maximum(in_units(relative, units), in_units(onto, units), start.cwiseQuotient(units),
                                           {.max_iterations = descent_iterations});
    return from_relative(onto(found.x.cwiseProduct(units)));
}

}  // namespace sweetspot
