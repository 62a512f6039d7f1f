// The default search. It takes turns between steps with different strengths:
//   improvement  the paper's: the region of largest expected improvement of the robust quality; safe, but shuns the
//                unknown, for the maximum of a realisation over an unexplored region is large;
//   optimism     StableOpt's: the region whose worst case could be best, argmin max_δ μ - βσ; finds what improvement
//                does not look for; on a model without main effects, for a sum that fits by chance would hide it;
//   assurance    the region of the best-so-far centre itself: makes sure of the answer, and denser where tolerances are
//                small;
// each evaluates where μ + βσ is largest in its region. The model has main effects (gp/main_effects), its outputs are
// warped if evidence asks for it and its length scales are tied.
#pragma once

#include <vector>

#include "sweetspot/methods/improvement_options.hpp"
#include "sweetspot/methods/method.hpp"
#include "sweetspot/methods/model_options.hpp"

namespace sweetspot {

struct AlternatingStep {
    enum class Kind { improvement, optimism, assurance };
    Kind kind;
    double beta = 2;  ///< coefficient of σ in the step's bounds
};

struct AlternatingOptions {
    /// Taken in turn, from the first suggestion after the initial design on.
    std::vector<AlternatingStep> cycle = {
        {AlternatingStep::Kind::improvement}, {AlternatingStep::Kind::optimism}, {AlternatingStep::Kind::assurance}};
    ImprovementOptions improvement;
    ModelOptions model = warped_model();
    Index screening = 1000;  ///< centres that an optimistic step looks at before it descends
};

[[nodiscard]] MethodPtr alternating_robust_search(AlternatingOptions options = {});

}  // namespace sweetspot
