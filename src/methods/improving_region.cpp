#include "methods/improving_region.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <deque>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "acquisition/average_expected_improvement.hpp"
#include "acquisition/estimated_improvement.hpp"
#include "acquisition/feasible_improvement.hpp"
#include "acquisition/mean_acquisition.hpp"
#include "acquisition/plain_robust_expected_improvement.hpp"
#include "acquisition/robust_expected_improvement.hpp"
#include "base/order.hpp"
#include "methods/local_models.hpp"
#include "methods/maximise.hpp"
#include "methods/maximisers/list.hpp"
#include "methods/over_levels.hpp"
#include "optimize/lbfgsb.hpp"
#include "optimize/multistart.hpp"

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
/// With a local model they are cheap. N = 2000, D = 10, five functions, spread and searched: EI found 0.97 to 1.99 of
/// the exact model's search before it is polished, with one iteration 0.75 to 1.78.
constexpr int coarse_iterations_of_local = 4;
constexpr Index coarse_survivors_of_local = 4;
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

/// Points with their weights as the quality wants them.
struct SearchedPart {
    Template points;
    Vector weights;
};

SearchedPart part_of(const SearchedPart& all, const std::vector<Index>& which) {
    Template points = all.points.part(which);
    Vector weights = points.normalised(all.weights(which));
    return {std::move(points), std::move(weights)};
}

/// The first so many of each scenario that have a weight, for a measure that goes by weight. What is built as ordered
/// weighs most, so it has more points; few enough of the others are on a line that all of them are kept.
std::vector<Index> first_of_scenarios(const SearchedPart& all, Index as_ordered, Index otherwise) {
    const Scenarios& scenarios = all.points.scenarios;
    std::vector<Index> counts(static_cast<std::size_t>(scenarios.confusion->scenarios()), 0);
    std::vector<Index> which;
    for (Index i = 0; i < all.weights.size(); ++i) {
        const Index scenario = scenarios.of[static_cast<std::size_t>(i)];
        Index& count = counts[static_cast<std::size_t>(scenario)];
        if (all.weights[i] <= 0 || count >= (scenario == 0 ? as_ordered : otherwise)) continue;
        ++count;
        which.push_back(i);
    }
    return which;
}

/// The template points among which the search looks for a region: all of them for a worst case, whose descents choose
/// for themselves. A measure that goes by weight is as well judged by fewer, which are low-discrepancy points too.
SearchedPart searched_part(const SearchedPart& all, const Quality& quality) {
    if (quality.kind() == Quality::Kind::maximum || !quality.is_by_weight()) return all;
    if (!all.points.scenarios.none()) {
        return part_of(all, first_of_scenarios(all, most_searched_points, default_template_size(1)));
    }
    std::vector<Index> which;
    for (Index i = 0; i < all.weights.size() && std::ssize(which) < most_searched_points; ++i) {
        if (all.weights[i] > 0) which.push_back(i);
    }
    return part_of(all, which);
}

