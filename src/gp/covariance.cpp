#include "gp/covariance.hpp"

#include <algorithm>
#include <limits>

#include "loops/dense.hpp"

namespace sweetspot::detail {

Matrix scaled_rows(const PointsRef& points, const VectorRef& lengthscales) {
    return points.transpose().array().rowwise() / lengthscales.transpose().array();
}

Matrix scaled_columns(const PointsRef& points, const VectorRef& lengthscales) {
    return points.array().colwise() / lengthscales.array();
}

void covariance(const Kernel& kernel, double variance, const MatrixRef& rows, const MatrixRef& columns, Matrix& k) {
    k.resize(rows.rows(), columns.cols());
    dense::squared_distances(rows, columns, k);
    kernel.evaluate(k.data(), k.data(), k.size());
    k *= variance;
}

void covariance(const Kernel& kernel, double variance, const MatrixRef& rows, const MatrixRef& columns, Matrix& k,
                Matrix& dk) {
    k.resize(rows.rows(), columns.cols());
    dk.resize(rows.rows(), columns.cols());
    dense::squared_distances(rows, columns, k);
    kernel.evaluate(k.data(), k.data(), dk.data(), k.size());
    k *= variance;
    dk *= variance;
}

Centred centre(const MatrixRef& rows, const MatrixRef& columns) {
    const Vector middle = columns.rowwise().mean();
    return {rows.rowwise() - middle.transpose(), columns.colwise() - middle};
}

Points chain_to_points(const MatrixRef& h, const MatrixRef& rows, const MatrixRef& columns,
                       const VectorRef& lengthscales) {
    Points gradient = columns.array().rowwise() * h.colwise().sum().array();
    dense::multiply(-1, dense::Op::transposed, rows, dense::Op::plain, h, 1, gradient);
    return gradient.array().colwise() * (2 / lengthscales.array());
}

namespace {

constexpr Index block_of_columns = 256;

/// As dense::cholesky; each block of columns is brought up to date by one product with all columns before it.
Index cholesky_by_blocks(Matrix& k) {
    const Index n = k.rows();
    for (Index first = 0; first < n; first += block_of_columns) {
        const Index count = std::min(block_of_columns, n - first);
        const Index below = n - first - count;
        dense::multiply(-1, dense::Op::plain, k.block(first, 0, n - first, first), dense::Op::transposed,
                        k.block(first, 0, count, first), 1, k.block(first, first, n - first, count));
        const Index failed = dense::cholesky(k.block(first, first, count, count));
        if (failed >= 0) return first + failed;
        dense::solve(dense::Side::right, dense::Op::transposed, k.block(first, first, count, count),
                     k.block(first + count, first, below, count));
    }
    k.triangularView<Eigen::StrictlyUpper>().setZero();
    return -1;
}

}  // namespace

bool factorise(Matrix& k) {
    const double rounding = static_cast<double>(k.rows()) * std::numeric_limits<double>::epsilon();
    const Vector thresholds = rounding * k.diagonal();
    if ((k.rows() > largest_at_once ? cholesky_by_blocks(k) : dense::cholesky(k)) >= 0) return false;
    return (k.diagonal().array().square() > thresholds.array()).all();
}

}  // namespace sweetspot::detail
