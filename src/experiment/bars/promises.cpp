// Does the true worst case of the answer lie where it was promised to lie, and how much is promised?
#include <fmt/format.h>

#include <cmath>
#include <vector>

#include "base/check.hpp"
#include "experiment/bars/family.hpp"
#include "experiment/bars/field.hpp"
#include "statistics/summary.hpp"

namespace sweetspot::bars {
namespace {

/// The promises of a family after so many evaluations.
struct Tally {
    Index kept = 0;
    Index above = 0;  ///< the truth was
    Index below = 0;
    Index none = 0;  ///< no promise was made
    std::vector<double> widths;

    [[nodiscard]] Index made() const { return kept + above + below; }
};

void count(Tally& tally, const Run& run, Index column, double scale) {
    if (column >= run.lower.size() || std::isnan(run.lower[column])) {
        ++tally.none;
        return;
    }
    const double truth = run.worst[column];
    if (truth > run.upper[column]) {
        ++tally.above;
    } else if (truth < run.lower[column]) {
        ++tally.below;
    } else {
        ++tally.kept;
    }
    tally.widths.push_back((run.upper[column] - run.lower[column]) / scale);
}

std::string row(const std::string& family, Index moment, const Tally& tally) {
    if (tally.made() == 0) return fmt::format("| {} | {} | 0 | – | | | {} | – | – |\n", family, moment, tally.none);
    const Eigen::Map<const Vector> widths(tally.widths.data(), std::ssize(tally.widths));
    return fmt::format("| {} | {} | {} | {:.1f} % | {} | {} | {} | {:.3f} | {:.3f} |\n", family, moment, tally.made(),
                       100 * static_cast<double>(tally.kept) / static_cast<double>(tally.made()), tally.above,
                       tally.below, tally.none, widths.mean(), quantile(widths, 0.5));
}

}  // namespace

std::string promises(const Field& field, const Contender& ours) {
    std::string table =
        "| family | evaluations | promises | kept | truth above | truth below | no promise | mean width | median width "
        "|\n|---|---|---|---|---|---|---|---|---|\n";
    std::vector<std::string> families = field.families();
    families.emplace_back("all");
    Index runs = 0;
    for (const std::string& family : families) {
        for (Index column = 0; column < std::ssize(promise_moments); ++column) {
            const Index moment = promise_moments[static_cast<std::size_t>(column)];
            if (moment > field.moments().back()) continue;
            Tally tally;
            for (const Place& place : field.places()) {
                if (family != "all" && family_of(place.problem) != family) continue;
                if (field.runs(place, ours).empty()) continue;
                const double scale = field.scale(place);
                for (const auto& [repeat, run] : field.runs(place, ours)) count(tally, run, column, scale);
            }
            runs += tally.made() + tally.none;
            if (tally.made() + tally.none > 0) table += row(family, moment, tally);
        }
    }
    require(runs > 0, "bars: there are no runs of {}; give tables that have them, or another --method and --profile",
            to_string(ours));
    return table + fmt::format(
                       "\nPromises of {} on the worst case of its answer: in how many runs the true worst case "
                       "was between the two ends. Widths are in units of the problem's scale, which is the "
                       "median regret after 10 evaluations over all methods.\n",
                       to_string(ours));
}

}  // namespace sweetspot::bars
