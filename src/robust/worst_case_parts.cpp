#include "robust/worst_case_parts.hpp"

#include <algorithm>

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

/// The indices of the `count` largest, largest first, of equal ones the first. Few of many: most entries are compared
/// with the least of the best so far and no more.
std::vector<Index> largest_of(const Vector& values, Index count) {
    std::vector<Index> best;
    best.reserve(static_cast<std::size_t>(count) + 1);
    for (Index i = 0; i < values.size(); ++i) {
        const bool full = std::ssize(best) == count;
        if (full && (count == 0 || !(values[i] > values[best.back()]))) continue;
        if (full) best.pop_back();
        const auto after =
            std::upper_bound(best.begin(), best.end(), i, [&](Index a, Index b) { return values[a] > values[b]; });
        best.insert(after, i);
    }
    return best;
}

}  // namespace

std::vector<Index> worst_by_slope(const GaussianProcess& gp, const Template& T, const Vector& x, Index count) {
    const Vector rise =
        T.scenarios.none() ? Vector(T.points.transpose() * gp.mean_gradients(x).col(0)) : rise_by_scenario(gp, T, x);
    return largest_of(rise, std::min(count, T.size()));
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
