// The methods that the paper compares itself with, and others. Each goes through the same loop with the same initial
// design, model, template and best-so-far rule as bayesian_robust_search, and takes from the options what concerns
// these and the multistart; sampling rule and realisations are not used. `recommend` is the common rule, but for the
// nominal optimisers, which know of no tolerances: they recommend the best value that they measured, its place moved to
// the nearest centre whose region fits.
#pragma once

#include "sweetspot/methods/bayesian_robust_search.hpp"

namespace sweetspot {

/// StableOpt (Bogunovic et al. 2018): x' = argmin max_δ lcb(x + δ) (eq:stableopt-robust-location), next = argmax_δ
/// ucb(x' + δ) (eq:stableopt-xnew), with bounds μ ∓ βσ. Worst case only. Its own report is the candidate x' of a past
/// round whose pessimistic worst case max_δ ucb(x' + δ), by the bounds of that round, was least; none before the first
/// round. `own_recommendation` makes every past round again, so a loop had better keep
/// Proposal::pessimistic_quality as the rounds come.
[[nodiscard]] MethodPtr stableopt(BayesianRobustSearchOptions options = {}, double beta = 2);

/// ur Rehman et al. 2014: next = argmax of the expected improvement, below r_K = min max_δ μ(x + δ), of f at the place
/// of the region where μ is largest; evaluated at the centre. Worst case only. Its own report is argmin max_δ μ(x + δ)
/// over all centres, not only the neighbourhood of the observations.
[[nodiscard]] MethodPtr ur_rehman(BayesianRobustSearchOptions options = {});

/// Plain expected improvement (eq:ei_analytical) over the whole domain.
[[nodiscard]] MethodPtr expected_improvement_search(BayesianRobustSearchOptions options = {});

/// The n-th evaluation is point n of a Latin hypercube of `block` points (then of another) over the whole domain: with
/// the budget as the block, and but for the initial design, the search is one Latin hypercube.
[[nodiscard]] MethodPtr latin_hypercube_search(BayesianRobustSearchOptions options = {}, Index block = 100);

/// Nominal: differential evolution as SciPy does it ("best1bin", F from [0.5, 1] per generation, crossover 0.7), with a
/// population of 2 D + 2, at least 5 and at most 20. The initial design is the first members.
[[nodiscard]] MethodPtr differential_evolution(BayesianRobustSearchOptions options = {});

/// Nominal: CMA-ES from the best point of the initial design; restarts with twice the population when it has converged.
[[nodiscard]] MethodPtr cma_es_search(BayesianRobustSearchOptions options = {});

}  // namespace sweetspot
