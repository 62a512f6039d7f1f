// In how many runs was the low step of stepped-sphere found?
#include <fmt/format.h>

#include <vector>

#include "base/check.hpp"
#include "experiment/bars/field.hpp"
#include "experiment/claims/step.hpp"

namespace sweetspot::bars {

std::string step(const Field& field) {
    std::vector<Place> places;
    for (const Place& place : field.places()) {
        if (place.problem == "stepped-sphere") places.push_back(place);
    }
    require(!places.empty(), "bars: there are no runs on stepped-sphere; give tables that have them");
    std::string table = "| method | profile |";
    std::string line = "|---|---|";
    for (const Place& place : places) {
        table += fmt::format(" D = {}, p = {} |", place.dimension, sweetspot::to_string(place.norm));
        line += "---|";
    }
    table += "\n" + line + "\n";
    for (const Contender& contender : field.contenders()) {
        std::string cells;
        bool any = false;
        for (const Place& place : places) {
            const Runs& runs = field.runs(place, contender);
            Index found = 0;
            for (const auto& [repeat, run] : runs) found += is_in_step(run.last(), place.dimension) ? 1 : 0;
            cells += runs.empty() ? " – |" : fmt::format(" {} of {} |", found, runs.size());
            any = any || !runs.empty();
        }
        if (any) table += fmt::format("| {} | {} |{}\n", contender.method, contender.profile, cells);
    }
    return table + fmt::format(
                       "\nRuns on stepped-sphere that ended in its low step: with a regret below half the step's "
                       "height, D / 2, after {} evaluations.\n",
                       field.moments().back());
}

}  // namespace sweetspot::bars
