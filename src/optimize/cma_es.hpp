// CMA-ES: the covariance matrix adaptation evolution strategy, for functions without usable gradients.
#pragma once

#include <optional>

#include "sweetspot/base/rng.hpp"
#include "sweetspot/optimize/objective.hpp"

namespace sweetspot {

struct CmaEsOptions {
    double sigma = 0.3;                            ///< first step size, as a fraction of the box's width per coordinate
    std::optional<int> population = std::nullopt;  ///< offspring per generation; automatic: 4 + ⌊3 ln D⌋
    int max_evaluations = 5000;
    double value_tolerance = 1e-12;  ///< stop when the best values of recent generations differ by less
    double step_tolerance = 1e-12;   ///< stop when every standard deviation is below this fraction of the box's width
};

/// Minimises from `start`. Offspring outside the box are repaired to it and ranked with a penalty on the repair;
/// every evaluation is inside the box.
[[nodiscard]] Minimum minimize_cma_es(const Objective& objective, const Box& box, const Vector& start,
                                      const CmaEsOptions& options, Rng rng);

}  // namespace sweetspot
