#include "statistics/critical_difference.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/check.hpp"
#include "base/order.hpp"
#include "statistics/distributions.hpp"
#include "statistics/holm.hpp"
#include "statistics/wilcoxon.hpp"

namespace sweetspot {
namespace {

using Graph = Eigen::Array<bool, Eigen::Dynamic, Eigen::Dynamic>;

/// Bron and Kerbosch: extends `clique` by every vertex of `candidates`; vertices of `done` have had their turn. A
/// clique is maximal when nothing is left in either.
void extend(const Graph& joined, MethodGroup clique, MethodGroup candidates, MethodGroup done,
            std::vector<MethodGroup>& found) {
    if (candidates.empty()) {
        if (done.empty() && clique.size() >= 2) found.push_back(std::move(clique));
        return;
    }
    while (!candidates.empty()) {
        const Index v = candidates.front();
        const auto neighbours = [&](const MethodGroup& of) {
            MethodGroup result;
            std::ranges::copy_if(of, std::back_inserter(result),
                                 [&](Index u) { return u != v && joined(std::min(u, v), std::max(u, v)); });
            return result;
        };
        MethodGroup larger = clique;
        larger.push_back(v);
        extend(joined, std::move(larger), neighbours(candidates), neighbours(done), found);
        candidates.erase(candidates.begin());
        done.push_back(v);
    }
}

Matrix pairwise_p(const MatrixRef& scores) {
    const Index k = scores.cols();
    Vector p(k * (k - 1) / 2);
    Index next = 0;
    for (Index i = 0; i < k; ++i) {
        for (Index j = i + 1; j < k; ++j) p[next++] = wilcoxon_signed_rank(scores.col(i), scores.col(j)).p;
    }
    const Vector adjusted = holm(p);
    Matrix result = Matrix::Ones(k, k);
    next = 0;
    for (Index i = 0; i < k; ++i) {
        for (Index j = i + 1; j < k; ++j) result(i, j) = result(j, i) = adjusted[next++];
    }
    return result;
}

std::vector<MethodGroup> runs_within(const Vector& ranks, const MethodGroup& order, double distance) {
    std::vector<MethodGroup> groups;
    std::size_t covered = 0;  // end of the last run: a run that ends there is part of it
    for (std::size_t begin = 0; begin < order.size(); ++begin) {
        std::size_t end = begin + 1;
        while (end < order.size() && ranks[order[end]] - ranks[order[begin]] < distance) ++end;
        if (end - begin >= 2 && end > covered) {
            groups.emplace_back(order.begin() + static_cast<Index>(begin), order.begin() + static_cast<Index>(end));
        }
        covered = std::max(covered, end);
    }
    return groups;
}

void require_alpha(double alpha, std::string_view where) {
    require(alpha > 0 && alpha < 1, "{}: alpha is {}; it must lie between 0 and 1 (0.05 is usual)", where, alpha);
}

}  // namespace

double nemenyi_q(Index methods, double alpha) {
    require(methods >= 2, "nemenyi_q: there are {} methods; it takes at least 2", methods);
    require_alpha(alpha, "nemenyi_q");
    double low = 0;
    double high = 40;  // above it 1 - P(R ≤ r) is below rounding for any number of methods that fits in memory
    for (int i = 0; i < 100 && low < high; ++i) {
        const double middle = (low + high) / 2;
        (normal_range_cdf(middle, methods) < 1 - alpha ? low : high) = middle;
    }
    return high / std::numbers::sqrt2;
}

double nemenyi_critical_distance(Index methods, Index rows, double alpha) {
    require(rows >= 1, "nemenyi_critical_distance: there are {} rows; it takes at least 1", rows);
    const auto k = static_cast<double>(methods);
    return nemenyi_q(methods, alpha) * std::sqrt(k * (k + 1) / (6 * static_cast<double>(rows)));
}

std::vector<MethodGroup> maximal_cliques(const Graph& joined) {
    require(joined.rows() == joined.cols(), "maximal_cliques: the graph is {} x {}; it must be square", joined.rows(),
            joined.cols());
    std::vector<MethodGroup> found;
    extend(joined, {}, all_indices(joined.rows()), {}, found);
    return found;
}

CriticalDifference critical_difference(const MatrixRef& scores, double alpha) {
    require_alpha(alpha, "critical_difference");
    FriedmanTest friedman = friedman_test(scores);
    const Vector& ranks = friedman.average_ranks;
    MethodGroup order = ascending(ranks);

    Matrix p = pairwise_p(scores);
    const Matrix by_rank = p(order, order);
    std::vector<MethodGroup> groups = maximal_cliques(by_rank.array() > alpha);
    for (MethodGroup& group : groups) {
        for (Index& member : group) member = order[static_cast<std::size_t>(member)];
    }
    const double distance = nemenyi_critical_distance(scores.cols(), scores.rows(), alpha);
    std::vector<MethodGroup> nemenyi = runs_within(ranks, order, distance);
    return {std::move(friedman), std::move(order), std::move(p), std::move(groups), distance, std::move(nemenyi)};
}

}  // namespace sweetspot
