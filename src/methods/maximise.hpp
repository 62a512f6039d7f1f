// Line 4 of Algorithm 1: x' = argmax EI_ε(x, x*, T), by the maximiser of choice.
#pragma once

#include <string>

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

/// `cheaper` serves the multistart, cheapest first. With cma_es and direct the better of theirs and an L-BFGS-B polish
/// of it.
[[nodiscard]] AcquisitionMaximum maximise(const Acquisition& acquisition,
                                          const std::vector<CheaperAcquisition>& cheaper, const Box& box,
                                          Maximiser maximiser, const MultistartOptions& multistart, Index realisations,
                                          const Rng& rng, const Parallel& parallel);

/// Starts against the zero plateau: most of the domain can have an EI of exactly 0, but not the surroundings of x* and
/// of the best observations.
[[nodiscard]] Points plateau_starts(const Problem& problem, const Observations& observations, const Vector& x_star,
                                    Rng rng);

/// The centre whose quality by μ - 2σ is best: where to look when no realisation shows an improvement.
[[nodiscard]] Vector most_optimistic(const GaussianProcess& gp, const Template& T, const Vector& weights,
                                     const Quality& quality, const Box& box, const MultistartOptions& multistart,
                                     const Rng& rng, const Parallel& parallel);

}  // namespace sweetspot
