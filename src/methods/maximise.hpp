// What helps to maximise an expected improvement: rules for averages, starts off its zero plateau, and where to look
// when nothing improves.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "acquisition/average_expected_improvement.hpp"
#include "sweetspot/methods/maximiser.hpp"
#include "sweetspot/methods/method.hpp"

namespace sweetspot {

using AverageImprovementPtr = std::shared_ptr<const AverageExpectedImprovement>;

/// The maximum for the average quality, by one model or by the members of an ensemble: `maximiser` searches by rules of
/// few points, the value is exact, and where the rules are off by more than a hundredth of it the exact function has
/// the last word on x too.
[[nodiscard]] Maximum maximise_average(const std::vector<AverageImprovementPtr>& members, const Box& box,
                                       const std::function<Maximum(const Maximised& what)>& maximiser,
                                       const CentreLevels& levels = {});

/// Starts against the zero plateau: most of the domain can have an EI of exactly 0, but not the surroundings of x* and
/// of the best observations.
[[nodiscard]] Points plateau_starts(const Problem& problem, const Observations& observations, const Vector& x_star,
                                    Rng rng);

/// The centre, of 1000 that are screened, whose quality by μ - 2σ is best: where to look when no realisation shows an
/// improvement.
[[nodiscard]] Vector most_optimistic(const GaussianProcess& gp, const Template& T, const Vector& weights,
                                     const Quality& quality, const Box& box, const Rng& rng, const Parallel& parallel,
                                     const CentreLevels& levels = {});

}  // namespace sweetspot
