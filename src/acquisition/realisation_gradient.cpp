// Reverse mode through Realisations::condition: from ∂J/∂F back to the common shift x of all template points.

#include "base/dense.hpp"
#include "sweetspot/acquisition/realisation.hpp"

namespace sweetspot {

using dense::Op;
using dense::Side;

namespace {

/// S̄ for S = R Rᵀ: ½ R⁻ᵀ (P + Pᵀ) R⁻¹, with P the lower triangle of Rᵀ R̄, its diagonal halved.
Matrix cholesky_adjoint(const Matrix& R, const Matrix& R_bar) {
    Matrix P = R.transpose().triangularView<Eigen::Upper>() * Matrix(R_bar.triangularView<Eigen::Lower>());
    P.triangularView<Eigen::StrictlyUpper>().setZero();
    P.diagonal() *= 0.5;
    Matrix S_bar = 0.5 * (P + P.transpose());
    dense::solve(Side::left, Op::transposed, R, S_bar);
    dense::solve(Side::right, Op::plain, R, S_bar);
    return S_bar;
}

/// Σ_ij adjoint(i, j) ∂k(s_ij)/∂x for scaled points in the columns of `moving` and the rows of `fixed` (rows follow
/// `fixed`).
Vector shift_gradient(const Kernel& kernel, double variance, const Matrix& s, const Matrix& adjoint,
                      const Matrix& fixed, const Points& moving) {
    Matrix g(s.rows(), s.cols());
    Matrix H(s.rows(), s.cols());
    kernel.evaluate(s.data(), g.data(), H.data(), s.size());
    H = 2 * variance * H.cwiseProduct(adjoint);
    return moving * H.colwise().sum().transpose() - fixed.transpose() * H.rowwise().sum();
}

}  // namespace

Vector Realisations::gradient(const Conditioned& at, const Adjoint& adjoint) const {
    const Index r = rank_;
    // The template points that matter: every pivot, then the rows beyond them.
    std::vector<Index> columns(static_cast<std::size_t>(r));
    for (Index i = 0; i < r; ++i) columns[static_cast<std::size_t>(i)] = i;
    for (const Index row : adjoint.rows) {
        if (row >= r) columns.push_back(row);
    }
    const Index carried = static_cast<Index>(columns.size()) - r;
    Vector mean_bar = Vector::Zero(r + carried);
    Index beyond = r;
    for (std::size_t i = 0; i < adjoint.rows.size(); ++i) {
        mean_bar[adjoint.rows[i] < r ? adjoint.rows[i] : beyond++] = adjoint.mean[static_cast<Index>(i)];
    }

    // U_B = G z_A + R_B z_B and R_B R_Bᵀ = Σ_BB - G Gᵀ.
    Matrix G_bar(r, r);
    Matrix own_bar(r, r);
    dense::multiply(1, Op::plain, adjoint.samples, Op::transposed, draws_.topRows(r), 0, G_bar);
    dense::multiply(1, Op::plain, adjoint.samples, Op::transposed, draws_.bottomRows(r), 0, own_bar);
    Matrix B_bar = cholesky_adjoint(at.own, own_bar);  // of Σ_BB
    dense::multiply(-2, Op::plain, B_bar, Op::plain, at.shared, 1, G_bar);
    Matrix& BA_bar = G_bar;  // of Σ_BA: G = Σ_BA R_A⁻ᵀ
    dense::solve(Side::right, Op::plain, pivots_root_, BA_bar);

    // Y = Σ_TB (Σ_BB + jitter)⁻¹.
    Matrix T_bar = adjoint.carry;  // of Σ_TB
    if (carried > 0) {
        dense::solve(Side::right, Op::transposed, at.root, T_bar);
        dense::solve(Side::right, Op::plain, at.root, T_bar);
        Matrix Y(carried, r);
        for (Index i = 0; i < carried; ++i) Y.row(i) = at.carry.row(columns[static_cast<std::size_t>(r + i)] - r);
        Matrix YT(r, r);
        dense::multiply(-0.5, Op::transposed, Y, Op::plain, T_bar, 0, YT);
        B_bar += YT + YT.transpose();
    }

    // Σ = prior - VᵀV; the prior within the template does not move.
    const Matrix V = at.whitened(Eigen::all, columns);
    Matrix V_bar = Matrix::Zero(V.rows(), V.cols());
    dense::multiply(-2, Op::plain, V.leftCols(r), Op::plain, B_bar, 1, V_bar.leftCols(r));
    dense::multiply(-1, Op::plain, pivots_whitened_, Op::transposed, BA_bar, 1, V_bar.leftCols(r));
    if (carried > 0) {
        dense::multiply(-1, Op::plain, V.leftCols(r), Op::transposed, T_bar, 1, V_bar.rightCols(carried));
        dense::multiply(-1, Op::plain, V.rightCols(carried), Op::plain, T_bar, 1, V_bar.leftCols(r));
    }

    // V = L⁻¹ K and μ = Kᵀ α.
    dense::solve(Side::left, Op::transposed, cholesky_, V_bar);
    Matrix& K_bar = V_bar;
    K_bar.noalias() += weights_ * mean_bar.transpose();

    const Points scaled = at.scaled(Eigen::all, columns);
    Matrix s(r, r);
    dense::squared_distances(pivots_, scaled.leftCols(r), s);
    const Vector sum =
        shift_gradient(*kernel_, variance_, at.distances(Eigen::all, columns), K_bar, observations_, scaled) +
        shift_gradient(*kernel_, variance_, s, BA_bar.transpose(), pivots_, scaled.leftCols(r));
    return inverse_lengthscales_.cwiseProduct(sum);
}

}  // namespace sweetspot
