// The methods that the paper compares itself with, and others. Each goes through the same loop with the same initial
// design as bayesian_robust_search, and those with a model share its model, template and best-so-far rule. `recommend`
// is the common rule, but for the nominal optimisers, which know of no tolerances: they recommend the best value that
// they measured, its place moved to the nearest centre whose region fits.
#pragma once

#include "sweetspot/methods/maximiser.hpp"
#include "sweetspot/methods/method.hpp"
#include "sweetspot/methods/model_options.hpp"

namespace sweetspot {

struct StableOptOptions {
    double beta = 2;         ///< coefficient of σ in the bounds
    Index screening = 1000;  ///< centres that are looked at before the descents
    ModelOptions model;
};
/// StableOpt (Bogunovic et al. 2018): x' = argmin max_δ lcb(x + δ) (eq:stableopt-robust-location), next = argmax_δ
/// ucb(x' + δ) (eq:stableopt-xnew), with bounds μ ∓ βσ. Worst case only. Its own report is the candidate x' of a past
/// round whose pessimistic worst case max_δ ucb(x' + δ), by the bounds of that round, was least; none before the first
/// round. `own_recommendation` makes every past round again, so a loop had better keep
/// Proposal::pessimistic_quality as the rounds come.
[[nodiscard]] MethodPtr stableopt(StableOptOptions options = {});

struct UrRehmanOptions {
    MultistartOptions multistart = {.max_iterations = 10};  ///< more of them end at the same jumps
    ModelOptions model;
};
/// ur Rehman et al. 2014: next = argmax of the expected improvement, below r_K = min max_δ μ(x + δ), of f at the place
/// of the region where μ is largest; evaluated at the centre. Worst case only. Its own report is argmin max_δ μ(x + δ)
/// over all centres, not only the neighbourhood of the observations.
[[nodiscard]] MethodPtr ur_rehman(UrRehmanOptions options = {});

struct ExpectedImprovementOptions {
    MaximiserPtr maximiser = multistart_maximiser();
    ModelOptions model;
};
/// Plain expected improvement (eq:ei_analytical) over the whole domain.
[[nodiscard]] MethodPtr expected_improvement_search(ExpectedImprovementOptions options = {});

struct LatinHypercubeOptions {
    Index block = 100;
    ModelOptions model;  ///< of the recommendation; proposals need none
};
/// The n-th evaluation is point n of a Latin hypercube of `block` points (then of another) over the whole domain: with
/// the budget as the block, and but for the initial design, the search is one Latin hypercube.
[[nodiscard]] MethodPtr latin_hypercube_search(LatinHypercubeOptions options = {});

/// Nominal: differential evolution as SciPy does it ("best1bin", F from [0.5, 1] per generation, crossover 0.7), with a
/// population of 2 D + 2, at least 5 and at most 20. The initial design is the first members. The model is that by
/// which others say what the recommended region is worth; proposals need none.
[[nodiscard]] MethodPtr differential_evolution(ModelOptions model = {});

/// Nominal: CMA-ES from the best point of the initial design; restarts with twice the population when it has converged.
[[nodiscard]] MethodPtr cma_es_search(ModelOptions model = {});

}  // namespace sweetspot
