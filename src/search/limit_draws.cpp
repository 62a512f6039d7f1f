#include "search/limit_draws.hpp"

#include "search/region_supremum.hpp"

namespace sweetspot {

Rng limit_rng(const LimitModel& limit, const Rng& seed) {
    return seed.split("answer").split("limit").split(limit.limit.of);
}

Vector share_draws(const LimitModel& limit, const VectorRef& u, const Rng& rng) {
    const Matrix joint = joint_draws(limit.gp.joint(limit.T.at(u)), limit_realisations, rng);
    Vector draws(joint.cols());
    for (Index j = 0; j < draws.size(); ++j) draws[j] = limit.statistic->value(joint.col(j), limit.T.weights);
    return draws;
}

}  // namespace sweetspot
