// The cheapest tolerances that keep a limit: descents through tolerances and centre together (allocated_regions.hpp)
// from several starts, each followed by a step of all tolerances to where the region model itself, with a search of the
// whole region, says that the limit is just kept.
//
// Safely, the bound is that of the region model's interval, by joint realisations. It has no gradient, so a descent
// takes μ + κσ in its place, with κ such that both agree where it begins, a few times over. Of several outputs that
// have limits each has its own bound and κ, and what is furthest beyond its limit counts.
//
// The cost of a table has kinks at its rows, where descents end early: each tolerance is tried at the rows next to it.
#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

#include "base/check.hpp"
#include "base/order.hpp"
#include "gp/confidence_bound.hpp"
#include "search/allocated_regions.hpp"
#include "search/limited_region.hpp"

namespace sweetspot {
namespace {

constexpr double first_step = 0.05;  // of log t
constexpr double closeness = 1e-6;   // of log t: the limit is kept from below
constexpr double rough_closeness = 0.01;
constexpr int most_steps = 40;  // to bracket a limit, and again to come close to it
constexpr int most_rounds = 4;  // of a descent with the worst place that it missed, or with another κ
constexpr std::size_t most_descents = 5;
constexpr std::size_t observations_looked_at = 30;
constexpr Index combinations_looked_at = 64;  // of levels
constexpr double worthwhile = 1e-6;           // of the cost
constexpr int most_trials = 100;              // of a region along a coordinate
constexpr double least_gain = 0.005;
constexpr double nearest_to_limit = 0.01;  // standard deviations of an output: what is further from it does not bind

enum class By { mean, upper };

struct Found {
    Vector z;
    bool keeps = false;  ///< the limit
    double cost = 0;
    double excess = 0;  ///< beyond the limit, in some unit

    [[nodiscard]] bool is_better_than(const Found& other) const {
        if (keeps != other.keeps) return keeps;
        return keeps ? cost < other.cost * (1 - worthwhile) : excess < other.excess;
    }
};

/// One descent. The places that it adds to its template are its own.
class Descent {
  public:
    Descent(AllocatedRegions regions, const GaussianProcess& gp, double limit, By by)
        : regions_(std::move(regions)),
          gp_(gp),
          limit_(limit),
          by_(by),
          held_(regions_.chosen().size(), false),
          standardised_limit_(standardised_limit(gp, limit)) {}

    /// The largest tolerances in the proportion of z that keep the limit.
    [[nodiscard]] Found within(const Vector& z) const {
        return within(z, closeness, [&](const Vector& at) { return excess(at); });
    }

    /// The same by the template alone, with μ + κσ: to compare many.
    [[nodiscard]] Found roughly_within(const Vector& z, const Kappas& kappas) const {
        return within(z, rough_closeness,
                      [&](const Vector& at) { return regions_.excess(at, kappas, standardised_limit_); });
    }

    [[nodiscard]] Found within(const Vector& z, double close,
                               const std::function<double(const Vector&)>& excess) const {
        double good = 0;
        double bad = 0;
        double good_excess = excess(z);
        double bad_excess = good_excess;
        const bool keeps = good_excess <= 0;
        double step = keeps ? first_step : -first_step;
        for (int i = 0; i < most_steps; ++i, step *= 2) {
            const Vector next = regions_.scaled(z, step, held_);
            const double there = excess(next);
            const bool is_last = regions_.scaled(z, 2 * step, held_) == next;
            if ((there <= 0) != keeps) {
                (keeps ? bad : good) = step;
                (keeps ? bad_excess : good_excess) = there;
                break;
            }
            (keeps ? good : bad) = step;
            (keeps ? good_excess : bad_excess) = there;
            if (is_last) return {next, keeps, regions_.cost(next), there};
        }
        // Regula falsi, where an end that stays loses half of its weight each time (Illinois).
        double good_weight = 1;
        double bad_weight = 1;
        for (int i = 0; i < most_steps && std::abs(bad - good) > close; ++i) {
            const double a = good_weight * good_excess;
            const double b = bad_weight * bad_excess;
            double middle = good + (bad - good) * (b > a ? -a / (b - a) : 0.5);
            // A little on the safe side, so that the good end comes close too.
            middle += (good < bad ? -0.4 : 0.4) * close;
            if (!(std::min(good, bad) < middle && middle < std::max(good, bad))) middle = (good + bad) / 2;
            const double there = excess(regions_.scaled(z, middle, held_));
            if (there <= 0) {
                good = middle;
                good_excess = there;
                good_weight = 1;
                bad_weight /= 2;
            } else {
                bad = middle;
                bad_excess = there;
                bad_weight = 1;
                good_weight /= 2;
            }
        }
        Vector end = regions_.scaled(z, good, held_);
        const double cost = regions_.cost(end);
        return {std::move(end), good_excess <= 0, cost, good_excess};
    }

