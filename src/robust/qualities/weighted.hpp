// What measures by weight share: the check of their weights, and the responses that count where all that do count the
// same, for then a place in the order is a matter of counting.
#pragma once

#include <cmath>
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

/// Quality::values where those that count weigh the same: `reduced` gives the value of one column, in single precision
/// and less the offset, and tells its slopes, a place with its slope each.
template <class Reduced>
[[nodiscard]] Vector even_values(const RealisedResponses& responses, double offset, Eigen::MatrixXf* slopes,
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
