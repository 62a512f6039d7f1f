// Two ends of a promise: a number is said to lie between them.
#pragma once

namespace sweetspot {

/// In the unit of y.
struct Interval {
    double lower = 0;
    double upper = 0;

    [[nodiscard]] bool contains(double value) const { return lower <= value && value <= upper; }
    friend bool operator==(const Interval&, const Interval&) = default;
};

}  // namespace sweetspot
