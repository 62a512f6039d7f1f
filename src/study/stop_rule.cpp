#include "study/stop_rule.hpp"

#include <algorithm>

#include "statistics/summary.hpp"

namespace sweetspot {

double further_gain(const std::vector<double>& expected_improvements, double room) {
    double gain = room;
    for (const double improvement : expected_improvements) gain = std::max(gain, improvement);
    return 2 * gain;
}

double value_range(const VectorRef& values) {
    constexpr double tail = 0.1;  // left out at either end
    return quantile(values, 1 - tail) - quantile(values, tail);
}

double gain_limit(const GainLimit& limit, double range) {
    return limit.of == GainLimit::Of::range ? limit.amount * range : limit.amount;
}

}  // namespace sweetspot
