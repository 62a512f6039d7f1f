// Questions about tolerances that a fitted model answers without a new evaluation: how far they may grow before a limit
// is broken, and how much of the spread each of them causes.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "sweetspot/search/description.hpp"
#include "sweetspot/search/region_model.hpp"

namespace sweetspot {

/// The factor by which tolerances may be multiplied so that the worst of the region stays within a limit.
struct ToleranceRoom {
    double by_mean = 0;  ///< as the model expects it
    double safely = 0;   ///< so that hardly anything is worse than the limit
    /// The largest factor that was looked at: a region of more does not fit in the bounds. A factor as large as this
    /// may be larger still.
    double most = 0;
    double value = 0;  ///< at the centre itself, by the model: where it is beyond the limit, no factor helps
    Vector centre;     ///< in the parameters' units
    Vector safe_centre;
};

/// At a centre (in the parameters' units), of all tolerances, or of that of one parameter. `model` is of the search's
/// problem, whatever its tolerances.
[[nodiscard]] ToleranceRoom tolerance_room_at(const SearchDescription& search, const GaussianProcess& model,
                                              const VectorRef& centre, double limit,
                                              const std::optional<std::size_t>& parameter = std::nullopt);
/// At the centre that is best for each size.
[[nodiscard]] ToleranceRoom tolerance_room(const SearchDescription& search, const GaussianProcess& model, double limit,
                                           const Parallel& parallel,
                                           const std::optional<std::size_t>& parameter = std::nullopt);

/// How much of what varies over a region one deviation causes. Shares of the variance of the posterior mean under the
/// law of deviation.
struct Contribution {
    std::string name;        ///< of the parameter
    double alone = 0;        ///< Var(E[f | u_d]) / Var f
    double alone_error = 0;  ///< its Monte Carlo error, one standard error
    double total = 0;        ///< E[Var(f | all but u_d)] / Var f: what would go if it were built exactly
    double total_error = 0;
    double worst_cost = 0;  ///< how much better the worst case were, at the same centre, if it were built exactly
};

struct Contributions {
    double average = 0;               ///< of the posterior mean over the region
    double sd = 0;                    ///< … and its spread
    std::vector<Contribution> parts;  ///< the largest total first; of parameters that are not built exactly
};

/// At a centre in the parameters' units.
[[nodiscard]] Contributions contributions(const SearchDescription& search, const GaussianProcess& model,
                                          const VectorRef& centre);

}  // namespace sweetspot
