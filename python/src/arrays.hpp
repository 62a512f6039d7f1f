// NumPy arrays in and out: n points of D coordinates are an (n, D) array in C order, which is the library's D × n
// matrix of columns without a copy.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <utility>

#include "sweetspot/base/linear_algebra.hpp"

namespace sweetspot::python {

namespace nb = nanobind;

using PointsIn = nb::ndarray<const double, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using VectorIn = nb::ndarray<const double, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using ArrayOut = nb::ndarray<nb::numpy, double>;

/// One point per column, where the array has one per row.
inline Eigen::Map<const Points> columns_of(const PointsIn& array) {
    return {array.data(), static_cast<Index>(array.shape(1)), static_cast<Index>(array.shape(0))};
}

inline Eigen::Map<const Vector> vector_of(const VectorIn& array) {
    return {array.data(), static_cast<Index>(array.shape(0))};
}

/// The array owns what is moved into it.
inline ArrayOut array_of_vector(Vector values) {
    auto* kept = new Vector(std::move(values));
    const nb::capsule owner(kept, [](void* p) noexcept { delete static_cast<Vector*>(p); });
    return ArrayOut(kept->data(), {static_cast<std::size_t>(kept->size())}, owner);
}

/// One row per column of the matrix.
inline ArrayOut array_of_columns(Points points) {
    auto* kept = new Points(std::move(points));
    const nb::capsule owner(kept, [](void* p) noexcept { delete static_cast<Points*>(p); });
    return ArrayOut(kept->data(), {static_cast<std::size_t>(kept->cols()), static_cast<std::size_t>(kept->rows())},
                    owner);
}

/// Rows stay rows.
inline ArrayOut array_of_matrix(const MatrixRef& matrix) {
    return array_of_columns(matrix.transpose());
}

}  // namespace sweetspot::python
