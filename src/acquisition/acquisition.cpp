#include "sweetspot/acquisition/acquisition.hpp"

#include <limits>

namespace sweetspot {

LocalObjective Acquisition::descent() const {
    return {[this](const Vector& x, Vector* gradient) { return value(x, gradient); }};
}

Vector Acquisition::values(const PointsRef& x) const {
    Vector result(x.cols());
    for (Index i = 0; i < x.cols(); ++i) result[i] = value(x.col(i), nullptr);
    return result;
}

Vector Acquisition::upper_bounds(const PointsRef& x, int /*level*/) const {
    return Vector::Constant(x.cols(), std::numeric_limits<double>::infinity());
}

}  // namespace sweetspot
