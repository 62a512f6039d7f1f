// What an experiment found, as numbers to compare: methods on one problem, repeat by repeat, evaluation by evaluation.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "experiment/spec.hpp"
#include "experiment/store.hpp"

namespace sweetspot {

/// What the answer promised and what was true. One row per repeat, one column per promise moment that the budget
/// reaches; NaN where nothing is known. Empty: nothing is known at all.
struct Promises {
    Matrix worst;  ///< the true worst case of the recommended centre
    Matrix lower;  ///< where it was promised to lie; NaN where there was no promise
    Matrix upper;
};

/// One method on one problem. Row r is repeat r, whose initial design all methods share; column n - 1 is the state
/// after n evaluations. NaN where it was not scored.
struct MethodScores {
    std::string method;  ///< as in the spec, e.g. "most-uncertain" or "stableopt"
    Matrix regret;       ///< true worst case of the recommended centre, less that of the robust optimum
    Matrix distance;     ///< of the recommended centre to the robust optimum, in the unit cube
    Promises promises = {};
    std::vector<Index> repeats = {};  ///< the number of each row's repeat; empty: 1, 2, …
};

/// Every method on one problem, paired by repeat.
struct Comparison {
    std::string problem;
    Index dimension = 0;
    Norm norm = Norm::two;
    std::string profile;                ///< one of experiment_profiles()
    Index initial = 0;                  ///< points of the initial design
    std::vector<MethodScores> methods;  ///< by the report rule that all share
    std::vector<MethodScores> own;      ///< by the rule of the method's authors, where a method has another one
    std::vector<Index> moments = {};    ///< the number of evaluations of each column; empty: 1, 2, …
};

/// The comparisons of an experiment as far as it has come, one per problem, dimension and norm in the spec's order.
/// Only repeats that every method has finished count. The robust optimum is the problem's reference, or the best centre
/// of any run on the same problem or instance if that is better, as it may be where the reference was searched.
[[nodiscard]] std::vector<Comparison> comparisons(const ExperimentSpec& spec, const ExperimentStore& store);

/// One row per problem and repeat, one column per method, of regret after n evaluations, for tests over problems: each
/// problem's regrets are divided by their median over all methods and repeats, so that none weighs more than another.
/// The comparisons must have the same methods.
[[nodiscard]] Matrix paired_regrets(std::span<const Comparison> comparisons, Index n);

}  // namespace sweetspot
