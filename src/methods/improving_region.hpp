// Line 4 of Algorithm 1: the region of largest expected improvement of the robust quality, x' = argmax EI_ε(x, x*, T).
// How many realisations, which coarser versions are searched first and what is done where nothing improves is decided
// here.
#pragma once

#include "sweetspot/methods/iteration.hpp"
#include "sweetspot/methods/maximiser.hpp"

namespace sweetspot {

class JointFeasibility;

/// Where improvement counts only within limits: the probability that a region keeps them, and a cheaper version.
struct ImprovementWithin {
    const JointFeasibility& limits;
    const JointFeasibility& coarse_limits;
};

/// Unless `within` is null, the region of largest expected improvement within limits; x* itself where nothing improves.
[[nodiscard]] ChosenRegion improving_region(const ImprovementOptions& options, const Iteration& iteration,
                                            const GaussianProcess& gp, const Vector& x_star,
                                            const ImprovementWithin* within = nullptr);

}  // namespace sweetspot
