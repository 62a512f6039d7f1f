// Dense linear algebra on the fastest instruction set of the machine: the same calls on Eigen matrices, dispatched
// once.
#pragma once

#include <vector>

#include "loops/dense_table.hpp"
#include "sweetspot/base/linear_algebra.hpp"

namespace sweetspot::dense {

using MatrixOut = Eigen::Ref<Matrix>;

/// The loops in use: the fastest that this machine can run.
[[nodiscard]] const Loops& loops();
/// Every table that this machine can run, slowest first; for the tests that compare them.
[[nodiscard]] const std::vector<const Loops*>& available();

[[nodiscard]] inline ConstView view(const MatrixRef& a) {
    return {a.data(), a.rows(), a.cols(), a.outerStride()};
}
[[nodiscard]] inline View view(MatrixOut a) {
    return {a.data(), a.rows(), a.cols(), a.outerStride()};
}

/// c = alpha op(a) op(b) + beta c; c must not overlap a or b.
inline void multiply(double alpha, Op op_a, const MatrixRef& a, Op op_b, const MatrixRef& b, double beta, MatrixOut c) {
    if (c.size() > 0) loops().multiply(alpha, op_a, view(a), op_b, view(b), beta, view(c));
}
/// x := op(l)⁻¹ x (left) or x op(l)⁻¹ (right), l lower triangular.
inline void solve(Side side, Op op, const MatrixRef& l, MatrixOut x) {
    if (x.size() > 0) loops().solve(side, op, view(l), view(x));
}
/// a := its lower Cholesky factor, upper triangle 0. Returns -1, or the first row whose pivot is not positive.
inline Index cholesky(MatrixOut a) {
    return loops().cholesky(view(a));
}
/// s(i, j) = squared distance of row i of `at` (points in rows) and column j of b (points in columns).
inline void squared_distances(const MatrixRef& at, const MatrixRef& b, MatrixOut s) {
    if (s.size() > 0) loops().squared_distances(view(at), view(b), view(s));
}

}  // namespace sweetspot::dense
