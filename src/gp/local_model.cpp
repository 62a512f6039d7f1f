#include "gp/local_model.hpp"

#include <algorithm>
#include <limits>

#include "base/order.hpp"
#include "gp/covariance.hpp"

namespace sweetspot::detail {

std::vector<Index> observations_near(const GaussianProcess& gp, const PointsRef& points, Index near, Index spread) {
    const Index size = gp.size();
    if (near + spread >= size) return all_indices(size);
    const Matrix inputs = scaled_columns(gp.embedded(gp.inputs()), gp.embedded_lengthscales());
    const Matrix at = scaled_columns(gp.embedded(points), gp.embedded_lengthscales());
    std::vector<std::vector<Index>> orders;
    Vector to_nearest = Vector::Constant(size, std::numeric_limits<double>::infinity());
    for (Index j = 0; j < at.cols(); ++j) {
        const Vector distances = (inputs.colwise() - at.col(j)).colwise().squaredNorm();
        orders.push_back(ascending(distances));
        to_nearest = to_nearest.cwiseMin(distances);
    }
    std::vector<char> taken(static_cast<std::size_t>(size), 0);
    std::vector<std::size_t> next(orders.size(), 0);
    std::vector<Index> known;
    const auto take = [&](Index i) {
        taken[static_cast<std::size_t>(i)] = 1;
        known.push_back(i);
    };
    while (std::ssize(known) < near) {
        for (std::size_t j = 0; j < orders.size() && std::ssize(known) < near; ++j) {
            while (taken[static_cast<std::size_t>(orders[j][next[j]])] != 0) ++next[j];
            take(orders[j][next[j]]);
        }
    }
    std::vector<Index> others;
    for (const Index i : ascending(to_nearest)) {
        if (taken[static_cast<std::size_t>(i)] == 0) others.push_back(i);
    }
    for (Index k = 0; k < spread; ++k) take(others[static_cast<std::size_t>(k * std::ssize(others) / spread)]);
    std::sort(known.begin(), known.end());
    return known;
}

}  // namespace sweetspot::detail
