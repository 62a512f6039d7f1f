// Parts of every search for the best-so-far centre: which centres of the neighbourhood are looked at, and how a descent
// goes on from one region to the next.
#pragma once

#include <functional>

#include "robust/neighbourhood.hpp"
#include "sweetspot/gp/gaussian_process.hpp"
#include "sweetspot/optimize/objective.hpp"

namespace sweetspot {

/// The centres that are looked at first: every observation whose region can be reached (moved into the box of centres),
/// the points down the slope of the mean within its region, and random members of the neighbourhood; or a Latin
/// hypercube of the box when there is no neighbourhood in it.
[[nodiscard]] Points centre_candidates(const GaussianProcess& gp, const Neighbourhood& neighbourhood,
                                       const Box& centres, Index draws, Rng rng);

/// `within` descends from a point inside a convex set. From `start` that set is the region of the nearest observation,
/// and on in the next one where the end is nearer to another observation; the box of centres when no region meets it.
[[nodiscard]] Minimum descend_through_regions(
    const Neighbourhood& neighbourhood, const Vector& start,
    const std::function<Minimum(const Projection& project, const Vector& start)>& within);

}  // namespace sweetspot
