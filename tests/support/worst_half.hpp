// A measure that is neither a maximum nor linear, as a user might bring one.
#pragma once

#include <algorithm>

#include "base/order.hpp"
#include "sweetspot/robust/quality.hpp"

namespace sweetspot::support {

/// The mean of the worst half by weight.
inline QualityPtr worst_half() {
    return custom_quality("worst half", [](const VectorRef& responses, const VectorRef& weights) {
        double left = 0.5;
        double sum = 0;
        for (const Index i : descending(responses)) {
            const double share = std::min(left, weights[i]);
            sum += share * responses[i];
            left -= share;
        }
        return sum / 0.5;
    });
}

}  // namespace sweetspot::support
