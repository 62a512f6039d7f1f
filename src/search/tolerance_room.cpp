#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>
#include <stdexcept>
#include <vector>

#include "base/check.hpp"
#include "robust/limit_of_region.hpp"
#include "search/balanced_centre.hpp"
#include "search/limited_region.hpp"
#include "sweetspot/search/tolerance_questions.hpp"

namespace sweetspot {
namespace {

constexpr double largest_factor = 100;
constexpr double nearly_the_same = 1.02;  // factors at which two limits are reached together
constexpr int halvings = 14;              // to a ten-thousandth of the range that is left
constexpr int fine_halvings = 40;         // of what needs no model

SearchDescription with_factor(SearchDescription search, const std::optional<std::size_t>& parameter, double factor) {
    for (std::size_t d = 0; d < search.parameters.size(); ++d) {
        if (!parameter || *parameter == d) search.parameters[d].tolerance.amount *= factor;
    }
    return search;
}

/// The engine's own checks say whether such a region fits in the bounds, and a share of the nominal value is below 1.
bool fits(const SearchDescription& search) {
    try {
        static_cast<void>(problem_of(search));
        return true;
    } catch (const std::invalid_argument&) {
        return false;
    }
}

/// The end of where `holds` is true, which it is at `from` and for ever less as factors grow.
double end_of(double from, double to, const std::function<bool(double)>& holds, int times) {
    if (holds(to)) return to;
    for (int i = 0; i < times; ++i) {
        const double middle = (from + to) / 2;
        (holds(middle) ? from : to) = middle;
    }
    return from;
}

/// First whether twice as much holds, and so on, so that the bisection is among factors of one size.
double largest_within(double most, const std::function<bool(double)>& holds, int times = halvings) {
    if (!holds(0)) return 0;
    double from = 0;
    double to = std::min(1.0, most);
    while (to < most && holds(to)) {
        from = to;
        to = std::min(2 * to, most);
    }
    return end_of(from, to, holds, times);
}

double largest_that_fits(const SearchDescription& search, const std::optional<std::size_t>& parameter) {
    return largest_within(
        largest_factor, [&](double factor) { return fits(with_factor(search, parameter, factor)); }, fine_halvings);
}

void require_tolerances(const SearchDescription& search, const std::optional<std::size_t>& parameter,
                        const std::optional<double>& limit, const std::vector<LimitModel>& limits) {
    require(limit || !limits.empty(), "there is no limit that tolerances could reach; give one");
    require(!limit || std::isfinite(*limit), "the limit is {}; it must be a number", limit.value_or(0));
    const auto has_one = [](const DescribedParameter& p) { return p.tolerance.amount > 0; };
    if (parameter) {
        const DescribedParameter& p = search.parameters.at(*parameter);
        require(p.parameter.chosen,
                "\"{}\" belongs to the environment, whose whole range counts; it has no tolerance that could grow",
                p.parameter.name);
        require(!p.parameter.is_choice(),
                "\"{}\" is a choice; what it may be confused with stays as it is, and no tolerance could grow",
                p.parameter.name);
        require(has_one(p), "\"{}\" is built exactly; it has no tolerance that could grow", p.parameter.name);
    }
    require(std::ranges::any_of(search.parameters, has_one),
            "every parameter is built exactly; there is no tolerance that could grow");
}

/// The same regions times a factor, around one centre, and what keeps which limit in them.
class GrowingRegion {
  public:
    GrowingRegion(const SearchDescription& search, const std::optional<std::size_t>& parameter, const VectorRef& centre,
                  double most)
        : search_(search), parameter_(parameter), centre_(centre), most_(most) {}

    [[nodiscard]] AllowedFactor within(const GaussianProcess& model, double limit) const {
        const auto modelled = [&](double factor) { return RegionModel(problem(factor), model, Rng(search_.seed)); };
        return largest([&](double factor) { return modelled(factor).at(centre_).worst_value() <= limit; },
                       [&](double factor) {
                           const RegionModel region = modelled(factor);
                           return region.promises() && region.at(centre_).worst().upper <= limit;
                       });
    }

