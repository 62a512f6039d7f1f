// The limited-memory BFGS matrix in compact form (Byrd, Nocedal & Schnabel 1994): B = θI − W N⁻¹ Wᵀ with
//     W = [Y, θS],   N = [−D, Lᵀ; L, θSᵀS],   D = diag(SᵀY),   L = strictly lower triangle of SᵀY.
// Each pair (s, y) is kept divided by √(s·y), which leaves B as it is, makes D = I and keeps N well scaled.
#pragma once

#include <span>

#include "sweetspot/base/linear_algebra.hpp"

namespace sweetspot {

class QuasiNewton {
  public:
    QuasiNewton(Index dimension, int memory);

    /// Forgets every pair: B = scale·I.
    void reset(double scale);
    /// Takes in a step s and the change y of the gradient along it. A pair without clear positive curvature is left
    /// out (false), since it would spoil the positive definiteness of B.
    bool update(const Vector& s, const Vector& y);

    [[nodiscard]] Index pairs() const { return pairs_; }
    [[nodiscard]] double scale() const { return theta_; }
    [[nodiscard]] auto row(Index i) const { return w_.row(i).head(2 * pairs_).transpose(); }
    [[nodiscard]] Vector transposed_times(const Vector& v) const;           ///< Wᵀv
    [[nodiscard]] Vector solve_middle(const Vector& c) const;               ///< N⁻¹c
    [[nodiscard]] Vector times(const Vector& v) const;                      ///< Bv
    [[nodiscard]] Vector residual(const Vector& v, const Vector& c) const;  ///< θv − W N⁻¹c, that is Bv for c = Wᵀv
    /// The solution u of B_FF u = r_F on the coordinates F = `free`, zero elsewhere.
    [[nodiscard]] Vector solve(const Vector& r, std::span<const Index> free) const;

  private:
    void factorise();

    Index memory_;
    Index pairs_ = 0;
    double theta_ = 1;
    Matrix s_;  // normalised steps and gradient changes, one per column, oldest first
    Matrix y_;
    Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor> w_;
    Matrix middle_;
    Eigen::PartialPivLU<Matrix> middle_lu_;
};

}  // namespace sweetspot
