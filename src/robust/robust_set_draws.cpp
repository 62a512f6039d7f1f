// Points of the robust set: uniform and boundary draws, projection, the boundary along a ray. Norm balls, warped or
// not, go through the maps of robust_set_maps.hpp in the coordinates of the unit ball; the general form through
// rejection and bisection.

#include <cmath>
#include <limits>

#include "base/check.hpp"
#include "robust/robust_set_maps.hpp"
#include "sweetspot/base/errors.hpp"
#include "sweetspot/robust/robust_set.hpp"

namespace sweetspot {

namespace {

/// A set that fills less than about 1e-5 of its box is not drawn from by rejection: each draw would take a second.
constexpr int most_misses = 100000;

Vector uniforms(Index count, Rng& rng) {
    Vector u(count);
    for (double& value : u) value = rng.uniform();
    return u;
}

/// The full perturbation of a point of the unit ball over the free coordinates.
Vector image_of(const RobustSet& set, const VectorRef& u) {
    Vector delta = Vector::Zero(set.dimension());
    Index i = 0;
    for (const Index d : set.free_coordinates()) delta[d] = set.from_ball(d, u[i++]);
    return delta;
}

/// The free coordinates of a perturbation in those of the unit ball.
Vector in_ball(const RobustSet& set, const VectorRef& delta) {
    Vector u(std::ssize(set.free_coordinates()));
    Index i = 0;
    for (const Index d : set.free_coordinates()) u[i++] = set.to_ball(d, delta[d]);
    return u;
}

/// How far the ray t·direction stays in a box that contains 0.
double exit_of_box(const Box& box, const VectorRef& direction) {
    double exit = std::numeric_limits<double>::infinity();
    for (Index d = 0; d < direction.size(); ++d) {
        if (direction[d] == 0) continue;
        const double reach = direction[d] > 0 ? box.upper[d] : -box.lower[d];
        exit = std::min(exit, reach / std::abs(direction[d]));
    }
    return exit;
}

}  // namespace

Vector RobustSet::draw_uniform(Rng& rng) const {
    const Index k = std::ssize(free_);
    if (k == 0) return Vector::Zero(dimension());
    if (has_norm()) {
        const Vector u = uniforms(k, rng);
        return image_of(*this, set_point(*this, u, norm_ == Norm::infinity ? 1 : rng.uniform()));
    }
    Vector delta = Vector::Zero(dimension());
    for (int miss = 0; miss < most_misses; ++miss) {
        for (const Index d : free_) delta[d] = rng.uniform(bounds_.lower[d], bounds_.upper[d]);
        if (contains(delta, 0)) return delta;
    }
    throw NumericalError(
        fmt::format("RobustSet: {} draws from the bounding box in {} coordinates all missed the set; the box is too "
                    "loose, give a tighter one or use a norm ball",
                    most_misses, k));
}

Vector RobustSet::draw_boundary(Rng& rng) const {
    const Index k = std::ssize(free_);
    if (k == 0) return Vector::Zero(dimension());
    if (has_norm()) return image_of(*this, set_boundary_point(*this, uniforms(k, rng)));
    // Normal directions in units of the box's reach on either side of 0, so that no ray leaves the box at once.
    while (true) {
        Vector direction = Vector::Zero(dimension());
        for (const Index d : free_) {
            const double z = rng.normal();
            direction[d] = z > 0 ? z * bounds_.upper[d] : -z * bounds_.lower[d];
        }
        if (!direction.isZero(0)) return boundary_towards(direction);
    }
}

Vector RobustSet::project(const VectorRef& delta) const {
    if (gauge(delta) <= 1) return delta;
    if (has_norm()) return image_of(*this, project_on_unit_set(*this, in_ball(*this, delta)));
    Vector reachable = Vector::Zero(dimension());
    reachable(free_) = delta(free_);
    return gauge(reachable) <= 1 ? reachable : boundary_towards(reachable);
}

Vector RobustSet::boundary_towards(const VectorRef& direction) const {
    require_by("RobustSet", direction.size() == dimension(), "a direction has {} coordinates; it must have {}",
               direction.size(), dimension());
    require_by("RobustSet", direction.allFinite() && !direction.isZero(0), "a direction must be finite and not 0");
    const Vector ray = direction / direction.lpNorm<Eigen::Infinity>();
    // A ray along an exact coordinate leaves the set at once: its gauge is infinite and the quotient 0.
    if (is_norm_ball()) return ray / gauge(ray);
    double inside = 0;
    double outside = exit_of_box(bounds_, ray);
    if (contains(outside * ray, 0)) return outside * ray;
    // The set is star-shaped: the members of the ray are one interval from 0. Halving ends at neighbouring numbers, or
    // after 200 steps where the ray leaves the set at 0.
    for (int step = 0; step < 200; ++step) {
        const double middle = (inside + outside) / 2;
        if (middle <= inside || middle >= outside) break;
        (contains(middle * ray, 0) ? inside : outside) = middle;
    }
    return inside * ray;
}

}  // namespace sweetspot
