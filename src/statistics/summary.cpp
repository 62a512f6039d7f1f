#include "statistics/summary.hpp"

#include <algorithm>
#include <cmath>

#include "statistics/checks.hpp"

namespace sweetspot {
namespace {

Vector sorted(const VectorRef& values, std::string_view where) {
    require(values.size() >= 1, "{}: there is no value; give at least one", where);
    require_no_nan(values, where);
    Vector result = values;
    std::sort(result.begin(), result.end());
    return result;
}

double quantile_of_sorted(const Vector& values, double q) {
    const double place = static_cast<double>(values.size() - 1) * q;
    const auto below = static_cast<Index>(place);
    const double share = place - static_cast<double>(below);
    const double low = values[below];
    if (share == 0) return low;
    const double high = values[below + 1];
    if (low == high || std::isinf(low)) return low;  // equal, or -inf that no finite step leaves
    if (std::isinf(high)) return high;
    return low + share * (high - low);
}

}  // namespace

double quantile(const VectorRef& values, double q) {
    require(q >= 0 && q <= 1, "quantile: q is {}; it must lie in [0, 1] (1/2 for the median)", q);
    return quantile_of_sorted(sorted(values, "quantile"), q);
}

Quartiles quartiles(const VectorRef& values) {
    const Vector ordered = sorted(values, "quartiles");
    return {quantile_of_sorted(ordered, 0.25), quantile_of_sorted(ordered, 0.5), quantile_of_sorted(ordered, 0.75)};
}

}  // namespace sweetspot
