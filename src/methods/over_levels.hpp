// The maximum over centres some of whose coordinates are at levels (a series, a choice): combinations of levels are
// compared by an estimate at a few points each, and in the best of them the other coordinates are maximised as usual.
#pragma once

#include <functional>

#include "sweetspot/base/parallel.hpp"
#include "sweetspot/base/rng.hpp"
#include "sweetspot/methods/maximiser.hpp"
#include "sweetspot/robust/centre_levels.hpp"

namespace sweetspot {

/// What is maximised, the larger the better.
struct LevelSearch {
    std::function<double(const Vector& x)> value;
    /// About the same for many points at once (columns).
    std::function<Vector(const Points& points)> estimate;
    /// The maximum in a box that has no levels, or holds the coordinates that have.
    std::function<Maximum(const Box& box)> maximise;
};

/// All combinations where there are few (64), otherwise those of the starts, some at random, and what is reached from
/// the best of them by changing one coordinate after another. The combination of the first start is always among those
/// that are maximised. Where every coordinate has levels, or is held, and combinations are few enough to look at them
/// all, the maximum is that of an exhaustive search.
[[nodiscard]] Maximum maximise_over_levels(const LevelSearch& search, const CentreLevels& levels, const Box& box,
                                           const Points& starts, const Rng& rng, const Parallel& parallel);

/// The same of an acquisition.
[[nodiscard]] Maximum maximise_over_levels(const Maximiser& maximiser, const Maximised& what,
                                           const CentreLevels& levels, const Box& box, const Points& starts,
                                           const Rng& rng, const Parallel& parallel);

}  // namespace sweetspot