    [[nodiscard]] AllowedFactor within(const LimitModel& limit) const {
        const auto modelled = [&](double factor) { return limited_regions(limit, problem(factor), Rng(search_.seed)); };
        return largest(
            [&](double factor) {
                const RegionModel region = modelled(factor);
                return expected_in(limit, region.at(centre_)) <= limit.bound;
            },
            [&](double factor) {
                const RegionModel region = modelled(factor);
                return region.promises() && upper_in(limit, region.at(centre_)) <= limit.bound;
            });
    }

    [[nodiscard]] LimitRoom room_of(const LimitModel& limit) const {
        const Vector u = problem(1).space().to_unit(centre_);
        return {limit.limit, within(limit), limit.output(limit.gp.mean(u)[0])};
    }

  private:
    [[nodiscard]] Problem problem(double factor) const { return problem_of(with_factor(search_, parameter_, factor)); }
    [[nodiscard]] AllowedFactor largest(const std::function<bool(double)>& expected,
                                        const std::function<bool(double)>& sure) const {
        const double by_mean = largest_within(most_, expected);
        return {by_mean, largest_within(by_mean, sure)};
    }

    const SearchDescription& search_;
    const std::optional<std::size_t>& parameter_;
    Vector centre_;
    double most_;
};

/// Regions of one size as the models of all outputs see them.
class LimitedRegions {
  public:
    enum class By { mean, upper };

    LimitedRegions(const SearchDescription& sized, const GaussianProcess& model, const std::optional<double>& limit,
                   const std::vector<LimitModel>& limits)
        : seed_(sized.seed), objective_(problem_of(sized), model, seed_), limit_(limit) {
        limits_.reserve(limits.size());
        others_.reserve(limits.size());
        for (const LimitModel& other : limits) {
            limits_.push_back(for_region(other, problem(), seed_));
            others_.push_back(limited_regions(limits_.back(), problem(), seed_));
        }
    }

    [[nodiscard]] const Problem& problem() const { return objective_.problem(); }

    /// Every limit is kept in the region of x, which lies within the bounds.
    [[nodiscard]] bool keep_limits(const Vector& x, By by) const {
        const Vector u = problem().space().to_unit(x);
        if (!problem().centres().contains(u, 1e-9)) return false;
        if (limit_) {
            const ModelledRegion region = objective_.at_unit(u);
            if ((by == By::mean ? region.worst_value() : region.worst().upper) > *limit_) return false;
        }
        for (std::size_t j = 0; j < limits_.size(); ++j) {
            const ModelledRegion region = others_[j].at_unit(u);
            const double h = by == By::mean ? expected_in(limits_[j], region) : upper_in(limits_[j], region);
            if (h > limits_[j].bound) return false;
        }
        return true;
    }

    /// In the parameters' units; `known` centres are looked at as well.
    [[nodiscard]] Vector best_centre(By by, const std::vector<Vector>& known, const RobustSet& reach,
                                     const Parallel& parallel) const {
        const Space& space = problem().space();
        if (limits_.empty()) return space.from_unit(objective_.best_so_far(parallel).x);
        std::vector<Vector> starts;
        starts.reserve(known.size());
        for (const Vector& x : known) starts.push_back(problem().nearest_centre(space.to_unit(x)));
        const double kappa = by == By::mean ? 0 : surely;
        return space.from_unit(balanced_centre({objective_, limit_, limits_, kappa, reach, starts},
                                               seed_.split("tolerance room"), parallel));
    }

    [[nodiscard]] bool promise() const {
        const auto promises = [](const RegionModel& regions) { return regions.promises(); };
        return (!limit_ || promises(objective_)) && std::ranges::all_of(others_, promises);
    }
    [[nodiscard]] double value(const Vector& x) const { return objective_.at(x).value(); }

