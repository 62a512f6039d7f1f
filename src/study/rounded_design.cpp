#include "study/rounded_design.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "methods/limit_pieces.hpp"

namespace sweetspot {
namespace {

constexpr double moved_at_most = 0.1;         // of a tolerance
constexpr double moved_if_exact = 1e-3;       // of the range
constexpr double cost_at_most = 0.1;          // of the half-width of the interval
constexpr int most_further_decimals = 4;      // then the cost is told, whatever it is
constexpr double rounding_of_centres = 1e-9;  // of the way to the unit cube and back

bool is_rounded(const Parameter& p) {
    return p.chosen && !p.is_choice() && p.values.empty() && !p.step;
}

double may_move(const StudyParameter& described, double x) {
    const auto& [amount, of] = described.tolerance;
    if (amount > 0) return moved_at_most * amount * (of == RegionTolerance::Of::nominal ? std::abs(x) : 1);
    const Parameter& p = described.parameter;
    return moved_if_exact * (p.scale == Scale::log ? std::abs(x) * std::log(p.upper / p.lower) : p.upper - p.lower);
}

enum class Towards { nearest, less, more };

/// To so many places after the point; before it if negative.
double to_places(double x, int places, Towards towards) {
    const double step = std::pow(10.0, -places);
    const double steps = towards == Towards::nearest ? std::round(x / step)
                         : towards == Towards::less  ? std::floor(x / step)
                                                     : std::ceil(x / step);
    // By way of the text: 12.2, and not 122 times what is nearest to a tenth.
    return std::stod(fmt::format("{:.{}f}", steps * step, std::max(0, places)));
}

/// The coarsest decimal that moves x little enough.
int coarsest_places(double x, double most) {
    const double magnitude = std::max(std::abs(x), most);
    const int first = -static_cast<int>(std::floor(std::log10(magnitude))) - 1;
    constexpr int digits_of_a_double = 18;
    int places = first;
    while (places < first + digits_of_a_double && std::abs(to_places(x, places, Towards::nearest) - x) > most) ++places;
    return places;
}

/// Within the bounds of centres, on the other side if need be.
double rounded_within(double x, int places, double least, double most) {
    const double nearest = to_places(x, places, Towards::nearest);
    if (nearest < least) return to_places(x, places, Towards::more);
    if (nearest > most) return to_places(x, places, Towards::less);
    return nearest;
}

Vector rounded_coordinates(const StudyConfig& config, const Problem& problem, const Vector& x, int further) {
    const Vector least = problem.space().from_unit(problem.centres().lower);
    const Vector most = problem.space().from_unit(problem.centres().upper);
    Vector result = x;
    for (std::size_t k = 0; k < config.parameters.size(); ++k) {
        const auto d = static_cast<Index>(k);
        const StudyParameter& described = config.parameters[k];
        if (!is_rounded(described.parameter)) continue;
        const int places = coarsest_places(x[d], may_move(described, x[d])) + further;
        result[d] = rounded_within(x[d], places, least[d], most[d]);
    }
    return result;
}

}  // namespace

std::optional<RoundedDesign> rounded_design(const StudyConfig& config, const RegionModel& model,
                                            const std::vector<LimitModel>& limits, const Candidate& design) {
    const Problem& problem = model.problem();
    const auto keeps_limits_at = [&](const Vector& x) {
        return limits.empty() || unsureness(limits, problem.space().to_unit(x)) <= rounding_of_centres;
    };
    const bool must_keep = keeps_limits_at(design.x);
    const Estimate& before = design.measure.estimate;
    const double little = cost_at_most * (before.upper - before.lower) / 2;
    for (int further = 0; further <= most_further_decimals; ++further) {
        Vector x = rounded_coordinates(config, problem, design.x, further);
        if (x == design.x) return std::nullopt;
        if (!problem.centres().contains(problem.space().to_unit(x), rounding_of_centres)) continue;
        if (must_keep && !keeps_limits_at(x)) continue;
        const ModelledRegion region = model.at(x);
        const Estimate after = region.measure().estimate;
        const double cost = after.value - before.value;
        if (cost > little && further < most_further_decimals) continue;
        return RoundedDesign{std::move(x), after, cost, cost <= little};
    }
    return std::nullopt;
}

}  // namespace sweetspot
