// The largest value of a function in a region, fast: a scan of the region, then quasi-Newton climbs from its best
// points, with jumps to mirror images of where they end. The region must be symmetric in each coordinate. For functions
// that are smooth, or the larger of smooth ones, at the scale of the region.
#pragma once

#include <optional>
#include <vector>

#include "sweetspot/base/rng.hpp"
#include "sweetspot/optimize/objective.hpp"
#include "sweetspot/robust/robust_set.hpp"

namespace sweetspot {

struct RegionSearchOptions {
    Index scan = 160;     ///< points, three of four on the boundary (of a box: every other one a corner)
    Index climbs = 10;    ///< climbs from the best of the scan that lie apart, besides the one from the centre
    int iterations = 25;  ///< of each climb
    double step = 1e-5;   ///< of the forward differences, in units of the tolerance
    /// Stop as soon as a value is above this.
    std::optional<double> stop_above = std::nullopt;
};

/// The largest value found in a region, and where.
struct RegionMaximum {
    Vector point;
    double value = 0;
};

/// max f over the centre's region: a value that is attained there, and a bound from below of the
/// supremum. `guides` are functions that are large where f may be (the violation of a constraint, the
/// response at one frequency): the end of a climb of each from the centre joins the scan. With `stop_above` either the
/// same as without, or some value above it.
[[nodiscard]] RegionMaximum region_maximum_by_climbs(const Objective& f, const std::vector<Objective>& guides,
                                                     const VectorRef& centre, const RobustSet& robust_set,
                                                     const RegionSearchOptions& options, const Rng& rng);

}  // namespace sweetspot
