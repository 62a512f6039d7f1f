// Mean and standard deviation of the outputs, by two passes over values shifted by the first one and scaled by the
// largest deviation: equal values have exactly their own mean, and no square over- or underflows.
#include <algorithm>
#include <cmath>
#include <vector>

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
    // Nor can what varies by next to nothing be divided by that.
    constexpr double least_sd = 1e-305;
    if (sd <= 1e-13 * largest || sd < least_sd) return {mean, std::fmax(1, largest)};
    return {mean, sd};
}

Standardisation Standardisation::of(const VectorRef& y, const VectorRef& standard_errors) {
    if (standard_errors.size() == 0) return of(y);
    require(standard_errors.size() == y.size(),
            "Standardisation: there are {} standard errors for {} outputs; give one per output or none",
            standard_errors.size(), y.size());
    const Vector errors = standard_errors.array().isNaN().select(0.0, standard_errors);
    const auto up_to = [&](double largest) -> Vector {
        std::vector<Index> chosen;
        for (Index i = 0; i < y.size(); ++i)
            if (errors[i] <= largest) chosen.push_back(i);
        return y(chosen);
    };
    Vector sorted = errors;
    std::sort(sorted.begin(), sorted.end());
    const double median = sorted[(y.size() - 1) / 2];
    const Vector better_half = up_to(median);
    if (better_half.minCoeff() == better_half.maxCoeff()) return of(y);
    return of(up_to(std::max(median, of(better_half).scale)));
}

Standardisation Standardisation::of(const VectorRef& y, const VectorRef& standard_errors, const OutputWarp& warp) {
    if (!warp.active()) return of(y, standard_errors);
    Vector errors = standard_errors;
    for (Index i = 0; i < errors.size(); ++i) errors[i] *= warp.slope(y[i]);
    Standardisation result = of(y.unaryExpr([&](double value) { return warp.apply(value); }), errors);
    result.warp = warp;
    return result;
}

Vector Standardisation::apply(const VectorRef& y) const {
    if (!warp.active()) return (y.array() - mean) / scale;
    return (y.unaryExpr([&](double value) { return warp.apply(value); }).array() - mean) / scale;
}

Vector Standardisation::variances(const VectorRef& standard_errors, const VectorRef& y) const {
    Vector result = (standard_errors.array().isNaN()).select(0.0, standard_errors.array() / scale);
    if (warp.active()) {
        for (Index i = 0; i < result.size(); ++i) result[i] *= warp.slope(y[i]);
    }
    constexpr double largest_error = 1e100;  // its square is finite
    return result.array().min(largest_error).square();
}

}  // namespace sweetspot
