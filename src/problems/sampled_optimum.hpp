// The reference robust optimum of a problem of which only values are known, as the paper estimates it for the pushing
// problems: uniform samples of the robust quality, then CMA-ES from the best of them.
#pragma once

#include <cstdint>
#include <vector>

#include "sweetspot/problems/benchmark.hpp"

namespace sweetspot {

struct SampledOptimumOptions {
    Index samples = 1000;    ///< centres drawn uniformly
    Index starts = 20;       ///< the best of them, from each of which CMA-ES descends
    int evaluations = 32;    ///< worst cases per descent
    Index finalists = 3;     ///< the best of the descents, which go on
    int more = 64;           ///< … with as many worst cases each
    double sigma = 0.1;      ///< first step of CMA-ES, as a fraction of the box of centres
    std::uint64_t seed = 1;  ///< another seed is another search
    int threads = 1;         ///< the result does not depend on it
    /// Centres that were found elsewhere: they start descents too, and the better one is kept.
    std::vector<Vector> known = {};
};

/// The best centre seen and its worst case. Samples are dropped only when they cannot be among the best; of a
/// generation of CMA-ES the offspring that are seen to be no parents are not looked at further (their rank among
/// themselves changes nothing, but where offspring left the box the penalty on that may see too small a value).
/// `accuracy` is the lead of the best descent over the second best: small if two descents met; a statement about the
/// search, not a proof. Seeded: always the same answer.
[[nodiscard]] ReferenceOptimum sampled_optimum(const Benchmark& benchmark, Index dimension, Norm norm, double tolerance,
                                               const SampledOptimumOptions& options);

/// The stored optimum where there is one (generated instances of the pushing problems, p = 2, the default tolerance),
/// otherwise sampled_optimum().
[[nodiscard]] ReferenceOptimum stored_or_sampled_optimum(const Benchmark& benchmark, Index dimension, Norm norm,
                                                         double tolerance, const SampledOptimumOptions& options);

}  // namespace sweetspot
