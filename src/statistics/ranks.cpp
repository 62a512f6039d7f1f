#include "statistics/ranks.hpp"

#include <vector>

#include "base/order.hpp"
#include "statistics/checks.hpp"

namespace sweetspot {

Ranks ranked(const VectorRef& values) {
    require_no_nan(values, "ranked");
    const Index n = values.size();
    const std::vector<Index> order = ascending(values);
    Ranks result{Vector(n), 0};
    for (Index begin = 0; begin < n;) {
        Index end = begin + 1;
        while (end < n && values[order[end]] == values[order[begin]]) ++end;
        // Ranks begin + 1 … end, shared.
        for (Index i = begin; i < end; ++i) result.ranks[order[i]] = static_cast<double>(begin + 1 + end) / 2;
        const auto t = static_cast<double>(end - begin);
        result.tie_sum += t * t * t - t;
        begin = end;
    }
    return result;
}

Vector average_ranks(const MatrixRef& scores) {
    require_scores(scores, "average_ranks", 1);  // an experiment may have one method
    Vector sum = Vector::Zero(scores.cols());
    for (Index i = 0; i < scores.rows(); ++i) sum += ranked(scores.row(i).transpose()).ranks;
    return sum / static_cast<double>(scores.rows());
}

}  // namespace sweetspot
