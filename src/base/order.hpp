// Indices: all of them, or in the order of a key.
#pragma once

#include <algorithm>
#include <functional>
#include <numeric>
#include <vector>

#include "sweetspot/base/linear_algebra.hpp"

namespace sweetspot {

/// 0, 1, …, n - 1.
[[nodiscard]] inline std::vector<Index> all_indices(Index n) {
    std::vector<Index> all(static_cast<std::size_t>(n));
    std::iota(all.begin(), all.end(), Index{0});
    return all;
}

/// The indices below n by `key` of an index, least first; equal ones in their order.
template <class Key, class Compare = std::less<>>
[[nodiscard]] std::vector<Index> order_by(Index n, Key key, Compare compare = {}) {
    std::vector<Index> order = all_indices(n);
    std::ranges::stable_sort(order, compare, key);
    return order;
}

/// The indices of `values`, the least value first.
[[nodiscard]] inline std::vector<Index> ascending(const VectorRef& values) {
    return order_by(values.size(), [&](Index i) { return values[i]; });
}

/// The indices of `values`, the largest value first.
[[nodiscard]] inline std::vector<Index> descending(const VectorRef& values) {
    return order_by(
        values.size(), [&](Index i) { return values[i]; }, std::greater<>());
}

}  // namespace sweetspot
