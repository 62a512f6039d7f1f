// The responses that count where all that do count the same: then a place in the order is a matter of counting.
#pragma once

#include <cmath>
#include <optional>
#include <vector>

#include "sweetspot/base/linear_algebra.hpp"

namespace sweetspot {

/// Those of a weight above 0, if these weights are all equal.
[[nodiscard]] inline std::optional<std::vector<Index>> evenly_weighted(const VectorRef& weights) {
    std::vector<Index> counted;
    for (Index i = 0; i < weights.size(); ++i) {
        if (!(weights[i] > 0)) continue;
        // Equal up to the rounding of a sum that they were divided by.
        if (!counted.empty() && std::abs(weights[i] - weights[counted.front()]) > 1e-12 * weights[i]) {
            return std::nullopt;
        }
        counted.push_back(i);
    }
    if (counted.empty()) return std::nullopt;
    return counted;
}

/// The first of the counted responses with that value.
template <class Column>
[[nodiscard]] Index place_of(typename Column::Scalar value, const Column& responses,
                             const std::vector<Index>& counted) {
    for (const Index i : counted) {
        if (responses[i] == value) return i;
    }
    return counted.back();
}

}  // namespace sweetspot
