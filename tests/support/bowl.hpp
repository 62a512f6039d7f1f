// Bumped Bowl, and a search of it that has been under way for a while.
#pragma once

#include <cmath>

#include "sweetspot/search/optimizer.hpp"

namespace sweetspot::testing {

inline double bowl(const Vector& x) {
    return std::log(x.squaredNorm() + std::exp(-10 * x.squaredNorm()));
}

/// An optimizer that was told that many of its own suggestions.
inline Optimizer after(Index evaluations, const Problem& problem, const Options& options) {
    Optimizer optimizer(problem, options);
    for (Index n = 0; n < evaluations; ++n) {
        const Vector x = optimizer.ask().x;
        optimizer.tell(x, bowl(x));
    }
    return optimizer;
}

}  // namespace sweetspot::testing
