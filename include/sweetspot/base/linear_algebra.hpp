// Names for the dense vectors, matrices and boxes that every layer passes around.
#pragma once

#include <Eigen/Dense>

#ifdef SWEETSPOT_EIGEN_ALIGNMENT  // set by the CMake package: how the library was built (cmake/eigen_memory.cmake)
static_assert(
    EIGEN_DEFAULT_ALIGN_BYTES == SWEETSPOT_EIGEN_ALIGNMENT &&
        EIGEN_MALLOC_ALREADY_ALIGNED == SWEETSPOT_EIGEN_PLAIN_MALLOC,
    "sweetspot: -march, -mavx or -fsanitize=address differ between this program and the library, so Eigen would "
    "free matrices in another way than they were allocated; compile both with the same flags");
#endif

namespace sweetspot {

using Index = Eigen::Index;
using Vector = Eigen::VectorXd;
using Matrix = Eigen::MatrixXd;
using VectorRef = Eigen::Ref<const Vector>;
using MatrixRef = Eigen::Ref<const Matrix>;

/// Points of one space, one per column (D rows).
using Points = Eigen::MatrixXd;
using PointsRef = Eigen::Ref<const Points>;

/// An axis-parallel box, lower ≤ upper in every coordinate.
struct Box {
    Vector lower;
    Vector upper;

    [[nodiscard]] static Box unit(Index dimension) { return {Vector::Zero(dimension), Vector::Ones(dimension)}; }
    [[nodiscard]] Index dimension() const { return lower.size(); }
    [[nodiscard]] Vector width() const { return upper - lower; }
    [[nodiscard]] Vector clamp(const VectorRef& x) const { return x.cwiseMax(lower).cwiseMin(upper); }
    /// True when x lies in the box, or outside it by no more than `slack` in any coordinate.
    [[nodiscard]] bool contains(const VectorRef& x, double slack = 0) const {
        return ((x - lower).array() >= -slack).all() && ((upper - x).array() >= -slack).all();
    }
};

}  // namespace sweetspot
