// Results of an experiment that never was: enough to draw every figure of one.
#pragma once

#include <cmath>

#include "experiment/comparison.hpp"
#include "figures/comparison_figures.hpp"

namespace sweetspot::support {

inline const std::vector<std::string>& seven_methods() {
    static const std::vector<std::string> names = {"most-uncertain", "random",    "ucb",      "centre",
                                                   "worst-case",     "stableopt", "ur-rehman"};
    return names;
}

/// Regrets that fall from about 10 at a pace that differs by method and repeat.
inline Comparison made_up_comparison(const std::string& problem, Index dimension, Index repeats, Index evaluations) {
    Comparison comparison{problem, dimension, Norm::two, "paper", dimension + 1, {}, {}};
    Rng rng = Rng(7).split(problem);
    for (std::size_t m = 0; m < seven_methods().size(); ++m) {
        MethodScores scores{seven_methods()[m], Matrix(repeats, evaluations), Matrix(repeats, evaluations)};
        for (Index r = 0; r < repeats; ++r) {
            const double pace = 0.01 * static_cast<double>(9 - m) * std::exp(0.4 * rng.normal());
            const double start = 10 * std::exp(0.3 * rng.normal());
            for (Index n = 0; n < evaluations; ++n) {
                scores.regret(r, n) = start * std::exp(-pace * static_cast<double>(n));
                scores.distance(r, n) = 0.1 * std::sqrt(scores.regret(r, n));
            }
        }
        comparison.methods.push_back(std::move(scores));
    }
    return comparison;
}

inline std::vector<Comparison> made_up_comparisons(Index repeats, Index evaluations) {
    std::vector<Comparison> all;
    for (const char* problem :
         {"bumped-bowl", "levy03", "styblinski-tang", "robust-problem-4", "stepped-sphere", "quintic"}) {
        all.push_back(made_up_comparison(problem, 5, repeats, evaluations));
    }
    return all;
}

/// A search that closes in on a place of its own.
inline SearchPattern made_up_pattern(const std::string& method) {
    Rng rng = Rng(3).split(method);
    SearchPattern pattern{method, Points(2, 33), 3, Vector{{0.5 + 0.05 * rng.normal(), 0.5 + 0.05 * rng.normal()}}};
    for (Index n = 0; n < pattern.evaluated.cols(); ++n) {
        const double spread = 0.5 / (1 + 0.1 * static_cast<double>(n));
        for (Index d = 0; d < 2; ++d) {
            pattern.evaluated(d, n) = pattern.recommended[d] + spread * rng.uniform(-0.9, 0.9);
        }
    }
    return pattern;
}

}  // namespace sweetspot::support
