#include <algorithm>
#include <cmath>
#include <functional>
#include <stdexcept>
#include <vector>

#include "base/check.hpp"
#include "sweetspot/search/tolerance_questions.hpp"

namespace sweetspot {
namespace {

constexpr double largest_factor = 100;
constexpr int halvings = 14;  // to a ten-thousandth of the range that is left

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
double end_of(double from, double to, const std::function<bool(double)>& holds) {
    if (holds(to)) return to;
    for (int i = 0; i < halvings; ++i) {
        const double middle = (from + to) / 2;
        (holds(middle) ? from : to) = middle;
    }
    return from;
}

double largest_that_fits(const SearchDescription& search, const std::optional<std::size_t>& parameter) {
    return end_of(0, largest_factor, [&](double factor) { return fits(with_factor(search, parameter, factor)); });
}

/// First whether twice as much holds, and so on, so that the bisection is among factors of one size.
double largest_within(double most, const std::function<bool(double)>& holds) {
    if (!holds(0)) return 0;
    double from = 0;
    double to = std::min(1.0, most);
    while (to < most && holds(to)) {
        from = to;
        to = std::min(2 * to, most);
    }
    return end_of(from, to, holds);
}

void require_tolerances(const SearchDescription& search, const std::optional<std::size_t>& parameter, double limit) {
    require(std::isfinite(limit), "the limit is {}; it must be a number", limit);
    const auto has_one = [](const DescribedParameter& p) { return p.tolerance.amount > 0; };
    if (parameter) {
        const DescribedParameter& p = search.parameters.at(*parameter);
        require(has_one(p), "\"{}\" is built exactly; it has no tolerance that could grow", p.parameter.name);
    }
    require(std::ranges::any_of(search.parameters, has_one),
            "every parameter is built exactly; there is no tolerance that could grow");
}

}  // namespace

ToleranceRoom tolerance_room_at(const SearchDescription& search, const GaussianProcess& model, const VectorRef& centre,
                                double limit, const std::optional<std::size_t>& parameter) {
    require_tolerances(search, parameter, limit);
    const auto modelled = [&](double factor) {
        return RegionModel(problem_of(with_factor(search, parameter, factor)), model, Rng(search.seed));
    };
    ToleranceRoom room;
    room.most = largest_that_fits(search, parameter);
    room.value = modelled(1).at(centre).value();
    room.centre = room.safe_centre = centre;
    room.by_mean = largest_within(room.most, [&](double factor) {
        const RegionModel region = modelled(factor);
        return region.at(centre).worst_value() <= limit;
    });
    room.safely = largest_within(room.by_mean, [&](double factor) {
        const RegionModel region = modelled(factor);
        return region.promises() && region.at(centre).worst().upper <= limit;
    });
    return room;
}

ToleranceRoom tolerance_room(const SearchDescription& search, const GaussianProcess& model, const VectorRef& centre,
                             double limit, const Parallel& parallel, const std::optional<std::size_t>& parameter) {
    require_tolerances(search, parameter, limit);
    ToleranceRoom room;
    room.most = largest_that_fits(search, parameter);
    room.centre = room.safe_centre = centre;
    // The worst case decides, whatever the search makes small.
    SearchDescription worst = search;
    worst.measure = {"worst"};
    std::vector<Vector> known = {centre};
    /// The best centre for this size; or another that was the best for another size.
    const auto within = [&](double most, Vector& found, const std::function<bool(const ModelledRegion&)>& keeps) {
        return largest_within(most, [&](double factor) {
            const RegionModel region(problem_of(with_factor(worst, parameter, factor)), model, Rng(search.seed));
            known.push_back(region.problem().space().from_unit(region.best_so_far(parallel).x));
            const auto fits_and_keeps = [&](const Vector& x) {
                const Vector u = region.problem().space().to_unit(x);
                return region.problem().centres().contains(u, 1e-9) && keeps(region.at_unit(u));
            };
            const auto good = std::find_if(known.rbegin(), known.rend(), fits_and_keeps);
            if (good == known.rend()) return false;
            found = *good;
            return true;
        });
    };
    room.by_mean =
        within(room.most, room.centre, [&](const ModelledRegion& region) { return region.worst_value() <= limit; });
    const RegionModel now(problem_of(worst), model, Rng(search.seed));
    if (now.promises()) {
        room.safely = within(room.by_mean, room.safe_centre,
                             [&](const ModelledRegion& region) { return region.worst().upper <= limit; });
    }
    room.value = now.at(room.centre).value();
    return room;
}

}  // namespace sweetspot
