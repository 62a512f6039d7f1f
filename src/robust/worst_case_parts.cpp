#include "robust/worst_case_parts.hpp"

#include <algorithm>

#include "base/order.hpp"

namespace sweetspot {

namespace {

/// The linearised mean at each point: what is built in its scenario has a mean of its own.
Vector rise_by_scenario(const GaussianProcess& gp, const Template& T, const Vector& x) {
    const Confusion& confusion = *T.scenarios.confusion;
    Points centres(x.size(), confusion.scenarios());
    for (Index m = 0; m < centres.cols(); ++m) centres.col(m) = confusion.built(x, m);
    const Vector mean = gp.mean(centres);
    const Points gradients = gp.mean_gradients(centres);
    Vector rise(T.size());
    for (Index i = 0; i < rise.size(); ++i) {
        const Index m = T.scenarios.of[static_cast<std::size_t>(i)];
        rise[i] = mean[m] + T.points.col(i).dot(gradients.col(m));
    }
    return rise;
}

}  // namespace

std::vector<Index> worst_by_slope(const GaussianProcess& gp, const Template& T, const Vector& x, Index count) {
    const Vector rise =
        T.scenarios.none() ? Vector(T.points.transpose() * gp.mean_gradients(x).col(0)) : rise_by_scenario(gp, T, x);
    std::vector<Index> order = all_indices(T.size());
    const auto end = order.begin() + std::min(count, T.size());
    std::nth_element(order.begin(), end - 1, order.end(),
                     [&](Index a, Index b) { return rise[a] > rise[b] || (rise[a] == rise[b] && a < b); });
    return {order.begin(), end};
}

// Where the worst case is least, D + 1 pieces meet in general; more of them in a step make it cautious and slow.
MinimaxOptions worst_case_descent(Index dimension) {
    const Index active = dimension + 2;
    return {.max_active = static_cast<int>(active),
            .working_set = 2 * active,
            .first_step = 0.5,         // half a tolerance
            .relative_change = 1e-6};  // of the spread of the responses; 1e-5 saves 5 %, 1e-8 costs 12 % more
}

}  // namespace sweetspot
