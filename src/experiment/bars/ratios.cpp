// How much smaller is our regret? The geometric mean of the ratio ours / other over the repeats of a problem, then over
// problems, so that each weighs the same. Regrets are floored at a small share of the problem's scale (its median
// regret after 10 evaluations, over all contenders and repeats): below that they are rounding, or the run is itself the
// best that is known, and a ratio would say nothing.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "base/check.hpp"
#include "experiment/bars/family.hpp"
#include "experiment/bars/field.hpp"

namespace sweetspot::bars {
namespace {

const std::string everything = "all";

/// Two digits, be it ever so small.
std::string two_digits(double ratio) {
    return ratio < 0.1 ? fmt::format("{:.2g}", ratio) : fmt::format("{:.2f}", ratio);
}

/// The mean logarithm over places.
struct Ratio {
    double log_sum = 0;
    Index places = 0;  ///< where both have runs
    Index of = 0;      ///< where ours has

    [[nodiscard]] double value() const { return std::exp(log_sum / static_cast<double>(places)); }
    [[nodiscard]] bool whole() const { return places == of && of > 0; }
    [[nodiscard]] std::string text() const {
        if (places == 0) return "–";
        return whole() ? two_digits(value()) : fmt::format("{} ({} of {})", two_digits(value()), places, of);
    }
};

/// The ratios of one contender to all others.
class Ratios {
  public:
    Ratios(const Field& field, const Contender& ours, double floor) : field_(field), ours_(ours), floor_(floor) {}

    [[nodiscard]] Ratio to(const Contender& other, const std::string& family) const {
        Ratio ratio;
        for (const Place& place : field_.places()) {
            if (family != everything && family_of(place.problem) != family) continue;
            if (field_.runs(place, ours_).empty()) continue;
            ++ratio.of;
            if (const auto log_ratio = mean_log_ratio(place, other)) {
                ratio.log_sum += *log_ratio;
                ++ratio.places;
            }
        }
        return ratio;
    }

    /// To the strongest other, against which ours is largest. Only those count that have all places of the family.
    [[nodiscard]] std::string to_best(const std::vector<Contender>& others, const std::string& family) const {
        double largest = -std::numeric_limits<double>::infinity();
        std::string best = "–";
        for (const Contender& other : others) {
            const Ratio ratio = to(other, family);
            if (!ratio.whole() || ratio.value() <= largest) continue;
            largest = ratio.value();
            best = fmt::format("{}, {}", two_digits(largest), to_string(other));
        }
        return best;
    }

  private:
    [[nodiscard]] std::optional<double> mean_log_ratio(const Place& place, const Contender& other) const {
        const std::vector<Index> repeats = field_.repeats(place, {ours_, other});
        if (repeats.empty()) return std::nullopt;
        const double least = floor_ * field_.scale(place);
        double sum = 0;
        for (const Index repeat : repeats) {
            sum += std::log(std::max(field_.runs(place, ours_).at(repeat).last(), least) /
                            std::max(field_.runs(place, other).at(repeat).last(), least));
        }
        return sum / static_cast<double>(repeats.size());
    }

    const Field& field_;
    const Contender& ours_;
    double floor_;
};

}  // namespace

std::string ratios(const Field& field, const Contender& ours, double floor) {
    require(floor > 0 && floor < 1, "bars: the floor of regrets is {} of the scale; it must lie between 0 and 1",
            floor);
    const std::vector<Contender> others = field.others(ours);
    const Ratios ratios(field, ours, floor);
    std::vector<std::string> columns = field.families();
    columns.push_back(everything);
    std::string table = "| against | profile |";
    std::string line = "|---|---|";
    for (const std::string& column : columns) {
        table += fmt::format(" {} |", column);
        line += "---|";
    }
    table += "\n" + line + "\n";
    for (const Contender& other : others) {
        table += fmt::format("| {} | {} |", other.method, other.profile);
        for (const std::string& column : columns) table += fmt::format(" {} |", ratios.to(other, column).text());
        table += "\n";
    }
    table += "| **the best of these** | |";
    for (const std::string& column : columns) table += fmt::format(" {} |", ratios.to_best(others, column));
    return table + fmt::format(
                       "\n\nGeometric mean of the regret of {} over that of the other after {} evaluations, "
                       "each problem with the same weight. Regrets count as at least {:g} of the problem's "
                       "scale, which is the median regret after 10 evaluations over all methods.\n",
                       to_string(ours), field.moments().back(), floor);
}

}  // namespace sweetspot::bars