    [[nodiscard]] Found from(const Vector& start) {
        Found best = descended(within(start));
        if (!best.keeps) return best;
        for (std::size_t k = 0; k < held_.size(); ++k) try_rows(k, best);
        const Vector buildable = regions_.snapped(best.z);
        return buildable == best.z ? best : within(buildable);
    }

    /// Along each coordinate, for a bound whose gradient nobody has: is a region a little cheaper there still within
    /// the limit? Then as cheap as it can be.
    [[nodiscard]] Found polished(Found best) const {
        int left = most_trials;
        for (const double step : {0.4, 0.2, 0.1, 0.05}) {
            for (bool moved = true; moved;) {
                moved = false;
                for (Index i = 0; i < 2 * best.z.size() && left > 0; ++i, --left) {
                    if (regions_.is_pinned(i / 2)) continue;
                    Vector z = best.z;
                    z[i / 2] += (i % 2 == 0 ? step : -step) * regions_.units()[i / 2];
                    const Vector cheaper = at_cost((1 - least_gain) * best.cost, regions_.project(z));
                    if (!(regions_.cost(cheaper) < best.cost) || excess(cheaper) > 0) continue;
                    best = within(cheaper);
                    moved = true;
                }
            }
        }
        return best;
    }

  private:
    /// In the proportion of z, as far as that is allowed.
    [[nodiscard]] Vector at_cost(double cost, const Vector& z) const {
        double dear = -3;
        double cheap = 3;
        for (int i = 0; i < most_steps; ++i) {
            const double middle = (dear + cheap) / 2;
            (regions_.cost(regions_.scaled(z, middle, held_)) > cost ? dear : cheap) = middle;
        }
        return regions_.scaled(z, cheap, held_);
    }

    /// By how much the region is beyond the limit, in the unit of y; where others have limits, in standard deviations
    /// of the output that is furthest beyond its own.
    [[nodiscard]] double excess(const Vector& z) const {
        const RegionModel model = regions_.model(z);
        const ModelledRegion region = model.at_unit(regions_.centre(z));
        const double beyond = (by_ == By::mean ? region.worst_value() : region.worst().upper) - limit_;
        if (regions_.others().empty()) return beyond;
        double largest = beyond / gp_.standardisation().scale;
        const Vector u = regions_.centre(z);
        const Rng seed = regions_.seed();
        for (const LimitModel& other : regions_.others()) {
            const LimitedRegion there{model.problem(), u, seed};
            largest = std::max(largest, by_ == By::mean ? expected_beyond(other, there) : safely_beyond(other, there));
        }
        return largest;
    }

    /// With which μ + κσ and the bound that counts agree: at the limit, where there is one; at what each output has
    /// there, where there are several, of which one is at its limit.
    [[nodiscard]] Kappas kappas_at(const Vector& z) const {
        if (by_ == By::mean) return regions_.no_kappas();
        if (regions_.others().empty()) return {regions_.kappa_for(z, standardised_limit_), {}};
        return regions_.kappas_for_upper(z);
    }

    [[nodiscard]] Found descended(Found best) {
        for (int round = 0; best.keeps && round < most_rounds; ++round) {
            const Vector end = regions_.descend(best.z, kappas_at(best.z), standardised_limit_, held_);
            if (by_ == By::mean) regions_.add_worst_places(end);
            const Found next = within(end);
            if (!next.is_better_than(best)) break;
            best = next;
        }
        return best;
    }

    void try_rows(std::size_t k, Found& best) {
        for (const double t : regions_.rows_around(best.z, k)) {
            Vector z = best.z;
            z[static_cast<Index>(k)] = std::log(t);
            held_[k] = true;
            const Found there = descended(within(regions_.project(z)));
            if (there.is_better_than(best)) {
                best = there;
            } else {
                held_[k] = false;
            }
        }
    }

