// Uniform points of p-balls. With iid normal coordinates (p = 2), Laplace coordinates (p = 1) or coordinates uniform on
// [-1, 1] (p = ∞), v/‖v‖_p is uniform on the sphere, and R·v/‖v‖_p with R = U^(1/k) is uniform in the ball. For p = ∞
// the cube itself is mapped linearly, which needs no radial coordinate and keeps the low discrepancy of its points.

#include "robust/robust_set_maps.hpp"

#include <algorithm>
#include <cmath>
#include <functional>

#include "base/normal.hpp"

namespace sweetspot {

namespace {

/// The inverse distribution function of the Laplace distribution (density ½ e^-|z|).
double laplace_quantile(double u) {
    const double centred = 2 * u - 1;
    return std::copysign(-std::log1p(-std::abs(centred)), centred);
}

/// Projection on the unit ball of the 1-norm: soft thresholding by the λ for which Σ max(|v_d| - λ, 0) = 1. With the
/// magnitudes in descending order, λ = (Σ_{i≤j} |v|_i - 1)/j for the last j with |v|_j > λ_j. Magnitudes and λ are
/// taken relative to the largest, so that points far away lose nothing to cancellation.
Vector project_on_cross_polytope(const VectorRef& v) {
    const double largest = v.lpNorm<Eigen::Infinity>();
    std::vector<double> magnitude(v.size());
    for (Index d = 0; d < v.size(); ++d) magnitude[d] = std::abs(v[d]) - largest;
    std::sort(magnitude.begin(), magnitude.end(), std::greater<>());
    double sum = 0;
    double lambda = -1;
    for (std::size_t j = 0; j < magnitude.size(); ++j) {
        sum += magnitude[j];
        const double trial = (sum - 1) / static_cast<double>(j + 1);
        if (magnitude[j] <= trial) break;
        lambda = trial;
    }
    return v.unaryExpr([=](double z) { return std::copysign(std::max((std::abs(z) - largest) - lambda, 0.0), z); });
}

}  // namespace

double norm_of(Norm norm, const VectorRef& v) {
    if (v.size() == 0) return 0;
    switch (norm) {
        case Norm::one:
            return v.lpNorm<1>();
        case Norm::two:
            return v.norm();
        case Norm::infinity:
            break;
    }
    return v.lpNorm<Eigen::Infinity>();
}

Vector sphere_point(Norm norm, const VectorRef& u) {
    Vector v(u.size());
    for (Index d = 0; d < u.size(); ++d) {
        switch (norm) {
            case Norm::one:
                v[d] = laplace_quantile(u[d]);
                break;
            case Norm::two:
                v[d] = normal_quantile(u[d]);
                break;
            case Norm::infinity:
                v[d] = 2 * u[d] - 1;
                break;
        }
    }
    if (norm_of(norm, v) == 0) v.setOnes();
    return v / norm_of(norm, v);
}

Vector ball_point(Norm norm, const VectorRef& u, double radial) {
    if (norm == Norm::infinity) return 2 * u.array() - 1;
    return std::pow(radial, 1 / static_cast<double>(u.size())) * sphere_point(norm, u);
}

Vector project_on_unit_ball(Norm norm, const VectorRef& v) {
    const double length = norm_of(norm, v);
    if (length <= 1) return v;
    switch (norm) {
        case Norm::one:
            return project_on_cross_polytope(v);
        case Norm::two:
            return v / length;
        case Norm::infinity:
            break;
    }
    return v.cwiseMax(-1).cwiseMin(1);
}

namespace {

/// The places, among the free coordinates, of those that share the norm and of those that stand alone.
struct Places {
    std::vector<Index> sharing;
    std::vector<Index> alone;
};

Places places_of(const RobustSet& set) {
    Places places;
    for (Index i = 0; i < std::ssize(set.free_coordinates()); ++i) {
        const bool alone = std::ranges::binary_search(set.alone(), set.free_coordinates()[i]);
        (alone ? places.alone : places.sharing).push_back(i);
    }
    return places;
}

/// `shared` maps the coordinates that share the norm together, `single` each of the others.
template <class Shared, class Single>
Vector mapped(const RobustSet& set, const VectorRef& u, const Shared& shared, const Single& single) {
    if (set.alone().empty()) return shared(u);
    const Places places = places_of(set);
    Vector result(u.size());
    if (!places.sharing.empty()) result(places.sharing) = shared(Vector(u(places.sharing)));
    for (const Index i : places.alone) result[i] = single(u[i]);
    return result;
}

}  // namespace

Vector set_point(const RobustSet& set, const VectorRef& u, double radial) {
    return mapped(
        set, u, [&](const VectorRef& part) { return ball_point(set.norm(), part, radial); },
        [](double one) { return 2 * one - 1; });
}

Vector set_boundary_point(const RobustSet& set, const VectorRef& u) {
    // Where nothing shares the norm, the first that stands alone must be at an end.
    const bool ends = set.sharing().empty();
    return mapped(
        set, u, [&](const VectorRef& part) { return sphere_point(set.norm(), part); },
        [&](double one) { return ends ? (one < 0.5 ? -1.0 : 1.0) : std::clamp(4 * one - 2, -1.0, 1.0); });
}

Vector project_on_unit_set(const RobustSet& set, const VectorRef& v) {
    return mapped(
        set, v, [&](const VectorRef& part) { return project_on_unit_ball(set.norm(), part); },
        [](double one) { return std::clamp(one, -1.0, 1.0); });
}

}  // namespace sweetspot
