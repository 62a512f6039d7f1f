// Test functions and checks shared by the tests of the optimisers.
#pragma once

#include <algorithm>
#include <cmath>

#include "sweetspot/base/rng.hpp"
#include "sweetspot/optimize/objective.hpp"

namespace sweetspot::optimize_tests {

inline double rosenbrock(const Vector& x, Vector* gradient) {
    double value = 0;
    if (gradient) gradient->setZero();
    for (Index i = 0; i + 1 < x.size(); ++i) {
        const double a = x[i + 1] - x[i] * x[i];
        const double b = 1 - x[i];
        value += 100 * a * a + b * b;
        if (!gradient) continue;
        (*gradient)[i] += -400 * a * x[i] - 2 * b;
        (*gradient)[i + 1] += 200 * a;
    }
    return value;
}

/// (−1.2, 1, −1.2, 1, …).
inline Vector rosenbrock_start(Index dimension) {
    return Vector::NullaryExpr(dimension, [](Index i) { return i % 2 == 0 ? -1.2 : 1.0; });
}

inline Box cube(Index dimension, double half_width) {
    return {Vector::Constant(dimension, -half_width), Vector::Constant(dimension, half_width)};
}

inline Matrix random_matrix(Index rows, Index columns, Rng& rng) {
    return Matrix::NullaryExpr(rows, columns, [&] { return rng.normal(); });
}

inline Matrix random_rotation(Index dimension, Rng& rng) {
    return Eigen::HouseholderQR<Matrix>(random_matrix(dimension, dimension, rng)).householderQ();
}

/// ½ (x − centre)ᵀ H (x − centre) with eigenvalues of H from 1 to `condition`.
struct Quadratic {
    Matrix hessian;
    Vector centre;

    Quadratic(Index dimension, double condition, Rng rng) {
        const Matrix rotation = random_rotation(dimension, rng);
        const double last = std::max<double>(1, static_cast<double>(dimension - 1));
        const Vector eigenvalues =
            Vector::NullaryExpr(dimension, [&](Index i) { return std::pow(condition, static_cast<double>(i) / last); });
        hessian = rotation * eigenvalues.asDiagonal() * rotation.transpose();
        centre = Vector::NullaryExpr(dimension, [&] { return 2 * rng.normal(); });
    }

    double operator()(const Vector& x, Vector* gradient) const {
        const Vector slope = hessian * (x - centre);
        if (gradient) *gradient = slope;
        return 0.5 * slope.dot(x - centre);
    }
};

/// Largest violation of the first-order conditions in a box, ‖P(x − g) − x‖∞.
inline double stationarity(const Vector& x, const Vector& gradient, const Box& box) {
    return (box.clamp(x - gradient) - x).cwiseAbs().maxCoeff();
}

inline Projection onto_ball(double radius) {
    return [radius](const Vector& x) -> Vector { return x.norm() <= radius ? x : Vector(x * (radius / x.norm())); };
}

inline Projection onto_box(const Box& box) {
    return [box](const Vector& x) { return box.clamp(x); };
}

}  // namespace sweetspot::optimize_tests
