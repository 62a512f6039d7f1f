#include "robust/worst_case_parts.hpp"

#include <algorithm>

#include "base/order.hpp"

namespace sweetspot {

std::vector<Index> worst_by_slope(const GaussianProcess& gp, const Template& T, const Vector& x, Index count) {
    const Vector rise = T.points.transpose() * gp.mean_gradients(x).col(0);
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
