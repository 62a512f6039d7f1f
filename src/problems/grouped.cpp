#include "problems/grouped.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/order.hpp"

namespace sweetspot {
namespace {

constexpr Index few_groups = 4;
constexpr double scale_range = 4;  // of the largest scale over the smallest

double dual_norm(const Vector& reach, Norm norm) {
    switch (norm) {
        case Norm::one:
            return reach.lpNorm<Eigen::Infinity>();
        case Norm::two:
            return reach.norm();
        default:
            return reach.lpNorm<1>();
    }
}

std::vector<Index> shuffled(Index count, Rng rng) {
    std::vector<Index> order = all_indices(count);
    for (std::size_t i = order.size(); i > 1; --i) std::swap(order[i - 1], order[rng.below(i)]);
    return order;
}

/// Of unit length, with random signs, none near 0.
Vector shared_weights(Index count, Rng rng) {
    Vector weights(count);
    for (double& w : weights) w = rng.uniform(0.5, 1) * (rng.uniform() < 0.5 ? -1 : 1);
    return weights.normalized();
}

}  // namespace

Vector Groups::z(const VectorRef& x) const {
    const Vector away = x - middle_;
    Vector result(std::ssize(groups_));
    for (Index j = 0; j < result.size(); ++j) {
        const Group& group = groups_[static_cast<std::size_t>(j)];
        result[j] = group.weights.dot(away(group.members));
    }
    return result;
}

Vector Groups::reach(Norm norm, const VectorRef& tolerance) const {
    Vector result(std::ssize(groups_));
    for (Index j = 0; j < result.size(); ++j) {
        const Group& group = groups_[static_cast<std::size_t>(j)];
        result[j] = dual_norm(group.weights.cwiseProduct(tolerance(group.members)), norm);
    }
    return result;
}

Groups draw_groups(Grouping grouping, Index dimension, double largest, const Rng& rng) {
    const std::vector<Index> parameters = shuffled(dimension, rng.split("parameters"));
    const Index count = grouping == Grouping::each ? dimension : std::min(dimension, few_groups);
    std::vector<Group> groups(static_cast<std::size_t>(count));
    for (Index i = 0; i < dimension; ++i) {
        if (i >= count && grouping != Grouping::shared) break;
        groups[static_cast<std::size_t>(i % count)].members.push_back(parameters[static_cast<std::size_t>(i)]);
    }
    for (Index j = 0; j < count; ++j) {
        Group& group = groups[static_cast<std::size_t>(j)];
        const double part = count == 1 ? 0 : static_cast<double>(j) / static_cast<double>(count - 1);
        const Rng own = rng.split("weights").split(static_cast<std::uint64_t>(j));
        group.weights = largest * std::pow(scale_range, -part) * shared_weights(std::ssize(group.members), own);
    }
    Vector middle(dimension);
    Rng place = rng.split("middle");
    for (double& m : middle) m = place.uniform(0.3, 0.7);
    return {std::move(groups), std::move(middle)};
}

}  // namespace sweetspot
