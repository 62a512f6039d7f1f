// The methods that come with sweetspot: the paper's, the default, their rivals; and the family of them by name, for the
// edge where names are typed.
#pragma once

#include <functional>
#include <optional>
#include <string_view>
#include <vector>

#include "sweetspot/base/family.hpp"
#include "sweetspot/methods/maximiser.hpp"
#include "sweetspot/methods/method.hpp"
#include "sweetspot/methods/model_options.hpp"
#include "sweetspot/sampling/sampling_rule.hpp"

namespace sweetspot {

// Algorithm 1 of the paper: Bayesian robust optimisation by the expected improvement of the robust quality.

struct BayesianRobustSearchOptions {
    SamplingRulePtr sampling = sample_most_uncertain();
    ImprovementOptions improvement = {};
    ModelOptions model = {};
};

/// The settings of the paper's experiments: M = 100, 500, 1000; isotropic GP with noise 1e-6 and no priors.
[[nodiscard]] BayesianRobustSearchOptions paper_profile();

[[nodiscard]] MethodPtr bayesian_robust_search(BayesianRobustSearchOptions options = {});

// The default search. It takes turns between steps with different strengths:
//   improvement  the paper's: the region of largest expected improvement of the robust quality; safe, but shuns the
//                unknown, for the maximum of a realisation over an unexplored region is large;
//   optimism     StableOpt's: the region whose worst case could be best, argmin max_δ μ - βσ; finds what improvement
//                does not look for; on a model without main effects, for a sum that fits by chance would hide it;
//   assurance    the region of the best-so-far centre itself: makes sure of the answer, and denser where tolerances are
//                small;
// each evaluates where μ + βσ is largest in its region. The model has main effects (gp/main_effects), its outputs are
// warped if evidence asks for it and its length scales are tied.

struct AlternatingStep {
    enum class Kind { improvement, optimism, assurance };
    Kind kind;
    double beta = 2;  ///< coefficient of σ in the step's bounds
};

struct AlternatingOptions {
    /// Taken in turn, from the first suggestion after the initial design on.
    std::vector<AlternatingStep> cycle = {
        {AlternatingStep::Kind::improvement}, {AlternatingStep::Kind::optimism}, {AlternatingStep::Kind::assurance}};
    ImprovementOptions improvement = {};
    ModelOptions model = warped_model();
    Index screening = 1000;  ///< centres that an optimistic step looks at before it descends
};

[[nodiscard]] MethodPtr alternating_robust_search(AlternatingOptions options = {});

// A search for the centre and the size of its region together: the centre around which the tolerances, all times the
// same factor, may be largest while the worst case keeps a limit. The problem's tolerances are the shape (factor 1),
// and centres are those around which that fits in the bounds. It solves another problem than the family's methods, so
// it is none of them: a description asks for it by its region.

struct LargestRegionOptions {
    double limit = 0;        ///< what a build may have at most, in the unit of y
    double beta = 2;         ///< coefficient of σ in the bounds
    Index screening = 1000;  ///< centres that are looked at before the best of them move
    ModelOptions model = warped_model();
};
[[nodiscard]] MethodPtr largest_region_search(LargestRegionOptions options);

// The methods that the paper compares itself with, and others. Each goes through the same loop with the same initial
// design as bayesian_robust_search, and those with a model share its model, template and best-so-far rule. `recommend`
// is the common rule, but for the nominal optimisers, which know of no tolerances: they recommend the best value that
// they measured, its place moved to the nearest centre whose region fits.

struct StableOptOptions {
    double beta = 2;         ///< coefficient of σ in the bounds
    Index screening = 1000;  ///< centres that are looked at before the descents
    ModelOptions model = {};
};
/// StableOpt (Bogunovic et al. 2018): x' = argmin max_δ lcb(x + δ) (eq:stableopt-robust-location), next = argmax_δ
/// ucb(x' + δ) (eq:stableopt-xnew), with bounds μ ∓ βσ. Worst case only. Its own report is the candidate x' of a past
/// round whose pessimistic worst case max_δ ucb(x' + δ), by the bounds of that round, was least; none before the first
/// round. `own_recommendation` makes every past round again, so a loop had better keep
/// Proposal::pessimistic_quality as the rounds come.
[[nodiscard]] MethodPtr stableopt(StableOptOptions options = {});

struct UrRehmanOptions {
    MultistartOptions multistart = {.max_iterations = 10};  ///< more of them end at the same jumps
    ModelOptions model = {};
};
/// ur Rehman et al. 2014: next = argmax of the expected improvement, below r_K = min max_δ μ(x + δ), of f at the place
/// of the region where μ is largest; evaluated at the centre. Worst case only. Its own report is argmin max_δ μ(x + δ)
/// over all centres, not only the neighbourhood of the observations.
[[nodiscard]] MethodPtr ur_rehman(UrRehmanOptions options = {});

struct ExpectedImprovementOptions {
    MaximiserPtr maximiser = multistart_maximiser();
    ModelOptions model = {};
};
/// Plain expected improvement (eq:ei_analytical) over the whole domain.
[[nodiscard]] MethodPtr expected_improvement_search(ExpectedImprovementOptions options = {});

struct LatinHypercubeOptions {
    Index block = 100;
    ModelOptions model = {};  ///< of the recommendation; proposals need none
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

// The family.

/// What a method is made of besides its own settings; nothing: what it is meant to have.
struct MethodParts {
    std::optional<ModelOptions> model = std::nullopt;
    std::optional<ImprovementOptions> improvement = std::nullopt;
    SamplingRulePtr sampling = nullptr;
    MaximiserPtr maximiser = nullptr;
};

/// A member of the family. Parts that it does not use are ignored by `make`; the edge refuses them.
struct ListedMethod : Member<MethodPtr, MethodParts> {
    bool uses_sampling_rule = false;
    bool uses_maximiser = false;
    bool has_model = true;             ///< by which it proposes; a recommendation has one in any case
    bool nominal = false;              ///< recommends the best value that it measured, not the best-so-far centre
    bool reports_by_own_rule = false;  ///< has an own_recommendation
    /// The model that it is meant to have.
    std::function<ModelOptions()> model = [] { return ModelOptions(); };
};

/// The method that is used when none is named; when a sampling rule is, the one that has such a choice.
inline constexpr std::string_view default_method = "alternating";
inline constexpr std::string_view method_with_sampling_rule = "bayesian-robust-search";

[[nodiscard]] const FamilyOf<ListedMethod>& method_family();
/// An unknown name is refused with "did you mean".
[[nodiscard]] MethodPtr method_named(std::string_view name, const MethodParts& parts = {});

}  // namespace sweetspot
