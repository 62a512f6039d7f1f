// Mean and standard deviation of the outputs, by two passes over values shifted by the first one and scaled by the
// largest deviation: equal values have exactly their own mean, and no square over- or underflows.
#include <cmath>

#include "base/check.hpp"
#include "sweetspot/gp/gaussian_process.hpp"

namespace sweetspot {

Standardisation Standardisation::of(const VectorRef& y) {
    require(y.size() > 0, "Standardisation: there are no outputs; at least one is needed");
    // The margin of 10 keeps differences of two outputs finite; a comparison with NaN is false.
    require((y.array().abs() <= 1e307).all(),
            "Standardisation: an output is NaN, infinite or beyond 1e307; every one must be a finite number");
    const auto n = static_cast<double>(y.size());
    double mean = y[0] + ((y.array() - y[0]) / n).sum();
    mean += ((y.array() - mean) / n).sum();
    const double largest_deviation = (y.array() - mean).abs().maxCoeff();
    if (y.size() == 1 || largest_deviation == 0) return {mean, 1};
    const double sd = largest_deviation * std::sqrt(((y.array() - mean) / largest_deviation).square().sum() / (n - 1));
    // 1e-13 is some hundred rounding errors. Dividing by the values' own size makes such a variation vanish; dividing
    // by 1 would blow it up when the values are large.
    const double largest = y.array().abs().maxCoeff();
    if (sd <= 1e-13 * largest) return {mean, std::fmax(1, largest)};
    return {mean, sd};
}

}  // namespace sweetspot
