// How many evaluations are saved? The first moment at which our median regret is at most the one that the default of
// the past has at the end, problem by problem, over the repeats that both have.
#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <vector>

#include "base/check.hpp"
#include "experiment/bars/field.hpp"
#include "statistics/summary.hpp"

namespace sweetspot::bars {
namespace {

double median_after(const Runs& runs, const std::vector<Index>& repeats, Index moment) {
    Vector values(std::ssize(repeats));
    for (Index i = 0; i < values.size(); ++i) values[i] = runs.at(repeats[static_cast<std::size_t>(i)]).regret[moment];
    return quantile(values, 0.5);
}

/// Infinite: never.
std::string text(double evaluations, Index last) {
    return std::isinf(evaluations) ? fmt::format("> {}", last) : fmt::format("{:g}", evaluations);
}

}  // namespace

std::string evaluations(const Field& field, const Contender& ours, const Contender& before) {
    const Index last = field.moments().back();
    std::string table =
        fmt::format("| problem | D | p | regret of {} after {} | {} has it after |\n|---|---|---|---|---|\n",
                    before.method, last, ours.method);
    std::vector<double> needed;
    for (const Place& place : field.places()) {
        const std::vector<Index> repeats = field.repeats(place, {ours, before});
        if (repeats.empty()) continue;
        const double aim = median_after(field.runs(place, before), repeats, std::ssize(field.moments()) - 1);
        double reached = std::numeric_limits<double>::infinity();
        for (Index m = std::ssize(field.moments()) - 1; m >= 0; --m) {
            if (median_after(field.runs(place, ours), repeats, m) > aim) continue;
            reached = static_cast<double>(field.moments()[static_cast<std::size_t>(m)]);
        }
        needed.push_back(reached);
        table += fmt::format("| {} | {} | {} | {:.3g} | {} |\n", place.problem, place.dimension,
                             sweetspot::to_string(place.norm), aim, text(reached, last));
    }
    require(!needed.empty(), "bars: {} and {} have no run in common; give tables of the same problems and repeats",
            to_string(ours), to_string(before));
    const double median = quantile(Eigen::Map<const Vector>(needed.data(), std::ssize(needed)), 0.5);
    return table + fmt::format(
                       "| **median** | | | | **{}** |\n\nThe first number of evaluations after which the median "
                       "regret of {} is at most that of {} after {}.\n",
                       text(median, last), to_string(ours), to_string(before), last);
}

}  // namespace sweetspot::bars
