#include "methods/over_levels.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "base/order.hpp"
#include "design/latin_hypercube.hpp"

namespace sweetspot {
namespace {

constexpr Index few_combinations = 64;
/// Where nothing but levels can be chosen a combination is one point.
constexpr Index few_points = 4096;
/// Points of a combination at which it is estimated, besides some of the starts.
constexpr Index estimated_points = 24;
constexpr Index estimated_starts = 8;
/// The best combinations by estimate, whose other coordinates are maximised.
constexpr std::size_t maximised = 8;
constexpr int most_exchanges = 20;
constexpr std::size_t exchanged_at_a_time = 6;

class Combinations {
  public:
    Combinations(const LevelSearch& search, const CentreLevels& levels, const Box& box, const Points& starts,
                 const Rng& rng, const Parallel& parallel)
        : search_(search),
          levels_(levels),
          parallel_(parallel),
          is_point_(levels.held(box, box.lower).width().maxCoeff() == 0) {
        const Index probes = is_point_ ? 1 : estimated_points;
        const Index some = is_point_ ? 0 : std::min(estimated_starts, starts.cols());
        probes_.resize(box.dimension(), probes + some);
        probes_.leftCols(probes) = latin_hypercube(box, probes, rng.split("levels"));
        for (Index i = 0; i < some; ++i) probes_.col(probes + i) = box.clamp(starts.col(i * starts.cols() / some));
    }

    [[nodiscard]] bool is_point() const { return is_point_; }

    /// Estimates those that are new.
    void add(const std::vector<Vector>& combinations) {
        std::vector<Vector> fresh;
        for (const Vector& x : combinations) {
            if (estimates_.emplace(key(x), std::pair(x, 0.0)).second) fresh.push_back(x);
        }
        Vector best(std::ssize(fresh));
        parallel_.for_each(best.size(), [&](Index i) {
            Points points = probes_;
            for (const Index d : levels_.coordinates())
                points.row(d).setConstant(fresh[static_cast<std::size_t>(i)][d]);
            best[i] = search_.estimate(points).maxCoeff();
        });
        for (Index i = 0; i < best.size(); ++i) estimates_.at(key(fresh[static_cast<std::size_t>(i)])).second = best[i];
    }

    /// The best by estimate, best first; the combination of x among them.
    [[nodiscard]] std::vector<Vector> best(std::size_t count, const Vector& x) const {
        std::vector<Vector> result = ranked(count);
        const auto same = [&](const Vector& other) { return key(other) == key(x); };
        if (std::none_of(result.begin(), result.end(), same)) result.push_back(x);
        return result;
    }

    /// Adds what one change of a level makes of the best ones, until that makes none of them better.
    void exchange() {
        std::set<std::vector<double>> exchanged;
        for (int round = 0; round < most_exchanges; ++round) {
            std::vector<Vector> next;
            for (const Vector& x : ranked(exchanged_at_a_time)) {
                if (!exchanged.insert(key(x)).second) continue;
                for (const Index d : levels_.coordinates()) {
                    for (const double level : levels_.of(d)) {
                        next.push_back(x);
                        next.back()[d] = level;
                    }
                }
            }
            if (next.empty()) return;
            add(next);
        }
    }

  private:
    [[nodiscard]] std::vector<Vector> ranked(std::size_t count) const {
        std::vector<std::pair<double, const Vector*>> order;
        for (const auto& [levels, known] : estimates_) order.emplace_back(-known.second, &known.first);
        std::stable_sort(order.begin(), order.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
        std::vector<Vector> result;
        for (std::size_t i = 0; i < std::min(count, order.size()); ++i) result.push_back(*order[i].second);
        return result;
    }
    [[nodiscard]] std::vector<double> key(const Vector& x) const {
        std::vector<double> result;
        for (const Index d : levels_.coordinates()) result.push_back(x[d]);
        return result;
    }

    const LevelSearch& search_;
    const CentreLevels& levels_;
    const Parallel& parallel_;
    bool is_point_;
    Points probes_;
    std::map<std::vector<double>, std::pair<Vector, double>> estimates_;
};

}  // namespace

Maximum maximise_over_levels(const LevelSearch& search, const CentreLevels& levels, const Box& box,
                             const Points& starts, const Rng& rng, const Parallel& parallel) {
    if (levels.none()) return search.maximise(box);
    Combinations combinations(search, levels, box, starts, rng, parallel);
    const Vector first = levels.nearest(box.clamp(starts.col(0)));
    const Index few = combinations.is_point() ? few_points : few_combinations;
    if (levels.combinations(few + 1) <= few) {
        combinations.add(levels.around(first, few, [](Index, double) { return true; }));
    } else {
        std::vector<Vector> some;
        for (Index i = 0; i < starts.cols(); ++i) some.push_back(levels.nearest(box.clamp(starts.col(i))));
        const Points spread = levels.spread(latin_hypercube(box, few_combinations, rng.split("combinations")), box);
        for (Index i = 0; i < spread.cols(); ++i) some.emplace_back(spread.col(i));
        combinations.add(some);
        combinations.exchange();
    }
    const std::size_t count = combinations.is_point() ? static_cast<std::size_t>(few_combinations) : maximised;
    const std::vector<Vector> best = combinations.best(count, first);
    std::vector<Maximum> ends(best.size());
    if (combinations.is_point()) {
        parallel.for_each(std::ssize(best), [&](Index i) {
            const Vector x = levels.held(box, best[static_cast<std::size_t>(i)]).lower;
            ends[static_cast<std::size_t>(i)] = {x, search.value(x)};
        });
    } else {
        for (std::size_t i = 0; i < best.size(); ++i) ends[i] = search.maximise(levels.held(box, best[i]));
    }
    return *std::max_element(ends.begin(), ends.end(),
                             [](const Maximum& a, const Maximum& b) { return a.value < b.value; });
}

Maximum maximise_over_levels(const Maximiser& maximiser, const Maximised& what, const CentreLevels& levels,
                             const Box& box, const Points& starts, const Rng& rng, const Parallel& parallel) {
    const Acquisition& rough = what.cheaper.empty() ? what.acquisition : *what.cheaper.front().acquisition;
    const auto maximise = [&](const Box& held) {
        Points inside = starts;
        for (Index i = 0; i < inside.cols(); ++i) inside.col(i) = held.clamp(starts.col(i));
        return maximiser.maximise(what, held, inside, rng, parallel);
    };
    return maximise_over_levels({[&](const Vector& x) { return what.acquisition.value(x, nullptr); },
                                 [&](const Points& points) { return rough.values(points); }, maximise},
                                levels, box, starts, rng, parallel);
}

}  // namespace sweetspot
