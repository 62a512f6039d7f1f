#include "problems/share_allocation.hpp"

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "base/order.hpp"
#include "optimize/infinity.hpp"

namespace sweetspot {
namespace {

using Row = std::vector<double>;
using Counts = std::vector<std::size_t>;

/// into[n] = max_k of from[n - k] + gains[k].
void combine(const Row& from, const Row& gains, Row& into) {
    std::ranges::fill(into, -inf);
    const std::size_t size = into.size();
    double* out = into.data();
    const double* in = from.data();
    for (std::size_t k = 0; k < std::min(gains.size(), size); ++k) {
        const double gain = gains[k];
        const std::size_t end = std::min(size - k, from.size());
        for (std::size_t n = 0; n < end; ++n) {
            const double sum = in[n] + gain;
            out[n + k] = sum > out[n + k] ? sum : out[n + k];
        }
    }
}

/// The k that reaches max_k of from[n - k] + gains[k].
std::size_t chosen(const Row& from, const Row& gains, std::size_t n) {
    std::size_t best = 0;
    for (std::size_t k = 1; k <= std::min(n, gains.size() - 1); ++k) {
        if (from[n - k] + gains[k] > from[n - best] + gains[best]) best = k;
    }
    return best;
}

/// max Σ gains_d[k_d] over Σ k_d ≤ n for every n < size, and the k_d that reach it.
class ShareTable {
  public:
    ShareTable(std::vector<Row> gains, std::size_t size) : gains_(std::move(gains)) {
        before_.emplace_back(size, 0.0);
        for (const Row& gain : gains_) {
            before_.emplace_back(size);
            combine(before_[before_.size() - 2], gain, before_.back());
        }
    }

    [[nodiscard]] double best(std::size_t n) const { return before_.back()[n]; }

    [[nodiscard]] Counts allocation(std::size_t n) const {
        Counts counts(gains_.size());
        trace_before(gains_.size(), n, counts);
        return counts;
    }

    /// The best allocations of n in which one of the coordinates `which` has a share at a local maximum of the total,
    /// for totals down to `least`, best first.
    [[nodiscard]] std::vector<Counts> local_best(std::size_t n, const Counts& which, double least) const {
        const std::vector<Row> after = tables_after(n + 1);
        std::vector<std::pair<double, Counts>> found;
        Row others(n + 1);
        Row total(n + 1);
        for (const std::size_t d : which) {
            combine(before_[d], after[d + 1], others);
            for (std::size_t k = 0; k <= n; ++k) total[k] = others[n - k] + gains_[d][k];
            for (std::size_t k = 0; k <= n; ++k) {
                const bool peak = (k == 0 || total[k] >= total[k - 1]) && (k == n || total[k] > total[k + 1]);
                if (peak && total[k] >= least) found.emplace_back(total[k], trace_around(d, k, n, after));
            }
        }
        std::ranges::stable_sort(found, std::greater<>(), [](const auto& f) { return f.first; });
        std::vector<Counts> counts;
        counts.reserve(found.size());
        for (auto& [value, count] : found) counts.push_back(std::move(count));
        return counts;
    }

  private:
    [[nodiscard]] std::vector<Row> tables_after(std::size_t size) const {
        std::vector<Row> after(gains_.size() + 1, Row(size, 0.0));
        for (std::size_t d = gains_.size(); d-- > 0;) combine(after[d + 1], gains_[d], after[d]);
        return after;
    }

    void trace_before(std::size_t end, std::size_t n, Counts& counts) const {
        for (std::size_t d = end; d-- > 0;) {
            counts[d] = chosen(before_[d], gains_[d], n);
            n -= counts[d];
        }
    }

    [[nodiscard]] Counts trace_around(std::size_t d, std::size_t k, std::size_t n,
                                      const std::vector<Row>& after) const {
        Counts counts(gains_.size());
        counts[d] = k;
        std::size_t left = chosen(before_[d], after[d + 1], n - k);
        trace_before(d, n - k - left, counts);
        for (std::size_t e = d + 1; e < gains_.size(); ++e) {
            counts[e] = chosen(after[e + 1], gains_[e], left);
            left -= counts[e];
        }
        return counts;
    }

