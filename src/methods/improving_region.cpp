#include "methods/improving_region.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "acquisition/average_expected_improvement.hpp"
#include "acquisition/estimated_improvement.hpp"
#include "acquisition/feasible_improvement.hpp"
#include "acquisition/plain_robust_expected_improvement.hpp"
#include "acquisition/robust_expected_improvement.hpp"
#include "base/order.hpp"
#include "methods/maximise.hpp"
#include "methods/over_levels.hpp"

namespace sweetspot {
namespace {

/// With few observations EI has many maxima of nearly the same height, its maximum over few draws flatters itself, and
/// evaluations are cheap.
bool few_observations(const Situation& s) {
    return s.observations.size() <= 2 * (s.problem.dimension() + 1);
}

// EI found, with 20000 fresh draws, over that of an exhaustive search (1000 draws, rank 160, 26 starts). N = D + 1 = 6:
// worst of 10 seeds 0.987, with 4 or 6 survivors 0.87 in one of them; with 1000 draws instead of 2000 the mean of 20
// seeds falls from 1.009 to 0.994. N = 100, D = 10: 1.000 with one coarse iteration as with three.
constexpr int screening_iterations = 1;
constexpr int coarse_iterations_early = 2;
constexpr Index screening_survivors = 2;
constexpr Index coarse_survivors_early = 10;
constexpr Index most_searched_points = 96;

/// At most `count` of 0 … n - 1, evenly, from 0 (the centre) on.
std::vector<Index> evenly_chosen(Index n, Index count) {
    count = std::min(n, count);
    std::vector<Index> result(static_cast<std::size_t>(count));
    for (Index i = 0; i < count; ++i) result[static_cast<std::size_t>(i)] = i * n / count;
    return result;
}

/// The template points among which the search looks for a region: all of them for a worst case, whose descents choose
/// for themselves. A measure that goes by weight is as well judged by fewer, which are low-discrepancy points too.
std::vector<Index> searched_points(const Vector& weights, const Quality& quality) {
    if (quality.kind() == Quality::Kind::maximum || !quality.is_by_weight()) return all_indices(weights.size());
    std::vector<Index> result;
    for (Index i = 0; i < weights.size() && std::ssize(result) < most_searched_points; ++i) {
        if (weights[i] > 0) result.push_back(i);
    }
    return result;
}

Template part_of(const Template& T, const std::vector<Index>& which) {
    return {T.points(Eigen::all, which), T.weights(which)};
}

std::vector<Index> numbers_of_realisations(const ImprovementOptions& options, const Situation& s) {
    if (!few_observations(s)) return options.realisations;
    std::vector<Index> result;
    for (const Index M : options.realisations) {
        const Index raised = std::max(M, options.early_realisations);
        if (result.empty() || raised > result.back()) result.push_back(raised);
    }
    return result;
}

/// Every acquisition times the probability that the limits are kept.
Maximum maximise_within(const ImprovementWithin& within, const Maximised& what,
                        const std::function<Maximum(const Maximised& all)>& maximise) {
    const FeasibleImprovement whole(what.acquisition, within.limits);
    std::deque<FeasibleImprovement> coarse;  // they stay where they are
    Maximised all{whole};
    for (const CheaperAcquisition& c : what.cheaper) {
        coarse.emplace_back(*c.acquisition, within.coarse_limits);
        all.cheaper.push_back({&coarse.back(), c.iterations, c.survivors});
    }
    return maximise(all);
}

}  // namespace

ChosenRegion improving_region(const ImprovementOptions& options, const Iteration& iteration, const GaussianProcess& gp,
                              const Vector& x_star, const ImprovementWithin* within) {
    const Situation& s = iteration.situation();
    const Template& T = iteration.region_template();
    const Vector& w = iteration.weights();
    const Quality& quality = iteration.quality();
    const Box& box = s.problem.centres();
    const Points starts = plateau_starts(s.problem, s.observations, x_star, s.rng.split("plateau"));
    const auto found = [&](const Maximised& what) {
        const auto maximise = [&](const Maximised& all) {
            return maximise_over_levels(*options.maximiser, all, s.problem.levels(), box, starts,
                                        s.rng.split("maximise"), s.parallel);
        };
        return within != nullptr ? maximise_within(*within, what, maximise) : maximise(what);
    };
    const bool plain = options.computation == ImprovementOptions::Computation::plain;
    if (quality.kind() == Quality::Kind::linear && !plain && within != nullptr) {
        Maximum best = found({AverageExpectedImprovement(gp, T, w, x_star)});
        if (best.value > 0) return {std::move(best.x), best.value};
        return {x_star};
    }
    if (quality.kind() == Quality::Kind::linear && !plain) {
        Maximum best = maximise_average(AverageExpectedImprovement(gp, T, w, x_star), box, found, s.problem.levels());
        return {std::move(best.x), best.value};
    }
    const std::vector<Index> searched = searched_points(w, quality);
    const Template searched_template = part_of(T, searched);
    const Vector searched_weights = w(searched) / (std::ssize(searched) < T.size() ? w(searched).sum() : 1);
    // The first of low-discrepancy points are such points too.
    const Index most = std::min(searched_template.size(), options.coarse.template_size);
    const std::vector<Index> few =
        quality.is_by_weight() ? all_indices(most) : evenly_chosen(searched_template.size(), most);
    const Template few_points = part_of(searched_template, few);
    const Vector few_weights = searched_weights(few) / searched_weights(few).sum();
    // A worst case has bounds in its place.
    std::optional<EstimatedImprovement> estimate;
    if (quality.kind() != Quality::Kind::maximum && !plain && w.sum() > 0) {
        estimate.emplace(gp, few_points, few_weights, quality, x_star);
    }
    const auto whitening = plain ? nullptr : std::make_shared<const Whitening>(gp);
    const auto improvement = [&](const Template& points, const Vector& weights, Index count, const PivotOptions& pivots,
                                 const Rng& rng) {
        return std::make_unique<RobustExpectedImprovement>(gp, points, weights, quality, x_star,
                                                           RealisationOptions{count, pivots}, rng, whitening);
    };
    const std::vector<Index> numbers = numbers_of_realisations(options, s);
    for (const Index M : numbers) {
        const Rng draws = s.rng.split("realisations").split(static_cast<std::uint64_t>(M));
        if (plain) {
            Maximum best = found({PlainRobustExpectedImprovement(gp, T, w, quality, x_star, M, draws)});
            if (best.value > 0) return {std::move(best.x), best.value, M};
            continue;
        }
        // Few realisations at few pivots of a thin template are screened and descended first; the best of the ends are
        // polished on the whole.
        std::unique_ptr<RobustExpectedImprovement> coarse;
        std::unique_ptr<RobustExpectedImprovement> whole;
        s.parallel.for_each(2, [&](Index i) {
            const Index fewer = std::max<Index>(1, M / options.coarse.share);
            if (i == 0) whole = improvement(searched_template, searched_weights, M, options.pivots, draws);
            if (i == 1) coarse = improvement(few_points, few_weights, fewer, options.coarse.pivots, draws);
        });
        const int iterations = few_observations(s) ? coarse_iterations_early : screening_iterations;
        const Index survivors = few_observations(s) ? coarse_survivors_early : screening_survivors;
        const Maximum best = found({*whole, {{coarse.get(), iterations, survivors}}, estimate ? &*estimate : nullptr});
        if (!(best.value > 0)) continue;
        if (!options.reported_pivots) return {best.x, best.value, M};
        // Fresh draws: the maximum over the searched ones flatters itself. Two batches, for two threads.
        Vector values(2);
        s.parallel.for_each(2, [&](Index i) {
            values[i] = improvement(T, w, std::max<Index>(M, 1000) / 2, *options.reported_pivots,
                                    draws.split("reported").split(static_cast<std::uint64_t>(i)))
                            ->value(best.x, nullptr);
        });
        const double kept = within != nullptr ? std::exp(within->limits.log_probability(best.x, nullptr)) : 1;
        return {best.x, kept * values.mean(), M};
    }
    if (within != nullptr) return {x_star, 0, numbers.back()};
    return {most_optimistic(gp, T, w, quality, box, s.rng.split("optimistic"), s.parallel, s.problem.levels()), 0,
            numbers.back(),
            fmt::format("no improvement in {} realisations; took the region of best optimistic quality (mean - 2 sd)",
                        options.realisations.back())};
}

}  // namespace sweetspot
