// The centre whose region keeps all limits with most to spare, in standard deviations of each output:
//     argmin over x of max( max_t μ(x + t) + κσ(x + t) - ℓ,  max_j S_j(μ_j + κσ_j over x + T_j) - b_j ).
#pragma once

#include <optional>
#include <vector>

#include "sweetspot/base/parallel.hpp"
#include "sweetspot/robust/limit_model.hpp"
#include "sweetspot/search/region_model.hpp"

namespace sweetspot {

struct BalanceQuestion {
    const RegionModel& regions;             ///< of the objective
    std::optional<double> limit;            ///< ℓ, of the objective, in its unit; nothing: it has none
    const std::vector<LimitModel>& limits;  ///< of other outputs, for the same region
    double kappa = 0;
    /// Centres have an evaluation within it; a region that is nearly a point has none in itself.
    const RobustSet& reach;
    const std::vector<Vector>& starts;  ///< centres (unit cube) that are descended from beside those that are found
};

/// In the unit cube. There must be a limit.
[[nodiscard]] Vector balanced_centre(const BalanceQuestion& question, const Rng& rng, const Parallel& parallel);

}  // namespace sweetspot