    std::vector<Row> gains_;
    std::vector<Row> before_;  ///< before_[d]: of the coordinates before d
};

/// An allocation on its way to a local maximum: its sides stay, its shares move.
struct Trial {
    double value = 0;
    Vector shares;
    std::vector<Side> sides;
};

double sum_at(const std::vector<Gain>& gains, const Vector& shares, const std::vector<Side>& sides) {
    double sum = 0;
    for (std::size_t d = 0; d < gains.size(); ++d) sum += gains[d](shares[static_cast<Index>(d)], sides[d]);
    return sum;
}

/// Every share may move by up to `half` steps. True if some share moved to the edge of its window, so that the step is
/// worth repeating.
bool move(const std::vector<Gain>& gains, double step, const std::vector<Side>& sides, Vector& shares) {
    constexpr int half = 9;  // one more than a step of the coarser grid
    const std::size_t dimension = gains.size();
    std::vector<Row> rows(dimension);
    Vector first(shares.size());
    for (std::size_t d = 0; d < dimension; ++d) {
        const auto i = static_cast<Index>(d);
        first[i] = std::max(0.0, shares[i] - half * step);
        for (int k = 0; k <= 2 * half; ++k) rows[d].push_back(gains[d](std::min(1.0, first[i] + k * step), sides[d]));
    }
    const double slack = std::max(0.0, (1 - first.sum()) / step);
    const auto budget = static_cast<std::size_t>(std::min(slack + 1e-9, 2.0 * half * static_cast<double>(dimension)));
    const Counts k = ShareTable(std::move(rows), budget + 1).allocation(budget);
    bool at_edge = false;
    for (std::size_t d = 0; d < dimension; ++d) {
        const auto i = static_cast<Index>(d);
        at_edge = at_edge || k[d] == std::size_t{2} * half || (k[d] == 0 && first[i] > 0);
        shares[i] = std::min(1.0, first[i] + static_cast<double>(k[d]) * step);
    }
    return at_edge;
}

/// Refines on the grids of steps from `step` down to `last`.
void refine(const std::vector<Gain>& gains, double step, double last, Trial& trial) {
    constexpr int repeats = 4;
    for (; step > last; step /= 8) {
        for (int i = 0; i < repeats; ++i) {
            Vector shares = trial.shares;
            const bool again = move(gains, step, trial.sides, shares);
            const double value = sum_at(gains, shares, trial.sides);
            if (!(value > trial.value)) break;
            trial.value = value;
            trial.shares = shares;
            if (!again) break;
        }
    }
}

Trial start(const std::vector<Gain>& gains, const Counts& counts, double cells) {
    Trial trial;
    trial.shares.resize(static_cast<Index>(counts.size()));
    for (std::size_t d = 0; d < counts.size(); ++d) {
        const double share = static_cast<double>(counts[d]) / cells;
        trial.shares[static_cast<Index>(d)] = share;
        trial.sides.push_back(Side::both);
    }
    trial.value = sum_at(gains, trial.shares, trial.sides);
    return trial;
}

/// The trial, and the same with one coordinate held to its other side where that costs less than `least`: a finer grid
/// may decide otherwise.
std::vector<Trial> fork(const std::vector<Gain>& gains, const Trial& trial, double least) {
    std::vector<Trial> forks = {trial};
    for (const Index d : descending(trial.shares)) {
        const auto i = static_cast<std::size_t>(d);
        const double left = gains[i](trial.shares[d], Side::left);
        const double right = gains[i](trial.shares[d], Side::right);
        // At share 0 the sides are the same. Three forks hold the largest shares; the others have little to lose.
        if (left == right || std::abs(left - right) >= least || forks.size() > 3) continue;
        forks.push_back(trial);
        forks.back().sides[i] = left >= right ? Side::right : Side::left;
        forks.back().value -= std::abs(left - right);
    }
    return forks;
}

void keep_best(std::vector<Trial>& trials, std::size_t most, double margin) {
    std::ranges::stable_sort(trials, std::greater<>(), &Trial::value);
    const double least = trials.front().value - margin;
    const auto far = std::ranges::find_if(trials, [&](const Trial& t) { return t.value < least; });
    trials.erase(far, trials.end());
    if (trials.size() > most) trials.resize(most);
}

/// Drops allocations that are the same up to an exchange of alike coordinates.
std::vector<Counts> distinct(const std::vector<Counts>& all, const std::vector<int>& alike, std::size_t most) {
    std::set<std::vector<std::pair<int, std::size_t>>> seen;
    std::vector<Counts> kept;
    for (const Counts& counts : all) {
        std::vector<std::pair<int, std::size_t>> sorted;
        for (std::size_t d = 0; d < counts.size(); ++d) sorted.emplace_back(alike[d], counts[d]);
        std::ranges::sort(sorted);
        if (kept.size() < most && seen.insert(std::move(sorted)).second) kept.push_back(counts);
    }
    return kept;
}

}  // namespace

Allocation allocate(const std::vector<Gain>& gains, const std::vector<int>& alike) {
    const std::size_t dimension = gains.size();
    const std::size_t cells = std::clamp<std::size_t>(4 * dimension, 256, 2048);
    const auto width = static_cast<double>(cells);
    std::vector<Row> rows(dimension);
    Counts first_alike;
    for (std::size_t d = 0; d < dimension; ++d) {
        const auto first = static_cast<std::size_t>(std::ranges::find(alike, alike[d]) - alike.begin());
        if (first < d) {
            rows[d] = rows[first];
            continue;
        }
        first_alike.push_back(d);
        for (std::size_t k = 0; k <= cells; ++k)
            rows[d].push_back(gains[d](static_cast<double>(k) / width, Side::both));
    }
    const ShareTable table(std::move(rows), cells + dimension);
    const double lower = table.best(cells);
    const double upper = table.best(cells + dimension - 1);
    std::vector<Trial> trials;
    const double first_step = 0.125 / width;
    for (const Counts& counts : distinct(table.local_best(cells, first_alike, lower - (upper - lower)), alike, 16)) {
        trials.push_back(start(gains, counts, width));
        refine(gains, first_step, 5e-5, trials.back());
    }
    // What finer grids can still change shrinks with their step, at worst as its root: 1/8, then 1/64 of the bracket.
    const double margin = (upper - lower) / 8;
    keep_best(trials, 12, margin);
    std::vector<Trial> forks;
    for (const Trial& trial : trials) {
        for (Trial& next : fork(gains, trial, margin)) {
            refine(gains, first_step / 8, 1e-6, next);
            forks.push_back(std::move(next));
        }
    }
    keep_best(forks, 6, margin / 8);
    for (Trial& next : forks) refine(gains, first_step / 512, 1e-11, next);
    const Trial& best = *std::ranges::max_element(forks, {}, &Trial::value);
    return {best.value, upper, best.shares};
}

}  // namespace sweetspot
