// Covariance matrices of stationary kernels: K_ij = variance · g(s_ij) with s the squared distance after division by
// the length scales. Points are scaled once (rows and columns below are scaled points), then every matrix is one pass.
#pragma once

#include "sweetspot/base/linear_algebra.hpp"
#include "sweetspot/gp/kernel.hpp"

namespace sweetspot::detail {

/// Batches are worked on in blocks of points, so that N x block stays in cache and memory does not grow with the batch.
inline constexpr Index points_at_a_time = 128;

/// Points divided by the length scales, one per row (P x D).
[[nodiscard]] Matrix scaled_rows(const PointsRef& points, const VectorRef& lengthscales);
/// Points divided by the length scales, one per column (D x P). Bit for bit the transpose of scaled_rows, so that equal
/// points have distance exactly 0.
[[nodiscard]] Matrix scaled_columns(const PointsRef& points, const VectorRef& lengthscales);

/// k(i, j) = variance · g(s_ij).
void covariance(const Kernel& kernel, double variance, const MatrixRef& rows, const MatrixRef& columns, Matrix& k);
/// Also dk(i, j) = variance · dg/ds at s_ij.
void covariance(const Kernel& kernel, double variance, const MatrixRef& rows, const MatrixRef& columns, Matrix& k,
                Matrix& dk);

/// Scaled points relative to the mean of the columns.
struct Centred {
    Matrix rows;
    Matrix columns;
};
[[nodiscard]] Centred centre(const MatrixRef& rows, const MatrixRef& columns);

/// Chain rule from adjoints of covariances to points: with h(n, i) = (∂J/∂k(n, i)) · dk(n, i), column i is
/// Σ_n h(n, i) · 2 (p_i - x_n) / ℓ². The scaled points should be centred, for the differences are taken after
/// summation.
[[nodiscard]] Points chain_to_points(const MatrixRef& h, const MatrixRef& rows, const MatrixRef& columns,
                                     const VectorRef& lengthscales);

/// Larger covariance matrices do not fit into the caches: they are made and factorised by tiles (gp/grown_factor).
inline constexpr Index largest_at_once = 1024;

/// Replaces k (lower triangle read) by its lower Cholesky factor; false when it is not positive definite to rounding
/// error: a pivot below N·ε of its diagonal entry has no correct digit, though it may come out positive.
[[nodiscard]] bool factorise(Matrix& k);

}  // namespace sweetspot::detail
