#include "robust/adapted_template.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "base/order.hpp"

namespace sweetspot {
namespace {

/// Of the points by the model: slopes at observations, and of the others those on the boundary.
constexpr double share_of_slopes = 0.4;
constexpr double share_of_boundary = 0.7;

/// On the unit ball of the norm, where s·u is largest.
Vector dual_point(Norm norm, const Vector& s) {
    if (norm == Norm::two) return s.normalized();
    if (norm == Norm::infinity) return s.cwiseSign();
    Index largest = 0;
    s.cwiseAbs().maxCoeff(&largest);
    return s[largest] < 0 ? Vector(-Vector::Unit(s.size(), largest)) : Vector(Vector::Unit(s.size(), largest));
}

/// The slopes of the mean at the observations, the best first, in tolerances and of unit length; those of the flat
/// places are left out.
Points slopes(const GaussianProcess& gp, const RobustSet& robust_set) {
    const std::vector<Index> order = ascending(gp.targets());
    Points inputs = gp.inputs()(Eigen::all, order);
    Points found = robust_set.units().asDiagonal() * gp.mean_gradients(inputs);
    Index count = 0;
    for (Index i = 0; i < found.cols(); ++i) {
        Vector slope = Vector::Zero(found.rows());
        for (const Index d : robust_set.free_coordinates()) slope[d] = found(d, i);
        const double length = slope.norm();
        if (length > 0 && std::isfinite(length)) found.col(count++) = slope / length;
    }
    return found.leftCols(count);
}

}  // namespace

Vector worst_for_slope(const RobustSet& robust_set, const VectorRef& g) {
    Vector result = Vector::Zero(robust_set.dimension());
    if (!robust_set.has_norm()) return g.isZero(0) ? result : robust_set.boundary_towards(g);
    const Vector s = robust_set.units().cwiseProduct(g);
    const auto place = [&](const std::vector<Index>& coordinates, Norm norm) {
        const Vector own = s(coordinates);
        if (own.size() == 0 || own.isZero(0)) return;
        const Vector u = dual_point(norm, own);
        for (Index i = 0; i < u.size(); ++i) {
            const Index d = coordinates[static_cast<std::size_t>(i)];
            result[d] = robust_set.from_ball(d, u[i]);
        }
    };
    place(robust_set.sharing(), robust_set.norm());
    place(robust_set.alone(), Norm::infinity);
    return result;
}

Template adapted_template(const Template& fixed, const GaussianProcess& gp, const RobustSet& robust_set,
                          const Rng& rng) {
    const Index by_model = fixed.size() / 2;
    const Points found = slopes(gp, robust_set);
    if (found.cols() == 0 || by_model == 0) return fixed;
    const Vector units = robust_set.units();
    Template result = fixed;
    const auto set = [&](Index k, const Vector& slope, double share) {
        const Index i = 2 * k + 1;  // the centre, at 0, stays
        result.points.col(i) = share * worst_for_slope(robust_set, slope.cwiseQuotient(units));
        result.weights[i] = 0;
    };
    const auto at_observations =
        std::min(found.cols(), static_cast<Index>(share_of_slopes * static_cast<double>(by_model)));
    for (Index k = 0; k < at_observations; ++k) set(k, found.col(k), 1);
    Rng draws = rng.split("directions");
    for (Index k = at_observations; k < by_model; ++k) {
        Vector direction = Vector::Zero(found.rows());
        for (Index i = 0; i < found.cols(); ++i) direction += draws.normal() * found.col(i);
        const double share = draws.uniform() < share_of_boundary ? 1 : draws.uniform();
        set(k, direction, share);
    }
    const double sum = result.weights.sum();
    if (sum > 0) {
        result.weights /= sum;
    } else {
        result.weights[0] = 1;
    }
    return result;
}

}  // namespace sweetspot
