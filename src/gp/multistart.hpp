// The best of several L-BFGS-B runs on a log posterior.
#pragma once

#include <vector>

#include "gp/log_posterior.hpp"
#include "sweetspot/base/parallel.hpp"
#include "sweetspot/optimize/objective.hpp"

namespace sweetspot::detail {

enum class Starts {
    all,      ///< every start runs to convergence
    halved,   ///< every start runs a few iterations and the best few go on
    screened  ///< only the best of the starts runs: they are optima of a part of the data
};

/// What a fit with these options does. With priors, or one length scale, halving takes half the evaluations for the
/// same log posterior (multistart.cpp has the figures). The plain likelihood with ARD is too rugged (46 to 49 of 60),
/// so there every start runs.
[[nodiscard]] Starts starts_for(const FitOptions& options);

/// Where the runs that were left ended, at least one, best first. Equal values are decided by the smaller index, so the
/// result does not depend on the number of threads. Values are +inf when no start is finite.
[[nodiscard]] std::vector<Minimum> minimize_posterior(const LogPosterior& posterior, const std::vector<Vector>& starts,
                                                      Starts policy, int max_iterations, const Parallel& parallel);

}  // namespace sweetspot::detail
