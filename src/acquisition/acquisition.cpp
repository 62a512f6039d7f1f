#include "sweetspot/acquisition/acquisition.hpp"

#include <limits>

namespace sweetspot {

LocalObjective Acquisition::descent() const {
    return {[this](const Vector& x, Vector* gradient) { return value(x, gradient); }};
}

Vector Acquisition::upper_bounds(const PointsRef& x, int /*level*/) const {
    return Vector::Constant(x.cols(), std::numeric_limits<double>::infinity());
}

}  // namespace sweetspot
