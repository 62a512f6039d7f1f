// Low-discrepancy points over a robust set. A norm ball, warped or not: Sobol' points of the cube through the maps of
// robust_set_maps.hpp, with one coordinate more for the radius. The general form: Sobol' points of the bounding box by
// acceptance.
//
// In any set that is star-shaped about 0, a uniform point is r·b with b on the boundary and r in [0, 1] independent of
// b's ray with density k r^(k-1). So the points r·b with the same rays and r uniform on (0, 1) integrate the uniform
// distribution with weights k r^(k-1), for norm balls and the general form alike.

#include "robust/template_points.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "base/check.hpp"
#include "design/latin_hypercube.hpp"
#include "design/sobol.hpp"
#include "robust/robust_set_maps.hpp"
#include "sweetspot/base/errors.hpp"

namespace sweetspot {

namespace {

/// Points of the bounding box are tried in lots of this size, each scrambled on its own, so that memory stays small.
constexpr Index lot_size = 16384;
/// A million points, a fraction of a second of work: enough for 1000 of a set that fills 1/1000 of its box.
constexpr Index most_lots = 64;

/// Sobol' points; Latin hypercube points in dimensions for which there are no direction numbers.
Points low_discrepancy(Index dimension, Index count, const Rng& rng) {
    if (dimension <= sobol_max_dimension()) return scrambled_sobol(dimension, count, rng);
    return latin_hypercube(dimension, count, rng);
}

double radial_weight(double r, Index k) {
    return static_cast<double>(k) * std::pow(r, static_cast<double>(k - 1));
}

/// Where the ray of a uniform point of the set, in u, ends.
Vector ray_end(const RobustSet& set, const VectorRef& direction, double radial) {
    if (set.alone().empty()) return sphere_point(set.norm(), direction);
    const Vector inside = set_point(set, direction, radial);
    // In u every free coordinate has a tolerance of 1.
    Vector tolerance = Vector::Zero(set.dimension());
    tolerance(set.free_coordinates()).setOnes();
    Vector full = Vector::Zero(set.dimension());
    full(set.free_coordinates()) = inside;
    return inside / RobustSet(set.norm(), tolerance).with_alone(set.alone()).gauge(full);
}

WeightedPoints spread_in_norm_ball(const RobustSet& set, Index count, Spread spread, const Rng& rng) {
    const Index k = std::ssize(set.free_coordinates());
    // A radius more where what shares the norm is not all: a ray that ends elsewhere than on its sphere needs its own.
    const Index radii = set.alone().empty() ? 1 : 2;
    const Points u = low_discrepancy(k + radii, count, rng);
    WeightedPoints result{Points(k, count), Vector::Zero(count)};
    for (Index i = 0; i < count; ++i) {
        const auto direction = u.col(i).head(k);
        const double radial = u(k, i);
        switch (spread) {
            case Spread::uniform:
                result.points.col(i) = set_point(set, direction, radial);
                result.weights[i] = 1;
                break;
            case Spread::boundary:
                result.points.col(i) = set_boundary_point(set, direction);
                break;
            case Spread::equal_radii:
                result.points.col(i) = radial * ray_end(set, direction, u(k + radii - 1, i));
                result.weights[i] = radial_weight(radial, k);
                break;
        }
    }
    result.points = images_of(set, std::move(result.points));
    return result;
}

/// The full perturbation with the given free coordinates.
Vector embedded(const RobustSet& set, const VectorRef& free_values) {
    Vector delta = Vector::Zero(set.dimension());
    delta(set.free_coordinates()) = free_values;
    return delta;
}

/// The first `count` points of the bounding box that the set accepts, in the first k rows; a uniform of (0, 1) in the
/// last.
Points accepted_points(const RobustSet& set, Index count, const Rng& rng) {
    const std::vector<Index>& free = set.free_coordinates();
    const Index k = std::ssize(free);
    const Vector lower = set.bounds().lower(free);
    const Vector width = set.bounds().upper(free) - lower;
    Points accepted(k + 1, count);
    Index found = 0;
    for (Index lot = 0; lot < most_lots && found < count; ++lot) {
        const Points u = low_discrepancy(k + 1, lot_size, rng.split(static_cast<std::uint64_t>(lot)));
        for (Index i = 0; i < u.cols() && found < count; ++i) {
            const Vector candidate = lower + width.cwiseProduct(u.col(i).head(k));
            if (!set.contains(embedded(set, candidate), 0)) continue;
            accepted.col(found).head(k) = candidate;
            accepted(k, found) = u(k, i);
            ++found;
        }
    }
    if (found < count)
        throw NumericalError(fmt::format(
            "Template: only {} of the {} points wanted were found among {} of the robust set's bounding box in {} "
            "coordinates; the box is too loose, give a tighter one, a smaller template or a norm ball",
            found, count, most_lots * lot_size, k));
    return accepted;
}

WeightedPoints spread_in_general_set(const RobustSet& set, Index count, Spread spread, const Rng& rng) {
    const std::vector<Index>& free = set.free_coordinates();
    const Index k = std::ssize(free);
    const Points accepted = accepted_points(set, count, rng);
    WeightedPoints result{accepted.topRows(k), Vector::Zero(count)};
    if (spread == Spread::uniform) {
        result.weights.setOnes();
        return result;
    }
    for (Index i = 0; i < count; ++i) {
        const Vector boundary = set.boundary_towards(embedded(set, accepted.col(i).head(k)));
        const double radius = spread == Spread::boundary ? 1 : accepted(k, i);
        result.points.col(i) = radius * boundary(free);
        if (spread == Spread::equal_radii) result.weights[i] = radial_weight(radius, k);
    }
    return result;
}

/// The first `count` points of the law's map that lie in the set; fewer where the set holds less than a twentieth of
/// them.
Points mapped_points(const RobustSet& set, Index count, const Rng& rng) {
    constexpr Index tries_per_point = 20;
    const std::vector<Index>& free = set.free_coordinates();
    const Index k = std::ssize(free);
    const Points v = low_discrepancy(k, tries_per_point * count, rng);
    Points found(k, count);
    Index n = 0;
    for (Index i = 0; i < v.cols() && n < count; ++i) {
        const std::optional<Vector> u = set.law().point(v.col(i), free);
        if (!u) break;
        // Beyond 1 a map of a coordinate need not be defined, and nothing lies in the set.
        if (u->lpNorm<Eigen::Infinity>() > 1) continue;
        for (Index row = 0; row < k; ++row) {
            const Index d = free[row];
            const double reach = std::max(-set.bounds().lower[d], set.bounds().upper[d]);
            found(row, n) = set.has_norm() ? set.from_ball(d, (*u)[row]) : reach * (*u)[row];
        }
        if (set.contains(embedded(set, found.col(n)), 0)) ++n;
    }
    return found.leftCols(n);
}

}  // namespace

WeightedPoints weighed_by_law(const RobustSet& robust_set, WeightedPoints uniform) {
    if (robust_set.is_uniform() || uniform.weights.size() == 0) return uniform;
    Vector logs(uniform.weights.size());
    for (Index i = 0; i < logs.size(); ++i)
        logs[i] = robust_set.log_density(embedded(robust_set, uniform.points.col(i)));
    const double largest = logs.maxCoeff();
    // A law so narrow that it has no density at any of the points is all at the centre.
    if (largest < 0 && std::isinf(largest) &&
        std::isfinite(robust_set.log_density(Vector::Zero(robust_set.dimension())))) {
        uniform.weights.setZero();
        return uniform;
    }
    require(std::isfinite(largest), "Template: the law \"{}\" has no density anywhere in the region",
            robust_set.law().name());
    uniform.weights.array() *= (logs.array() - largest).exp();
    return uniform;
}

WeightedPoints points_by_law(const RobustSet& robust_set, Index count, const Rng& rng) {
    if (!robust_set.is_uniform() && count > 0) {
        Points mapped = mapped_points(robust_set, count, rng);
        if (mapped.cols() == count) return {std::move(mapped), Vector::Ones(count)};
    }
    return weighed_by_law(robust_set, spread_points(robust_set, count, Spread::uniform, rng));
}

Points images_of(const RobustSet& robust_set, Points ball_points) {
    const std::vector<Index>& free = robust_set.free_coordinates();
    for (Index i = 0; i < ball_points.cols(); ++i)
        for (Index row = 0; row < ball_points.rows(); ++row)
            ball_points(row, i) = robust_set.from_ball(free[row], ball_points(row, i));
    return ball_points;
}

WeightedPoints spread_points(const RobustSet& robust_set, Index count, Spread spread, const Rng& rng) {
    if (count == 0) return {Points(std::ssize(robust_set.free_coordinates()), 0), Vector(0)};
    return robust_set.has_norm() ? spread_in_norm_ball(robust_set, count, spread, rng)
                                 : spread_in_general_set(robust_set, count, spread, rng);
}

}  // namespace sweetspot
