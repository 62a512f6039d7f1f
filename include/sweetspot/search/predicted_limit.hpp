// What is known of a limit on another output at the region of a centre: the value that it bounds, with its interval,
// how sure it is that the limit is kept, whether it keeps the centre from being better, and where in the region.
#pragma once

#include <vector>

#include "sweetspot/base/rng.hpp"
#include "sweetspot/robust/limit_model.hpp"
#include "sweetspot/robust/problem.hpp"
#include "sweetspot/search/region_model.hpp"

namespace sweetspot {

struct PredictedLimit {
    Limit limit;
    /// The worst of the output in the region, the quantile of the share, or the value at the centre, in the output's
    /// unit.
    Estimate value;
    /// That the limit is kept, by joint realisations that are widened as intervals are; 0 … 1.
    double probability = 0;
    /// The limit is kept surely enough with next to nothing to spare, or not at all: without it, another centre might
    /// be better.
    bool binds = false;
    Vector where;     ///< in the region, where the output is expected to be nearest to the limit or beyond
    Index known = 0;  ///< values of the output that the model is made of; 0: nothing else here is known
};

/// Of every limit of the problem, in its order, at a centre in the unit cube. `models` are those of a recommendation.
[[nodiscard]] std::vector<PredictedLimit> predicted_limits(const Problem& problem,
                                                           const std::vector<LimitModel>& models, const VectorRef& u,
                                                           const Rng& seed);

}  // namespace sweetspot
