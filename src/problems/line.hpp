// Global maxima of functions of one variable on an interval: a scan, then golden sections around every local maximum.
#pragma once

#include <functional>
#include <vector>

namespace sweetspot {

using LineFunction = std::function<double(double x)>;

struct Peak {
    double x = 0;
    double value = 0;
};

/// The maximum of a function that has one local maximum in [lower, upper]; at a jump the highest value seen. 80
/// sections shrink an interval by 1e-17: to rounding from any start.
[[nodiscard]] Peak golden_maximum(const LineFunction& f, double lower, double upper, int sections = 80);

/// The local maxima inside (lower, upper) that a scan of `cells` cells sees: all of them if no two stationary points
/// are nearer than two cells. Ends are not among them.
[[nodiscard]] std::vector<Peak> local_maxima(const LineFunction& f, double lower, double upper, int cells);

/// The best of the ends and the local maxima.
[[nodiscard]] Peak maximum_on(const LineFunction& f, double lower, double upper, int cells);

}  // namespace sweetspot
