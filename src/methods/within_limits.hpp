// What a method that knows limits adds to an iteration: a model per limited output, the best-so-far centre that keeps
// them, regions chosen with all outputs in view, and the place in a region where the most is to be learned.
//
// Before a region is known that keeps the limits surely enough, every step looks for one: the improving step maximises
// the probability that all limits are kept, the optimistic one takes the region that could keep them best.
#pragma once

#include <limits>
#include <optional>
#include <vector>

#include "acquisition/region_feasibility.hpp"
#include "methods/feasible_best_so_far.hpp"
#include "sweetspot/methods/iteration.hpp"
#include "sweetspot/methods/maximiser.hpp"

namespace sweetspot {

/// Of a region that is chosen before one is known that keeps the limits: there is nothing yet to improve on.
inline constexpr double unknown_improvement = std::numeric_limits<double>::quiet_NaN();

/// A model per limit, in the order of the problem's limits, without those of outputs that have no value yet.
[[nodiscard]] std::vector<LimitModel> fitted_limits(const ModelOptions& options, const Situation& situation);

/// `iteration`, `options` and `gp` must outlive it.
class WithinLimits {
  public:
    /// Fits the models of the limited outputs and finds the best-so-far centre.
    WithinLimits(const Iteration& iteration, const ModelOptions& options, const GaussianProcess& gp);

    /// In the order of the problem's limits, without those of outputs that have no value yet.
    [[nodiscard]] const std::vector<LimitModel>& limits() const { return limits_; }
    [[nodiscard]] const FeasibleBest& best() const { return best_; }

    /// The region of largest EI · Π P; of largest Π P where no feasible one is known.
    [[nodiscard]] ChosenRegion improving_region(const ImprovementOptions& options) const;
    /// The region that could be best among those that could keep the limits, by μ - βσ of every output; where no
    /// feasible one is known, the one that could keep them best.
    [[nodiscard]] Vector optimistic_region(double beta, Index screening) const;
    /// Where the rule would evaluate for the output of which the most is to be learned: the objective, or a limit that
    /// may or may not be kept.
    [[nodiscard]] Vector sample(const SamplingRule& rule, const Vector& x_prime) const;

  private:
    const Iteration& iteration_;
    const GaussianProcess& gp_;
    std::vector<LimitModel> limits_;
    FeasibleBest best_;
    std::optional<JointFeasibility> feasibility_;
    std::optional<JointFeasibility> coarse_;
};

/// The common report rule within limits.
[[nodiscard]] Recommendation recommend_within_limits(const ModelOptions& options, const Situation& situation);

}  // namespace sweetspot
