#include "statistics/holm.hpp"

#include <algorithm>
#include <vector>

#include "base/check.hpp"
#include "base/order.hpp"

namespace sweetspot {

Vector holm(const VectorRef& p) {
    const Index m = p.size();
    for (Index i = 0; i < m; ++i) {
        require(p[i] >= 0 && p[i] <= 1, "holm: p-value {} (counting from 0) is {}; it must lie in [0, 1]", i, p[i]);
    }
    const std::vector<Index> order = ascending(p);
    Vector adjusted(m);
    double largest = 0;
    for (Index i = 0; i < m; ++i) {
        largest = std::max(largest, std::min(1.0, static_cast<double>(m - i) * p[order[i]]));
        adjusted[order[i]] = largest;
    }
    return adjusted;
}

}  // namespace sweetspot
