#include "study/spread.hpp"

#include <algorithm>
#include <limits>

namespace sweetspot::study {

Vector distances(const RobustSet& set, const Points& points, const PointsRef& others) {
    constexpr double rounding = 1e-12;  // of the unit cube; in a coordinate that is built exactly it would be infinity
    Vector distance = Vector::Constant(points.cols(), std::numeric_limits<double>::infinity());
    for (Index i = 0; i < points.cols(); ++i) {
        for (Index k = 0; k < others.cols(); ++k) {
            const Vector delta = points.col(i) - others.col(k);
            distance[i] = std::min(distance[i], set.gauge((delta.array().abs() > rounding).select(delta, 0.0)));
        }
    }
    return distance;
}

Index largest_apart(const Vector& values, const Vector& distances) {
    const double far = std::min(apart, distances.maxCoeff());
    Index best = 0;
    (distances.array() >= far).select(values.array(), -std::numeric_limits<double>::infinity()).maxCoeff(&best);
    return best;
}

}  // namespace sweetspot::study
