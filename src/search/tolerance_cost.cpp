#include <algorithm>
#include <cmath>

#include "sweetspot/search/tolerance_questions.hpp"

namespace sweetspot {

double ToleranceCost::at(double tolerance) const {
    if (table.empty()) return factor / std::pow(tolerance, power);
    const auto above = std::ranges::lower_bound(table, tolerance, {}, &Row::tolerance);
    if (above == table.begin()) return table.front().cost;
    if (above == table.end()) return table.back().cost;
    const Row& a = *(above - 1);
    const Row& b = *above;
    return a.cost + (tolerance - a.tolerance) / (b.tolerance - a.tolerance) * (b.cost - a.cost);
}

std::vector<ToleranceChoice> usual_choices(const SearchDescription& search) {
    std::vector<ToleranceChoice> choices(search.parameters.size());
    for (std::size_t d = 0; d < choices.size(); ++d) {
        const double present = search.parameters[d].tolerance.amount;
        if (present > 0) choices[d].cost = ToleranceCost{.factor = present};
    }
    return choices;
}

}  // namespace sweetspot
