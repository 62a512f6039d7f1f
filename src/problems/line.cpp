#include "problems/line.hpp"

#include <cmath>

namespace sweetspot {

Peak golden_maximum(const LineFunction& f, double lower, double upper, int sections) {
    const double ratio = (std::sqrt(5.0) - 1) / 2;
    Peak left{upper - ratio * (upper - lower), 0};
    Peak right{lower + ratio * (upper - lower), 0};
    left.value = f(left.x);
    right.value = f(right.x);
    Peak best = left.value >= right.value ? left : right;
    for (int i = 0; i < sections && upper - lower > 1e-15 * (std::abs(lower) + std::abs(upper)); ++i) {
        if (left.value >= right.value) {
            upper = right.x;
            right = left;
            left.x = upper - ratio * (upper - lower);
            left.value = f(left.x);
            if (left.value > best.value) best = left;
        } else {
            lower = left.x;
            left = right;
            right.x = lower + ratio * (upper - lower);
            right.value = f(right.x);
            if (right.value > best.value) best = right;
        }
    }
    return best;
}

std::vector<Peak> local_maxima(const LineFunction& f, double lower, double upper, int cells) {
    std::vector<Peak> found;
    const double step = (upper - lower) / cells;
    double before = f(lower);
    double here = f(lower + step);
    for (int i = 1; i < cells; ++i) {
        const double x = lower + i * step;
        const double after = f(x + step);
        if (here > before && here >= after) {
            const Peak refined = golden_maximum(f, x - step, x + step);
            found.push_back(refined.value >= here ? refined : Peak{x, here});
        }
        before = here;
        here = after;
    }
    return found;
}

Peak maximum_on(const LineFunction& f, double lower, double upper, int cells) {
    Peak best{lower, f(lower)};
    if (upper <= lower) return best;
    const double at_upper = f(upper);
    if (at_upper > best.value) best = {upper, at_upper};
    for (const Peak& peak : local_maxima(f, lower, upper, cells)) {
        if (peak.value > best.value) best = peak;
    }
    // A maximum inside the first or last cell lies between an end and its neighbour.
    const double step = (upper - lower) / cells;
    for (const Peak& peak : {golden_maximum(f, lower, lower + step), golden_maximum(f, upper - step, upper)}) {
        if (peak.value > best.value) best = peak;
    }
    return best;
}

}  // namespace sweetspot