    AllocatedRegions regions_;
    const GaussianProcess& gp_;
    double limit_;
    By by_;
    std::vector<bool> held_;  // chosen tolerances that stay as they are
    double standardised_limit_;
};

class Allocator {
  public:
    Allocator(const SearchDescription& search, const GaussianProcess& gp, const AllocationQuestion& question,
              const std::vector<LimitModel>& others, const Parallel& parallel)
        : gp_(gp), regions_(search, gp, question, others), parallel_(parallel) {
        const Vector u = problem_of(search).space().to_unit(question.centre);
        starts_ = {regions_.point(regions_.present(), u),
                   regions_.point(regions_.least().cwiseProduct(regions_.most()).cwiseSqrt(), u)};
        closest_ = regions_.point(regions_.least(), u);
        if (question.location == AllocationQuestion::Centre::fixed) return;
        const auto best_for = [&](const Vector& t) {
            const Vector allowed = t.cwiseMax(regions_.least()).cwiseMin(regions_.most());
            return regions_.model(regions_.point(allowed, u)).best_so_far(parallel).x;
        };
        closest_ = regions_.point(regions_.least(), best_for(regions_.least()));
        starts_.push_back(regions_.point(regions_.present(), regions_.centre(closest_)));
        for (const double factor : {0.1, 0.25, 0.5, 1.0, 2.0}) {
            starts_.push_back(regions_.point(regions_.present(), best_for(factor * regions_.present())));
        }
        for (const Vector& at : regions_.other_levels(u, combinations_looked_at)) {
            starts_.push_back(regions_.point(regions_.present(), at));
        }
        // Around what was evaluated the bounds are close.
        const std::vector<Index> order = ascending(gp.mean(gp.inputs()));
        for (std::size_t i = 0; i < std::min(order.size(), observations_looked_at); ++i) {
            starts_.push_back(regions_.point(regions_.present(), gp.inputs().col(order[i])));
        }
    }

    Allocation at(double limit) {
        Allocation result{limit, {}, std::nullopt};
        by_mean_ = cheapest({limit, By::mean, regions_.no_kappas()}, starts_, by_mean_);
        result.by_mean = told(by_mean_, limit, By::mean);
        if (!promises()) return result;
        std::vector<Vector> starts = starts_;
        starts.insert(starts.begin(), by_mean_.z);
        // About what the intervals come to, there.
        safely_ = cheapest({limit, By::upper, regions_.kappas_for_upper(by_mean_.z)}, starts, safely_);
        result.safely = told(safely_, limit, By::upper);
        // What is kept safely is expected to be kept, so that it never costs less.
        if (safely_.is_better_than(by_mean_)) {
            const Descent again = descent({limit, By::mean, regions_.no_kappas()});
            by_mean_ = Descent(again).from(safely_.z);
            const Found as_safe = again.within(safely_.z);
            if (as_safe.is_better_than(by_mean_)) by_mean_ = as_safe;
            result.by_mean = told(by_mean_, limit, By::mean);
        }
        return result;
    }

  private:
    struct Wanted {
        double limit;
        By by;
        Kappas kappas;  ///< to compare starts
    };
    /// `before`: of a lower limit, so that it keeps this one as well.
    [[nodiscard]] Found cheapest(const Wanted& wanted, const std::vector<Vector>& starts, const Found& before) const {
        std::vector<Found> at(starts.size());
        parallel_.for_each(std::ssize(starts), [&](Index i) {
            const auto which = static_cast<std::size_t>(i);
            at[which] = descent(wanted).roughly_within(starts[which], wanted.kappas);
        });
        std::ranges::stable_sort(at, [](const Found& a, const Found& b) { return a.is_better_than(b); });
        std::vector<Vector> chosen;
        if (before.keeps) chosen.push_back(before.z);
        for (const Found& start : at) {
            if (chosen.size() < most_descents) chosen.push_back(start.z);
        }
        std::vector<Found> ends(chosen.size());
        parallel_.for_each(std::ssize(ends), [&](Index i) {
            const auto which = static_cast<std::size_t>(i);
            ends[which] = descent(wanted).from(chosen[which]);
        });
        Found best = before.keeps ? before : descent(wanted).within(closest_);
        for (const Found& end : ends) {
            if (end.is_better_than(best)) best = end;
        }
        return best.keeps && wanted.by == By::upper ? descent(wanted).polished(best) : best;
    }

