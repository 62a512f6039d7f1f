// Two ends of a promise: a number is said to lie between them.
#pragma once

namespace sweetspot {

/// Standard deviations within which a normal value lies nearly surely, in about 95 of 100 cases: of every bound by the
/// model at a point, and of every measurement that is held against a promise.
inline constexpr double surely = 2;

/// In the unit of y.
struct Interval {
    double lower = 0;
    double upper = 0;

    [[nodiscard]] bool contains(double value) const { return lower <= value && value <= upper; }
    friend bool operator==(const Interval&, const Interval&) = default;
};

/// Where a value of that standard deviation nearly surely lies.
[[nodiscard]] constexpr Interval nearly_surely(double value, double sd) {
    return {value - surely * sd, value + surely * sd};
}

}  // namespace sweetspot
