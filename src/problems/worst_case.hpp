// The true worst case of any function by many local searches, with a statement of how far to trust it.
#pragma once

#include <optional>

#include "sweetspot/base/rng.hpp"
#include "sweetspot/optimize/objective.hpp"
#include "sweetspot/robust/robust_set.hpp"

namespace sweetspot {

struct WorstCaseOptions {
    Index starts = 100;   ///< independent random starts, half in the region and half on its boundary
    int iterations = 60;  ///< of each local search
    double same = 1e-6;   ///< ends whose values differ by less, relative to the spread of values, are the same maximum
    double step = 1e-6;   ///< of the finite differences, in units of the tolerance
};

/// The largest value found in a region.
struct WorstCase {
    Vector point;
    double value = 0;
    /// 1 - the estimated chance that one more start would end at a maximum not seen yet (Good-Turing: (number of maxima
    /// seen exactly once + 1)/(starts + 1)). Near 1: the maxima of the region are known. Near 0: use more starts.
    double reliability = 0;
    /// The fraction of the starts that ended at the best value.
    double agreement = 0;
    int evaluations = 0;
};

/// max f(centre + δ) over δ in the robust set: quasi-Newton ascent on the set from `starts` independent points, with
/// finite differences that may leave the set by `step`. f must be finite there. The value is attained at `point`; that
/// nothing larger exists is a statistical statement about the starts (`reliability`), not a proof: a spike narrower
/// than the starts are dense is invisible to it.
[[nodiscard]] WorstCase true_worst_case(const Objective& f, const VectorRef& centre, const RobustSet& robust_set,
                                        const WorstCaseOptions& options, const Rng& rng);

struct ScannedWorstCaseOptions {
    int scan = 100;         ///< directions to the boundary, a scrambled Sobol' sequence, after the centre
    int climbs = 6;         ///< short climbs, from the best of the scan that lie apart
    int climb_length = 10;  ///< values of each
    int last_climb = 40;    ///< values of the climb that goes on from the best point of all
    double step = 0.2;      ///< first step of a climb, in units of the tolerance
    double moved = 1;       ///< the chance of a coordinate to be moved by a step
    /// Stop as soon as a value is above this: enough for a search that only asks whether a centre is worse than
    /// another.
    std::optional<double> stop_above = std::nullopt;
};

/// The largest value found in a region, and where.
struct ScannedWorstCase {
    Vector point;
    double value = 0;
    int evaluations = 0;
};

/// max f(centre + δ) over δ in the robust set by a scan and climbs of random steps, for functions whose slopes say
/// nothing: plateaux, jumps, single precision. A bound from below that is attained at `point`, without a statement of
/// how far to trust it. With `stop_above` either the same as without, or some value above it.
[[nodiscard]] ScannedWorstCase scanned_worst_case(const Objective& f, const VectorRef& centre,
                                                  const RobustSet& robust_set, const ScannedWorstCaseOptions& options,
                                                  const Rng& rng);

}  // namespace sweetspot
