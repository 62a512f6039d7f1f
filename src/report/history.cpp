#include "report/history.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <set>

namespace sweetspot::study_report {
namespace {

constexpr Index most_checkpoints = 25;
/// Fitting n points takes about n³: the checkpoints together may take as long as so many fits of the largest model.
constexpr double affordable_fits = 12;
/// Below this a fit takes no time to speak of.
constexpr double cheap_fit = 100;
/// After so many trials with a value the answer is sought again: closer together at first, where it changes most.
std::vector<Index> checkpoints(Index values, Index first) {
    first = std::min(first, values);
    const double size = std::min<double>(static_cast<double>(values), most_modelled);
    const double fits = affordable_fits * std::max(1.0, std::pow(4 * cheap_fit / size, 3));
    const Index count = std::clamp<Index>(static_cast<Index>(fits), 4, most_checkpoints);
    std::set<Index> chosen = {values};
    for (Index k = 0; k < count; ++k) {
        const double share = std::pow(static_cast<double>(k) / static_cast<double>(count - 1), 1.5);
        chosen.insert(first + static_cast<Index>(std::lround(share * static_cast<double>(values - first))));
    }
    return {chosen.begin(), chosen.end()};
}

/// The study as it was when the trial had been the last.
StudyView until(const StudyView& view, Index number) {
    StudyView earlier{view.revision, {}};
    std::ranges::copy_if(view.trials, std::back_inserter(earlier.trials),
                         [&](const Trial& trial) { return trial.number <= number; });
    return earlier;
}

}  // namespace

History history_of(const Modelled& m) {
    const std::vector<const Trial*> values = complete(m.all);
    const std::vector<Index> points = checkpoints(std::ssize(values), values_needed(m.problem().dimension()));
    const Index count = std::ssize(points);
    History history{Vector(count), Vector(count), Vector(count), Vector(count)};
    for (Index k = 0; k < count; ++k) {
        const Index last = values[static_cast<std::size_t>(points[static_cast<std::size_t>(k)] - 1)]->number;
        const Estimate q = (k + 1 == count ? m : modelled(m.study, until(m.all, last), m.parallel)).measure().estimate;
        history.number[k] = static_cast<double>(last);
        history.value[k] = q.value;
        history.lower[k] = q.lower;
        history.upper[k] = q.upper;
    }
    if (!m.measure().yield_limit) return history;
    // A yield is told as the share of good builds, in per cent.
    history.value = 100 * (1 - history.value.array());
    history.lower.swap(history.upper);
    for (Vector* end : {&history.lower, &history.upper}) *end = 100 * (1 - end->array());
    return history;
}

}  // namespace sweetspot::study_report
