// The best-so-far centre where other outputs have limits: x* = argmin Q̂({μ(x + δ) : δ ∈ T}) over the centres of the
// neighbourhood of the observations whose region keeps every limit surely enough (methods/limit_pieces); where there is
// none, the centre that is nearest to it.
#pragma once

#include <vector>

#include "robust/neighbourhood.hpp"
#include "sweetspot/base/parallel.hpp"
#include "sweetspot/robust/best_so_far.hpp"
#include "sweetspot/robust/limit_model.hpp"

namespace sweetspot {

struct FeasibleBest {
    BestSoFar best;
    double violation =
        0;  ///< the largest S_j(μ + κσ) - b_j, in standard deviations of the outputs; at most 0: feasible

    [[nodiscard]] bool feasible() const { return violation <= 1e-9; }  // rounding
};

/// What is judged: by the model of the objective over its template, within the limits.
struct LimitedQuality {
    const GaussianProcess& gp;
    const Template& T;
    const Vector& weights;
    const Quality& quality;
    const std::vector<LimitModel>& limits;
};

[[nodiscard]] FeasibleBest feasible_best_so_far(const LimitedQuality& judged, const Neighbourhood& neighbourhood,
                                                const BestSoFarOptions& options, const Rng& rng,
                                                const Parallel& parallel);
/// By descents from these centres alone, at least one.
[[nodiscard]] FeasibleBest feasible_best_from(const LimitedQuality& judged, const Neighbourhood& neighbourhood,
                                              const std::vector<Vector>& starts, const Parallel& parallel);

}  // namespace sweetspot