/// Fewer of them, for the screening. The first of low-discrepancy points are such points too.
SearchedPart screened_part(const SearchedPart& searched, const Quality& quality, Index most) {
    const Index size = searched.weights.size();
    const Index count = std::min(size, most);
    if (!searched.points.scenarios.none() && quality.is_by_weight()) {
        return part_of(searched, first_of_scenarios(searched, count, default_template_size(1)));
    }
    return part_of(searched, quality.is_by_weight() ? all_indices(count) : evenly_chosen(size, count));
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

namespace {

/// One choice of a region by expected improvement.
class ImprovementSearch {
  public:
    ImprovementSearch(const ImprovementOptions& options, const Iteration& iteration, const GaussianProcess& gp,
                      const Vector& x_star, const ImprovementWithin* within)
        : options_(options),
          iteration_(iteration),
          s_(iteration.situation()),
          gp_(gp),
          x_star_(x_star),
          within_(within),
          starts_(plateau_starts(s_.problem, s_.observations, x_star, s_.rng.split("plateau"))),
          all_{iteration.region_template(), iteration.weights()} {}

    [[nodiscard]] ChosenRegion region() const {
        const bool plain = options_.computation == ImprovementOptions::Computation::plain;
        if (plain) return by_plain_realisations();
        return quality().kind() == Quality::Kind::linear ? of_average() : by_realisations();
    }

    /// The same region, improved by one descent with this model.
    [[nodiscard]] ChosenRegion polished(const ChosenRegion& from) const;

  private:
    [[nodiscard]] const Quality& quality() const { return iteration_.quality(); }

    [[nodiscard]] Maximum maximum(const Maximised& what) const {
        const auto maximise = [&](const Maximised& all) {
            return maximise_over_levels(*options_.maximiser, all, s_.problem.levels(), s_.problem.centres(), starts_,
                                        s_.rng.split("maximise"), s_.parallel);
        };
        return within_ != nullptr ? maximise_within(*within_, what, maximise) : maximise(what);
    }

    /// From every start, by the coarse function, and how many ends are polished.
    struct CoarseDescents {
        int iterations;
        Index survivors;
    };
    [[nodiscard]] CoarseDescents descents_of_coarse() const {
        if (few_observations(s_)) return {coarse_iterations_early, coarse_survivors_early};
        if (gp_.known_size() < gp_.size()) return {coarse_iterations_of_local, coarse_survivors_of_local};
        return {screening_iterations, screening_survivors};
    }

    [[nodiscard]] Rng draws(Index M) const { return s_.rng.split("realisations").split(static_cast<std::uint64_t>(M)); }

    [[nodiscard]] ChosenRegion of_average() const;
    [[nodiscard]] ChosenRegion by_plain_realisations() const;
    [[nodiscard]] ChosenRegion by_realisations() const;
    [[nodiscard]] ChosenRegion where_nothing_improves(Index realisations) const;
    /// What the model expects; of an ensemble the average of what its members do.
    [[nodiscard]] AcquisitionPtr expected_by(
        const std::function<AcquisitionPtr(const GaussianProcess& member, std::size_t k)>& make) const {
        std::vector<AcquisitionPtr> result;
        for (std::size_t k = 0; k < gp_.members().size(); ++k) result.push_back(make(gp_.members()[k], k));
        return mean_acquisition(std::move(result));
    }
    /// The members share the realisations, so that they are as many as of one model.
    [[nodiscard]] Index share_of(Index realisations) const {
        const auto n = std::ssize(gp_.members());
        return (realisations + n - 1) / n;
    }
    [[nodiscard]] Rng of_member(const Rng& rng, std::size_t k) const {
        return gp_.members().size() == 1 ? rng : rng.split(k);
    }
    using Whitenings = std::vector<WhiteningPtr>;
    [[nodiscard]] AcquisitionPtr improvement(const SearchedPart& part, Index count, const PivotOptions& pivots,
                                             const Rng& rng, const Whitenings& whitenings) const {
        return expected_by([&](const GaussianProcess& member, std::size_t k) -> AcquisitionPtr {
            return std::make_shared<RobustExpectedImprovement>(member, part.points, part.weights, quality(), x_star_,
                                                               RealisationOptions{share_of(count), pivots},
                                                               of_member(rng, k), whitenings[k]);
        });
    }
    /// By fresh draws, for the maximum over the searched ones flatters itself. Two batches, for two threads.
    [[nodiscard]] double reported(const Vector& x, Index M, const Whitenings& whitenings) const;

    const ImprovementOptions& options_;
    const Iteration& iteration_;
    const Situation& s_;
    const GaussianProcess& gp_;
    const Vector& x_star_;
    const ImprovementWithin* within_;
    Points starts_;
    SearchedPart all_;
};

ChosenRegion ImprovementSearch::of_average() const {
    std::vector<AverageImprovementPtr> averages;
    for (const GaussianProcess& member : gp_.members()) {
        averages.push_back(
            std::make_shared<const AverageExpectedImprovement>(member, all_.points, all_.weights, x_star_));
    }
    if (within_ == nullptr) {
        Maximum best = maximise_average(
            averages, s_.problem.centres(), [&](const Maximised& what) { return maximum(what); }, s_.problem.levels());
        return {std::move(best.x), best.value};
    }
    Maximum best = maximum({*mean_acquisition({averages.begin(), averages.end()})});
    if (best.value > 0) return {std::move(best.x), best.value};
    return {x_star_};
}

ChosenRegion ImprovementSearch::by_plain_realisations() const {
    const std::vector<Index> numbers = numbers_of_realisations(options_, s_);
    for (const Index M : numbers) {
        Maximum best = maximum({*expected_by([&](const GaussianProcess& member, std::size_t k) -> AcquisitionPtr {
            return std::make_shared<PlainRobustExpectedImprovement>(member, all_.points, all_.weights, quality(),
                                                                    x_star_, share_of(M), of_member(draws(M), k));
        })});
        if (best.value > 0) return {std::move(best.x), best.value, M};
    }
    return where_nothing_improves(numbers.back());
}

ChosenRegion ImprovementSearch::by_realisations() const {
    const SearchedPart searched = searched_part(all_, quality());
    const SearchedPart few = screened_part(searched, quality(), options_.coarse.template_size);
    // A worst case has bounds in its place.
    AcquisitionPtr estimate;
    if (quality().kind() != Quality::Kind::maximum && all_.weights.sum() > 0) {
        estimate = expected_by([&](const GaussianProcess& member, std::size_t) -> AcquisitionPtr {
            return std::make_shared<EstimatedImprovement>(member, few.points, few.weights, quality(), x_star_);
        });
    }
    Whitenings whitenings(gp_.members().size());
    s_.parallel.for_each(std::ssize(whitenings), [&](Index k) {
        const auto at = static_cast<std::size_t>(k);
        whitenings[at] = std::make_shared<const Whitening>(gp_.members()[at]);
    });
    const std::vector<Index> numbers = numbers_of_realisations(options_, s_);
    for (const Index M : numbers) {
        // Few realisations at few pivots of a thin template are screened and descended first; the best of the ends are
        // polished on the whole.
        AcquisitionPtr coarse;
        AcquisitionPtr whole;
        s_.parallel.for_each(2, [&](Index i) {
            const Index fewer = std::max<Index>(1, M / options_.coarse.share);
            if (i == 0) whole = improvement(searched, M, options_.pivots, draws(M), whitenings);
            if (i == 1) coarse = improvement(few, fewer, options_.coarse.pivots, draws(M), whitenings);
        });
        const CoarseDescents coarse_descents = descents_of_coarse();
        const Maximum best =
            maximum({*whole, {{coarse.get(), coarse_descents.iterations, coarse_descents.survivors}}, estimate.get()});
        if (!(best.value > 0)) continue;
        return {best.x, options_.reported_pivots ? reported(best.x, M, whitenings) : best.value, M};
    }
    return where_nothing_improves(numbers.back());
}

ChosenRegion ImprovementSearch::polished(const ChosenRegion& from) const {
    if (!(from.expected_improvement > 0)) return from;
    const auto descended = [&](const Acquisition& acquisition) {
        const auto descent = [&](const Acquisition& whole) {
            const MultistartObjective objective = negated(Maximised{whole});
            return minimize_lbfgsb(objective.descent(), s_.problem.levels().held(s_.problem.centres(), from.x), from.x,
                                   {.max_iterations = 30, .relative_change = 1e-4});
        };
        return within_ != nullptr ? descent(FeasibleImprovement(acquisition, within_->limits)) : descent(acquisition);
    };
    if (quality().kind() == Quality::Kind::linear) {
        Minimum end = descended(AverageExpectedImprovement(gp_, all_.points, all_.weights, x_star_));
        return {std::move(end.x), -end.value};
    }
    const Whitenings whitenings = {std::make_shared<const Whitening>(gp_)};
    const SearchedPart searched = searched_part(all_, quality());
    const Index M = from.realisations;
    Minimum end = descended(*improvement(searched, M, options_.pivots, draws(M), whitenings));
    const double value = options_.reported_pivots ? reported(end.x, M, whitenings) : -end.value;
    return {std::move(end.x), value, M, from.note};
}

double ImprovementSearch::reported(const Vector& x, Index M, const Whitenings& whitenings) const {
    Vector values(2);
    s_.parallel.for_each(2, [&](Index i) {
        values[i] = improvement(all_, std::max<Index>(M, 1000) / 2, *options_.reported_pivots,
                                draws(M).split("reported").split(static_cast<std::uint64_t>(i)), whitenings)
                        ->value(x, nullptr);
    });
    const double kept = within_ != nullptr ? std::exp(within_->limits.log_probability(x, nullptr)) : 1;
    return kept * values.mean();
}

ChosenRegion ImprovementSearch::where_nothing_improves(Index realisations) const {
    if (within_ != nullptr) return {x_star_, 0, realisations};
    return {most_optimistic(gp_, all_.points, all_.weights, quality(), s_.problem.centres(), s_.rng.split("optimistic"),
                            s_.parallel, s_.problem.levels()),
            0, realisations,
            fmt::format("no improvement in {} realisations; took the region of best optimistic quality (mean - 2 sd)",
                        options_.realisations.back())};
}

}  // namespace

ChosenRegion improving_region(const ImprovementOptions& options, const Iteration& iteration, const GaussianProcess& gp,
                              const Vector& x_star, const ImprovementWithin* within) {
    // The plain computation is the reference, which takes no shortcuts.
    if (!is_searched_locally(gp) || options.computation == ImprovementOptions::Computation::plain) {
        return ImprovementSearch(options, iteration, gp, x_star, within).region();
    }
    ImprovementOptions searching = options;
    searching.reported_pivots.reset();
    const ModelNear around(gp, x_star, while_searching);
    const ChosenRegion found = ImprovementSearch(searching, iteration, *around, x_star, within).region();
    const ModelNear at(gp, both(x_star, found.x), at_the_end);
    return ImprovementSearch(options, iteration, *at, x_star, within).polished(found);
}

}  // namespace sweetspot
