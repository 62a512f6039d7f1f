// The improvement of one realisation, I_m = max(0, Q*_m - Q_m) (eq:estimated-improvement, line alg:improvement).
#pragma once

#include <algorithm>

namespace sweetspot {

/// How much better (smaller) the candidate's quality is than the best-so-far's in the same realisation; never negative.
[[nodiscard]] inline double improvement(double best_quality, double candidate_quality) {
    return std::max(0.0, best_quality - candidate_quality);
}

}  // namespace sweetspot
