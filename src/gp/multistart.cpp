#include "gp/multistart.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>

#include "optimize/lbfgsb_search.hpp"

namespace sweetspot::detail {
namespace {

/// After so many iterations the best so many go on.
struct Rung {
    int iterations;
    std::size_t keep;
};
/// Of 800 data sets (N = D + 1 to 150, D = 1 to 10) 793 reached the log posterior of all starts to 1e-3 so, with 192
/// evaluations at N = 100, D = 10; with {12, 4} alone 795 and 223, with {2, 7}, {8, 4}, {12, 3} 786 and 158. Screening
/// on half of the data reached it on 264 of 300 only: the optima are others.
constexpr Rung rungs[] = {{4, 8}, {8, 6}, {12, 4}};

/// Runs that are this close, in logarithms and in value, go to the same optimum: the better one is enough.
constexpr double same_logarithm = 0.1;
constexpr double same_value = 0.1;

/// Where runs that compete stop, and then the winner. Letting all of them go on to the latter takes a tenth more
/// evaluations and changes no winner.
constexpr double competing_change = 5e-6;
constexpr double final_change = 2e-7;
/// The ridges of a likelihood without priors are flatter.
constexpr double plain_change = 1e-8;

/// One start with its own scratch memory.
struct Run {
    Run(const LogPosterior& posterior, const Vector& start, const LbfgsbOptions& options)
        : objective(posterior.negative()), search(objective, posterior.box(), start, options) {}

    [[nodiscard]] double value() const {
        const double value = search.value();
        return std::isfinite(value) ? value : std::numeric_limits<double>::infinity();
    }
    [[nodiscard]] bool follows(const Run& other) const {
        return std::abs(value() - other.value()) < same_value &&
               (search.x() - other.search.x()).cwiseAbs().maxCoeff() < same_logarithm;
    }

    DifferentiableObjective objective;
    Lbfgsb search;
};
using Runs = std::vector<std::unique_ptr<Run>>;

Runs start_all(const LogPosterior& posterior, const std::vector<Vector>& starts, double change,
               const Parallel& parallel) {
    // Twelve pairs make the model complete at D = 10; with 8 all starts took 12 % more evaluations, with 20 2 % less.
    const LbfgsbOptions options{.memory = 12, .gradient_tolerance = 1e-4, .relative_change = change};
    Runs runs(starts.size());
    parallel.for_each(static_cast<Index>(starts.size()), [&](Index i) {
        const auto at = static_cast<std::size_t>(i);
        runs[at] = std::make_unique<Run>(posterior, starts[at], options);
    });
    return runs;
}

/// That many iterations of every run; best value first, then smallest index.
void advance(Runs& runs, int iterations, const Parallel& parallel) {
    parallel.for_each(static_cast<Index>(runs.size()),
                      [&](Index i) { runs[static_cast<std::size_t>(i)]->search.advance(iterations); });
    std::stable_sort(runs.begin(), runs.end(), [](const auto& a, const auto& b) { return a->value() < b->value(); });
}

void keep_best(Runs& runs, std::size_t count) {
    Runs kept;
    for (auto& run : runs) {
        if (kept.size() == count) break;
        const auto leads = [&](const auto& better) { return run->follows(*better); };
        if (std::none_of(kept.begin(), kept.end(), leads)) kept.push_back(std::move(run));
    }
    runs = std::move(kept);
}

Minimum minimum_of(const Run& run) {
    Minimum minimum = run.search.minimum();
    minimum.value = run.value();
    return minimum;
}

}  // namespace

Starts starts_for(const FitOptions& options) {
    const bool plain_ard = options.priors == FitOptions::Priors::none && options.lengthscales == Lengthscales::ard;
    return plain_ard ? Starts::all : Starts::halved;
}

Minimum minimize_posterior(const LogPosterior& posterior, const std::vector<Vector>& starts, Starts policy,
                           int max_iterations, const Parallel& parallel) {
    if (policy == Starts::all) {
        Runs runs = start_all(posterior, starts, plain_change, parallel);
        advance(runs, max_iterations, parallel);
        return minimum_of(*runs.front());
    }
    Runs runs = start_all(posterior, starts, competing_change, parallel);
    int iterations = 0;
    for (const Rung& rung : rungs) {
        if (runs.size() == 1 || rung.iterations >= max_iterations) break;
        advance(runs, rung.iterations - iterations, parallel);
        iterations = rung.iterations;
        keep_best(runs, rung.keep);
    }
    advance(runs, max_iterations - iterations, parallel);
    Run& winner = *runs.front();
    winner.search.tighten(final_change);
    winner.search.advance(max_iterations - winner.search.iterations());
    return minimum_of(winner);
}

}  // namespace sweetspot::detail