    [[nodiscard]] Descent descent(const Wanted& wanted) const { return {regions_, gp_, wanted.limit, wanted.by}; }

    /// Of every output.
    [[nodiscard]] bool promises() const {
        const RegionModel model = regions_.model(closest_);
        return model.promises() && std::ranges::all_of(regions_.others(), [&](const LimitModel& other) {
                   return other.gp.size() >= values_needed(model.problem().dimension());
               });
    }

    [[nodiscard]] AllocatedTolerances told(const Found& found, double limit, By by) const {
        const RegionModel model = regions_.model(found.z);
        const ModelledRegion region = model.at_unit(regions_.centre(found.z));
        const PredictedWorst worst = region.worst();
        AllocatedTolerances result{
            found.keeps, regions_.tolerances(found.z), region.centre(), found.cost, worst.by_search, worst.upper,
            worst.lower};
        result.others = limits_at(regions_.search(found.z), regions_.others(), result.centre);
        const double beyond = (by == By::mean ? worst.by_search : worst.upper) - limit;
        double largest = std::max(beyond / gp_.standardisation().scale, -nearest_to_limit);
        for (const AllocatedLimit& other : result.others) {
            const double there = by == By::mean ? other.expected_beyond : other.safely_beyond;
            if (there <= largest) continue;
            largest = there;
            result.bound_by = other.limit.of;
        }
        return result;
    }

    const GaussianProcess& gp_;
    AllocatedRegions regions_;
    const Parallel& parallel_;
    std::vector<Vector> starts_;
    Vector closest_;  // with the best centre
    Found by_mean_, safely_;
};

}  // namespace

std::vector<double> limits_around(double limit, double value, Index count) {
    std::vector<double> limits = {limit};
    if (!(limit > value) || count < 2) return limits;
    // The one that is nearest to the limit is the limit.
    const Index middle = count / 2;
    for (Index i = 0; i < count; ++i) {
        const double share = 0.5 + static_cast<double>(i) / static_cast<double>(count - 1);
        if (i != middle) limits.push_back(value + share * (limit - value));
    }
    std::ranges::sort(limits);
    return limits;
}

std::vector<AllocatedLimit> limits_at(const SearchDescription& search, const std::vector<LimitModel>& models,
                                      const VectorRef& centre) {
    const Problem problem = problem_of(search);
    const Vector u = problem.space().to_unit(centre);
    const Rng seed(search.seed);
    std::vector<AllocatedLimit> result;
    result.reserve(models.size());
    for (const LimitModel& model : models) {
        const RegionModel regions = limited_regions(model, problem, seed);
        const Estimate there = estimate_in(model, regions.at_unit(u));
        const bool promises = regions.promises();
        const double upper = promises ? there.upper : std::numeric_limits<double>::infinity();
        AllocatedLimit limit{model.limit, there.value - model.bound, upper - model.bound, model.output(there.value),
                             model.output(upper)};
        if (promises) {
            const auto [least, most] = std::minmax({model.output(there.lower), limit.surely});
            limit.interval = Interval{least, most};
        }
        result.push_back(std::move(limit));
    }
    return result;
}

std::vector<Allocation> allocate(const SearchDescription& search, const GaussianProcess& model,
                                 const AllocationQuestion& question, std::vector<double> limits,
                                 const Parallel& parallel, const std::vector<LimitModel>& others) {
    for (const double limit : limits) require(std::isfinite(limit), "the limit is {}; it must be a number", limit);
    for (const Limit& limit : search.limits) {
        require(
            std::ranges::find(others, limit, &LimitModel::limit) != others.end(),
            "no evaluation gave a {}, which has a limit; tell its values before you ask for tolerances that keep it",
            limit.of);
    }
    std::ranges::sort(limits);
    Allocator allocator(search, model, question, others, parallel);
    std::vector<Allocation> result;
    result.reserve(limits.size());
    for (const double limit : limits) result.push_back(allocator.at(limit));
    return result;
}

}  // namespace sweetspot
