// What measures by weight share: the check of their weights, and the responses that count where all that do count the
// same, for then a place in the order is a matter of counting.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <optional>
#include <vector>

#include "base/check.hpp"
#include "sweetspot/robust/quality.hpp"

namespace sweetspot {

inline void require_weights(std::string_view measure, Index responses, const VectorRef& weights) {
    require(responses == weights.size() && weights.size() > 0,
            "{}: {} responses and {} weights were given; there must be as many of each, and at least one", measure,
            responses, weights.size());
}

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

/// The responses that count, to be put in order.
template <class Column>
void copy_counted(const Column& responses, const std::vector<Index>& counted,
                  std::vector<typename Column::Scalar>& copies) {
    copies.clear();
    for (const Index i : counted) copies.push_back(responses[i]);
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

/// Those of a weight above 0.
[[nodiscard]] inline std::vector<Index> weighted(const VectorRef& weights) {
    std::vector<Index> counted;
    for (Index i = 0; i < weights.size(); ++i) {
        if (weights[i] > 0) counted.push_back(i);
    }
    return counted;
}

/// Where a sum of weights is reached.
struct Reached {
    std::ptrdiff_t place;  ///< of the first response at which it is; how many there are if at none
    double before;         ///< the weights of those before it
};

/// Puts `counted` in order by `comes_before`, but only so far that those before the first one at which
/// `is_reached(weights before it, its own)` stand before it, and the others after it. Takes time in proportion to their
/// number.
template <class ComesBefore, class IsReached>
[[nodiscard]] Reached partition_where(std::vector<Index>& counted, const VectorRef& weights,
                                      const ComesBefore& comes_before, const IsReached& is_reached) {
    std::ptrdiff_t low = 0;
    std::ptrdiff_t high = std::ssize(counted);
    double sum = 0;
    while (low < high) {
        const auto begin = counted.begin() + low;
        const auto middle = begin + (high - low) / 2;
        std::nth_element(begin, middle, counted.begin() + high, comes_before);
        const double before = std::accumulate(begin, middle, sum, [&](double s, Index i) { return s + weights[i]; });
        if (is_reached(before, weights[*middle])) {
            high = middle - counted.begin();
        } else {
            low = middle - counted.begin() + 1;
            sum = before + weights[*middle];
        }
    }
    return {low, sum};
}

/// Quality::values: `reduced` gives the value of one column, in single precision and less the offset, and tells its
/// slopes, a place with its slope each.
template <class Reduced>
[[nodiscard]] Vector values_by_column(const RealisedResponses& responses, double offset, Eigen::MatrixXf* slopes,
                                      const Reduced& reduced) {
    Vector result(responses.cols());
    if (slopes != nullptr) slopes->setZero(responses.rows(), responses.cols());
    for (Index m = 0; m < responses.cols(); ++m) {
        const auto tell = [&](Index i, double slope) {
            if (slopes != nullptr) (*slopes)(i, m) += static_cast<float>(slope);
        };
        result[m] = offset + reduced(responses.col(m), tell);
    }
    return result;
}

}  // namespace sweetspot
