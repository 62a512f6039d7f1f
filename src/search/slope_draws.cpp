#include "search/slope_draws.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "robust/adapted_template.hpp"
#include "search/region_supremum.hpp"

namespace sweetspot {
namespace {

/// The points, the centre, then both ends of each axis.
struct Axes {
    Points places;
    Index ends;  ///< the column of the first

    Axes(const RobustSet& set, const Vector& centre, const Points& points) {
        const std::vector<Index>& free = set.free_coordinates();
        ends = points.cols() + 1;
        places.resize(centre.size(), ends + 2 * std::ssize(free));
        places.leftCols(points.cols()) = points;
        places.col(points.cols()) = centre;
        Index next = ends;
        for (const Index d : free) {
            for (const double side : {-1.0, 1.0}) {
                const Vector end = centre + set.boundary_towards(side * Vector::Unit(centre.size(), d));
                places.col(next++) = Box::unit(centre.size()).clamp(end);
            }
        }
    }

    /// By differences over the axes of a function with these values at the places.
    [[nodiscard]] Vector slope(const RobustSet& set, const VectorRef& values) const {
        Vector g = Vector::Zero(places.rows());
        Index at = ends;
        for (const Index d : set.free_coordinates()) {
            const double length = places(d, at + 1) - places(d, at);
            if (length > 0) g[d] = (values[at + 1] - values[at]) / length;
            at += 2;
        }
        return g;
    }
};

Vector suprema_of_one(const GaussianProcess& gp, const RobustSet& set, const Vector& centre, const Axes& axes,
                      Index count, const Rng& rng) {
    const Index n = axes.places.cols();
    const JointPosterior joint = gp.joint(axes.places);
    const Matrix factor = factor_of(joint.covariance);
    Rng normals = rng.split("places");
    Matrix z(n, count);
    for (double& value : z.reshaped()) value = normals.normal();
    Matrix drawn = factor.triangularView<Eigen::Lower>() * z;
    drawn.colwise() += joint.mean;

    Points followed(centre.size(), count);
    for (Index k = 0; k < count; ++k) {
        const Vector step = worst_for_slope(set, axes.slope(set, drawn.col(k)));
        followed.col(k) = Box::unit(centre.size()).clamp(centre + step);
    }
    Points all(centre.size(), n + count);
    all << axes.places, followed;
    const JointPosterior with_followed = gp.joint(all);
    const Matrix known = factor.triangularView<Eigen::Lower>().solve(with_followed.covariance.topRightCorner(n, count));
    Rng own = rng.split("followed");
    Vector suprema = drawn.colwise().maxCoeff().transpose();
    for (Index k = 0; k < count; ++k) {
        const double mean = with_followed.mean[n + k] + known.col(k).dot(z.col(k));
        const double left = with_followed.covariance(n + k, n + k) - known.col(k).squaredNorm();
        suprema[k] = std::max(suprema[k], mean + std::sqrt(std::max(0.0, left)) * own.normal());
    }
    return suprema;
}

}  // namespace

Vector suprema_along_slopes(const GaussianProcess& gp, const RobustSet& robust_set, const Vector& centre,
                            const Points& points, Index count, const Rng& rng) {
    const Axes axes(robust_set, centre, points);
    const auto members = gp.members();
    const auto n = std::ssize(members);
    Vector suprema(count);
    for (Index k = 0; k < n; ++k) {
        const Index begin = k * count / n;
        const Index own = (k + 1) * count / n - begin;
        const auto at = static_cast<std::size_t>(k);
        suprema.segment(begin, own) = suprema_of_one(members[at], robust_set, centre, axes, own, rng.split(at));
    }
    return suprema;
}

}  // namespace sweetspot
