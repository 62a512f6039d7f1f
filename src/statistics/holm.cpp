#include "sweetspot/statistics/holm.hpp"

#include <algorithm>
#include <numeric>
#include <vector>

#include "base/check.hpp"

namespace sweetspot {

Vector holm(const VectorRef& p) {
    const Index m = p.size();
    for (Index i = 0; i < m; ++i) {
        require(p[i] >= 0 && p[i] <= 1, "holm: p-value {} (counting from 0) is {}; it must lie in [0, 1]", i, p[i]);
    }
    std::vector<Index> order(static_cast<std::size_t>(m));
    std::iota(order.begin(), order.end(), Index{0});
    std::sort(order.begin(), order.end(), [&](Index a, Index b) { return p[a] < p[b]; });
    Vector adjusted(m);
    double largest = 0;
    for (Index i = 0; i < m; ++i) {
        largest = std::max(largest, std::min(1.0, static_cast<double>(m - i) * p[order[i]]));
        adjusted[order[i]] = largest;
    }
    return adjusted;
}

}  // namespace sweetspot
