#include "gp/covariance.hpp"

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

bool factorise(Matrix& k) {
    const double rounding = static_cast<double>(k.rows()) * std::numeric_limits<double>::epsilon();
    const Vector thresholds = rounding * k.diagonal();
    if (dense::cholesky(k) >= 0) return false;
    return (k.diagonal().array().square() > thresholds.array()).all();
}

}  // namespace sweetspot::detail
