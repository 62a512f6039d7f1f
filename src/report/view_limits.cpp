#include "report/view_limits.hpp"

#include <algorithm>
#include <cmath>

namespace sweetspot::study_report {
namespace {

constexpr double margin = 0.06;  // of the width, so that dots do not lie on the frame
/// Everything is shown where that makes the axis at most so many times longer.
constexpr double worth_showing = 2;

}  // namespace

double quantile(std::vector<double> values, double q) {
    std::erase_if(values, [](double value) { return !std::isfinite(value); });
    std::ranges::sort(values);
    const double place = q * static_cast<double>(values.size() - 1);
    const auto below = static_cast<std::size_t>(place);
    const std::size_t above = std::min(below + 1, values.size() - 1);
    return values[below] + (place - static_cast<double>(below)) * (values[above] - values[below]);
}

Range view_of(const std::vector<double>& values, double share, double needed) {
    const double least = std::min(quantile(values, 0), needed);
    const double most = std::max(quantile(values, 1), needed);
    double top = std::max(quantile(values, share), needed);
    if (most - least <= worth_showing * (top - least)) top = most;
    // A constant has some room around it.
    const double width = top > least ? top - least : std::max(1e-9, std::abs(top)) / 0.5;
    return {least - margin * width, top + margin * width};
}

}  // namespace sweetspot::study_report
