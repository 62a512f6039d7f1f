#include "sweetspot/gp/gaussian_process.hpp"

#include <algorithm>

namespace sweetspot {
namespace {

/// Times the median height: from "all but the lowest values are tail" to "only the highest are".
constexpr double scales[] = {0.1, 0.5, 2};

}  // namespace

double OutputWarp::log_jacobian(const VectorRef& y) const {
    double sum = 0;
    for (const double value : y) sum += std::log(slope(value));
    return sum;
}

std::vector<OutputWarp> candidate_warps(const VectorRef& y) {
    if (y.size() < 3) return {};
    const double least = y.minCoeff();
    Vector heights = y.array() - least;
    const auto middle = heights.begin() + heights.size() / 2;
    std::nth_element(heights.begin(), middle, heights.end());
    const double median = *middle;
    std::vector<OutputWarp> result;
    // A median below rounding error has no scale to offer, and one without a finite inverse no slope.
    constexpr double least_median = 1e-290;
    if (!(median > 1e-12 * (std::abs(least) + y.cwiseAbs().maxCoeff())) || median < least_median) return result;
    for (const double share : scales) result.push_back({least, share * median});
    return result;
}

}  // namespace sweetspot