  private:
    Rng seed_;
    RegionModel objective_;
    std::optional<double> limit_;
    std::vector<LimitModel> limits_;
    std::vector<RegionModel> others_;
};

}  // namespace

ToleranceRoom tolerance_room_at(const SearchDescription& search, const GaussianProcess& model, const VectorRef& centre,
                                const std::optional<double>& limit, const std::optional<std::size_t>& parameter,
                                const std::vector<LimitModel>& limits) {
    require_tolerances(search, parameter, limit, limits);
    ToleranceRoom room;
    room.most = largest_that_fits(search, parameter);
    room.value = RegionModel(problem_of(search), model, Rng(search.seed)).at(centre).value();
    room.centre = room.safe_centre = centre;
    const GrowingRegion region(search, parameter, centre, room.most);
    room.by_mean = room.safely = room.most;
    const auto also = [&](const AllowedFactor& allowed) {
        room.by_mean = std::min(room.by_mean, allowed.by_mean);
        room.safely = std::min(room.safely, allowed.safely);
    };
    if (limit) also(room.objective.emplace(region.within(model, *limit)));
    for (const LimitModel& other : limits) also(room.limits.emplace_back(region.room_of(other)).allowed);
    return room;
}

ToleranceRoom tolerance_room(const SearchDescription& search, const GaussianProcess& model, const VectorRef& centre,
                             const std::optional<double>& limit, const Parallel& parallel,
                             const std::optional<std::size_t>& parameter, const std::vector<LimitModel>& limits) {
    using By = LimitedRegions::By;
    require_tolerances(search, parameter, limit, limits);
    ToleranceRoom room;
    room.most = largest_that_fits(search, parameter);
    room.centre = room.safe_centre = centre;
    // The worst case decides, whatever the search makes small.
    SearchDescription worst = search;
    worst.measure = {"worst"};
    const auto sized = [&](double factor) {
        return LimitedRegions(with_factor(worst, parameter, factor), model, limit, limits);
    };
    std::vector<Vector> known = {centre};
    /// The best centre for this size; or another that was the best for another size.
    const auto within = [&](double most, Vector& found, By by) {
        return largest_within(most, [&](double factor) {
            const LimitedRegions regions = sized(factor);
            const Problem at_least_stated = problem_of(with_factor(worst, parameter, std::max(factor, 1.0)));
            known.push_back(regions.best_centre(by, known, at_least_stated.robust_set(), parallel));
            const auto keeps = [&](const Vector& x) { return regions.keep_limits(x, by); };
            const auto good = std::find_if(known.rbegin(), known.rend(), keeps);
            if (good == known.rend()) return false;
            found = *good;
            return true;
        });
    };
    room.by_mean = within(room.most, room.centre, By::mean);
    const LimitedRegions now = sized(1);
    if (now.promise()) room.safely = within(room.by_mean, room.safe_centre, By::upper);
    room.value = now.value(room.centre);
    room.objective = limit ? std::optional(AllowedFactor{room.by_mean, room.safely}) : std::nullopt;
    if (limits.empty()) return room;
    const GrowingRegion here(search, parameter, room.centre, room.most);
    const GrowingRegion safe(search, parameter, room.safe_centre, room.most);
    if (limit) room.objective = {here.within(model, *limit).by_mean, safe.within(model, *limit).safely};
    for (const LimitModel& other : limits) {
        LimitRoom alone = here.room_of(other);
        alone.allowed.safely = safe.within(other).safely;
        room.limits.push_back(std::move(alone));
    }
    return room;
}

std::string bound_by(const SearchDescription& search, const ToleranceRoom& room) {
    for (const Limit& limit : search.limits) {
        if (std::ranges::find(room.limits, limit, &LimitRoom::limit) == room.limits.end()) return limit.of;
    }
    if (room.limits.empty()) return {};
    const auto by_mean = [](const LimitRoom& one) { return one.allowed.by_mean; };
    const LimitRoom& least = *std::ranges::min_element(room.limits, {}, by_mean);
    const bool binds = by_mean(least) < room.most && by_mean(least) <= nearly_the_same * room.by_mean;
    return binds ? least.limit.of : std::string();
}

}  // namespace sweetspot
