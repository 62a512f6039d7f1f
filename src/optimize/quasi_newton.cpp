// The compact L-BFGS matrix: see the header for the formulas.
#include "optimize/quasi_newton.hpp"

#include <cmath>

namespace sweetspot {

namespace {

// Below this cosine between s and y the curvature is noise: a Hessian of condition κ has cosines ≥ 2/√κ.
constexpr double least_cosine = 1e-8;

}  // namespace

QuasiNewton::QuasiNewton(Index dimension, int memory)
    : memory_(memory), s_(dimension, memory), y_(dimension, memory), w_(dimension, 2 * memory) {}

void QuasiNewton::reset(double scale) {
    pairs_ = 0;
    theta_ = scale;
}

bool QuasiNewton::update(const Vector& s, const Vector& y) {
    const double curvature = s.dot(y);
    const double theta = y.squaredNorm() / curvature;
    if (!(curvature > least_cosine * s.norm() * y.norm()) || !std::isfinite(theta)) return false;
    if (memory_ == 0) return false;
    if (pairs_ == memory_) {
        for (Index j = 1; j < memory_; ++j) {
            s_.col(j - 1) = s_.col(j);
            y_.col(j - 1) = y_.col(j);
        }
        --pairs_;
    }
    s_.col(pairs_) = s / std::sqrt(curvature);
    y_.col(pairs_) = y / std::sqrt(curvature);
    ++pairs_;
    theta_ = theta;
    factorise();
    return true;
}

void QuasiNewton::factorise() {
    const Index k = pairs_;
    w_.leftCols(k) = y_.leftCols(k);
    w_.middleCols(k, k) = theta_ * s_.leftCols(k);
    middle_.resize(2 * k, 2 * k);
    middle_.topLeftCorner(k, k).setIdentity();
    middle_.topLeftCorner(k, k) *= -1;
    middle_.bottomRightCorner(k, k).noalias() = theta_ * (s_.leftCols(k).transpose() * s_.leftCols(k));
    auto lower = middle_.bottomLeftCorner(k, k);
    for (Index j = 0; j < k; ++j) {
        for (Index i = 0; i < k; ++i) lower(i, j) = i > j ? s_.col(i).dot(y_.col(j)) : 0.0;
    }
    middle_.topRightCorner(k, k) = lower.transpose();
    middle_lu_.compute(middle_);
}

Vector QuasiNewton::transposed_times(const Vector& v) const {
    return w_.leftCols(2 * pairs_).transpose() * v;
}

Vector QuasiNewton::solve_middle(const Vector& c) const {
    if (pairs_ == 0) return c;
    return middle_lu_.solve(c);
}

Vector QuasiNewton::times(const Vector& v) const {
    return residual(v, transposed_times(v));
}

Vector QuasiNewton::residual(const Vector& v, const Vector& c) const {
    Vector out = theta_ * v;
    if (pairs_ > 0) out.noalias() -= w_.leftCols(2 * pairs_) * solve_middle(c);
    return out;
}

Vector QuasiNewton::solve(const Vector& r, std::span<const Index> free) const {
    // Sherman-Morrison-Woodbury: u = r/θ + W_F (N − W_FᵀW_F/θ)⁻¹ W_Fᵀ r / θ².
    Vector u = Vector::Zero(r.size());
    for (const Index i : free) u[i] = r[i] / theta_;
    if (pairs_ == 0) return u;
    const auto size = static_cast<Index>(free.size());
    Matrix columns(2 * pairs_, size);
    Vector right = Vector::Zero(2 * pairs_);
    for (Index j = 0; j < size; ++j) {
        columns.col(j) = row(free[j]);
        right += u[free[j]] * columns.col(j);
    }
    Matrix reduced = middle_;
    reduced.noalias() -= (columns / theta_) * columns.transpose();
    const Vector c = reduced.partialPivLu().solve(right);
    for (Index j = 0; j < size; ++j) u[free[j]] += columns.col(j).dot(c) / theta_;
    return u;
}

}  // namespace sweetspot
