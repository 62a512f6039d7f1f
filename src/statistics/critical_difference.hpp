// What a critical-difference diagram shows (Demšar 2006): average ranks and the groups of methods that no test
// separates.
#pragma once

#include <vector>

#include "statistics/friedman.hpp"

namespace sweetspot {

/// Columns of the score table, best average rank first.
using MethodGroup = std::vector<Index>;

/// q_α of Demšar's table 5: the upper α-quantile of the range of k standard normals, divided by √2.
[[nodiscard]] double nemenyi_q(Index methods, double alpha = 0.05);

/// CD = q_α √(k (k + 1) / (6 n)): average ranks that differ by at least this much are separated by Nemenyi's test.
[[nodiscard]] double nemenyi_critical_distance(Index methods, Index rows, double alpha = 0.05);

/// The largest sets of at least two vertices of a graph that are all joined: `joined(i, j)`, symmetric, is read for
/// i < j. Each set and the list of sets are in ascending order.
[[nodiscard]] std::vector<MethodGroup> maximal_cliques(
    const Eigen::Array<bool, Eigen::Dynamic, Eigen::Dynamic>& joined);

struct CriticalDifference {
    FriedmanTest friedman;
    MethodGroup order;  ///< every method, best average rank first (ties by column)
    /// Adjusted p-values of the paired two-sided Wilcoxon tests, all k (k - 1) / 2 of them corrected together by Holm;
    /// symmetric, 1 on the diagonal.
    Matrix p;
    /// The maximal cliques that those tests do not separate at α. A clique need not be consecutive in rank.
    std::vector<MethodGroup> groups;
    double nemenyi_distance;
    /// The longest runs of methods, consecutive in rank, that span less than the Nemenyi distance.
    std::vector<MethodGroup> nemenyi_groups;
};

/// Scores: one row per problem or repeat (at least two), one column per method, finite; smaller is better.
[[nodiscard]] CriticalDifference critical_difference(const MatrixRef& scores, double alpha = 0.05);

}  // namespace sweetspot
