#include "statistics/wilcoxon.hpp"

#include <algorithm>
#include <cmath>

#include "base/normal.hpp"
#include "statistics/checks.hpp"
#include "statistics/ranks.hpp"

namespace sweetspot {
namespace {

constexpr Index most_exact_pairs = 50;

/// The differences that are not 0.
Vector differences(const VectorRef& x, const VectorRef& y) {
    require(x.size() == y.size() && x.size() >= 1,
            "wilcoxon_signed_rank: the samples have {} and {} values; they must be paired, at least one each", x.size(),
            y.size());
    Vector result(x.size());
    Index kept = 0;
    for (Index i = 0; i < x.size(); ++i) {
        require(std::isfinite(x[i]) && std::isfinite(y[i]),
                "wilcoxon_signed_rank: pair {} (counting from 0) is {} and {}; both must be finite", i, x[i], y[i]);
        if (x[i] != y[i]) result[kept++] = x[i] - y[i];
    }
    return result.head(kept);
}

/// P(W ≤ w) for the sum W of a random subset of {1, …, n}; w a whole number. Counts up to 2⁵⁰ are exact.
double exact_lower_tail(Index n, Index w) {
    const Index most = n * (n + 1) / 2;
    Vector count = Vector::Zero(most + 1);
    count[0] = 1;
    for (Index rank = 1; rank <= n; ++rank) {
        for (Index sum = rank * (rank + 1) / 2; sum >= rank; --sum) count[sum] += count[sum - rank];
    }
    return std::ldexp(count.head(std::clamp<Index>(w + 1, 0, most + 1)).sum(), -static_cast<int>(n));
}

double p_of_tails(double lower, double upper, Alternative alternative) {
    switch (alternative) {
        case Alternative::less:
            return lower;
        case Alternative::greater:
            return upper;
        case Alternative::two_sided:
            break;
    }
    return std::min(1.0, 2 * std::min(lower, upper));
}

}  // namespace

WilcoxonTest wilcoxon_signed_rank(const VectorRef& x, const VectorRef& y, Alternative alternative) {
    const Vector d = differences(x, y);
    const Index pairs = d.size();
    if (pairs == 0) return {0, 0, 0, WilcoxonTest::Method::exact, 1};
    const Ranks r = ranked(d.cwiseAbs());
    const double positive = (d.array() > 0).select(r.ranks, 0.0).sum();
    const auto n = static_cast<double>(pairs);
    const double negative = n * (n + 1) / 2 - positive;
    WilcoxonTest test{positive, negative, pairs, WilcoxonTest::Method::exact, 1};
    if (x.size() <= most_exact_pairs && pairs == x.size() && r.tie_sum == 0) {
        // By symmetry the upper tail of one rank sum is the lower tail of the other.
        const double lower = exact_lower_tail(pairs, std::lround(positive));
        const double upper = exact_lower_tail(pairs, std::lround(negative));
        test.p = p_of_tails(lower, upper, alternative);
        return test;
    }
    test.method = WilcoxonTest::Method::normal_approximation;
    const double sd = std::sqrt((n * (n + 1) * (2 * n + 1) - r.tie_sum / 2) / 24);
    const double z = (positive - n * (n + 1) / 4) / sd;
    test.p = p_of_tails(normal_cdf(z), normal_cdf(-z), alternative);
    return test;
}

}  // namespace sweetspot
