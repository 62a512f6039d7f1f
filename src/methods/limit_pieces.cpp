#include "methods/limit_pieces.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "methods/region_minimum.hpp"

namespace sweetspot {

Block limit_block(const std::vector<LimitModel>& limits, double kappa) {
    std::vector<Block> blocks;
    for (const LimitModel& limit : limits) {
        RegionFunction h =
            kappa == 0 ? mean_over_regions(limit.gp, limit.T) : lower_bound_over_regions(limit.gp, limit.T, -kappa);
        Block block = reduced({limit.T.size(), std::move(h.pieces)}, limit.T.weights, *limit.statistic);
        blocks.push_back(rescaled(std::move(block), limit.bound, 1));
    }
    return stacked(std::move(blocks));
}

double limit_excess(const std::vector<LimitModel>& limits, double kappa, const Vector& x) {
    double largest = -std::numeric_limits<double>::infinity();
    for (const LimitModel& limit : limits) {
        const Points places = limit.T.at(x);
        const Vector h = limit.gp.mean(places) + kappa * limit.gp.variance(places).cwiseSqrt();
        largest = std::max(largest, limit.statistic->value(h, limit.T.weights) - limit.bound);
    }
    return largest;
}

}  // namespace sweetspot
