// Line 4 of Algorithm 1: x' = argmax EI_ε(x, x*, T), by the maximiser of choice.
#pragma once

#include <functional>
#include <string>

#include "sweetspot/acquisition/average_expected_improvement.hpp"
#include "sweetspot/methods/bayesian_robust_search.hpp"

namespace sweetspot {

struct AcquisitionMaximum {
    Vector x;
    double value = 0;  // standardised
    Index realisations = 0;
    std::string note;
};

/// A cheaper acquisition with nearly the same maxima (see Approximation).
struct CheaperAcquisition {
    const Acquisition* acquisition;
    int iterations;
    Index survivors;
};

/// What is maximised, and what makes the multistart cheap: cheaper versions, cheapest first, of which the first is
/// screened; and, unless null, one that estimates all screened points, of which the best are then screened.
struct Maximised {
    const Acquisition& acquisition;
    std::vector<CheaperAcquisition> cheaper = {};
    const Acquisition* screening = nullptr;
};

/// The maximum of an acquisition over a box.
[[nodiscard]] AcquisitionMaximum maximise(const Maximised& what, const Box& box, Maximiser maximiser,
                                          const MultistartOptions& multistart, Index realisations, const Rng& rng,
                                          const Parallel& parallel);

/// The same for the average quality: `maximiser` searches by rules of few points, the value is exact, and where the
/// rules are off by more than a hundredth of it the exact function has the last word on x too.
[[nodiscard]] AcquisitionMaximum maximise_average(
    const AverageExpectedImprovement& exact, const Box& box,
    const std::function<AcquisitionMaximum(const Maximised& what)>& maximiser);

/// Starts against the zero plateau: most of the domain can have an EI of exactly 0, but not the surroundings of x* and
/// of the best observations.
[[nodiscard]] Points plateau_starts(const Problem& problem, const Observations& observations, const Vector& x_star,
                                    Rng rng);

/// The centre whose quality by μ - 2σ is best: where to look when no realisation shows an improvement.
[[nodiscard]] Vector most_optimistic(const GaussianProcess& gp, const Template& T, const Vector& weights,
                                     const Quality& quality, const Box& box, const MultistartOptions& multistart,
                                     const Rng& rng, const Parallel& parallel);

}  // namespace sweetspot
