// Reverse mode through Realisations::condition: from ∂J/∂F back to the common shift x of all template points. A bar is
// the adjoint of what is under it. All realisations enter through their sums (Adjoint), so nothing here grows with M.

#include "acquisition/realisation.hpp"
#include "base/order.hpp"
#include "gp/main_effects.hpp"
#include "loops/dense.hpp"

namespace sweetspot {

using dense::Op;
using dense::Side;

namespace {

Matrix product(double alpha, Op op_a, const MatrixRef& a, Op op_b, const MatrixRef& b) {
    Matrix c(op_a == Op::plain ? a.rows() : a.cols(), op_b == Op::plain ? b.cols() : b.rows());
    dense::multiply(alpha, op_a, a, op_b, b, 0, c);
    return c;
}

/// S̄ for S = R Rᵀ: ½ R⁻ᵀ (P + Pᵀ) R⁻¹, with P the lower triangle of Rᵀ R̄, its diagonal halved.
Matrix cholesky_adjoint(const MatrixRef& R, const Matrix& R_inverse, const Matrix& R_bar) {
    const Matrix lower = R_bar.triangularView<Eigen::Lower>();
    Matrix P = product(1, Op::transposed, R, Op::plain, lower);
    P.triangularView<Eigen::StrictlyUpper>().setZero();
    P.diagonal() *= 0.5;
    const Matrix symmetric = 0.5 * (P + P.transpose());
    return product(1, Op::transposed, R_inverse, Op::plain, product(1, Op::plain, symmetric, Op::plain, R_inverse));
}

/// Σ_ij adjoint(i, j) ∂g(s_ij)/∂x for scaled points in the rows of `fixed` and in some columns of `moving`, where
/// slope = dg/ds; one column of `adjoint` for each.
Vector shift_gradient(const Matrix& slope, const std::vector<Index>& columns, const MatrixRef& adjoint,
                      const Matrix& fixed, const Points& moving) {
    Vector sum = Vector::Zero(moving.rows());
    Vector by_row = Vector::Zero(fixed.rows());
    Vector h(fixed.rows());
    for (std::size_t j = 0; j < columns.size(); ++j) {
        h = slope.col(columns[j]).cwiseProduct(adjoint.col(static_cast<Index>(j)));
        by_row += h;
        sum += h.sum() * moving.col(columns[j]);
    }
    return 2 * (sum - fixed.transpose() * by_row);
}

/// What main effects add to it.
Vector effects_shift_gradient(const detail::MainEffects& effects, const Matrix& features,
                              const std::vector<Index>& columns, const MatrixRef& adjoint, const Matrix& fixed) {
    return effects.chain(features(Eigen::all, columns), product(1, Op::plain, fixed, Op::plain, adjoint))
        .rowwise()
        .sum();
}

/// The adjoint of Realisations::gradient, split into pivots and others, by column of Conditioned::points.
struct Split {
    Vector pivot_mean;
    std::vector<Index> others;  // columns of the other points
    Vector mean;                // of those
};

Split split(const Realisations::Conditioned& at, const Realisations::Adjoint& adjoint) {
    Split result{Vector::Zero(at.pivots), {}, Vector(static_cast<Index>(adjoint.places.size()))};
    for (std::size_t i = 0; i < adjoint.places.size(); ++i) {
        const Index place = adjoint.places[i];
        const double mean = adjoint.mean[static_cast<Index>(i)];
        if (place < at.pivot_rows) {
            result.pivot_mean[at.rows[place]] = mean;
        } else {
            result.mean[static_cast<Index>(result.others.size())] = mean;
            result.others.push_back(at.pivots + place - at.pivot_rows);
        }
    }
    result.mean.conservativeResize(static_cast<Index>(result.others.size()));
    return result;
}

}  // namespace

Vector Realisations::gradient(const Conditioned& at, const Adjoint& adjoint) const {
    const Index b = at.pivots;
    const Split parts = split(at, adjoint);
    const auto others = static_cast<Index>(parts.others.size());
    const Index pivot_places = static_cast<Index>(adjoint.places.size()) - others;

    // F = μ + sd C H z.
    const Matrix C = at.carry(adjoint.places, Eigen::all);
    const auto drawn = adjoint.drawn.topRows(at.driver.cols());  // those that take part at these choices
    const Matrix C_bar = product(sd_, Op::transposed, drawn, Op::transposed, at.driver);
    const Matrix H_bar = product(sd_, Op::transposed, C, Op::transposed, drawn);

    // H = [Ĝ, R̂], R̂ R̂ᵀ = I - Ĝ Ĝᵀ, Ĝ = R⁻¹ Σ_BA R_A⁻ᵀ.
    const auto G = at.driver.leftCols(rank_);
    Matrix own_inverse = Matrix::Identity(b, b);
    dense::solve(Side::left, Op::plain, at.driver.rightCols(b), own_inverse);
    const Matrix I_bar = cholesky_adjoint(at.driver.rightCols(b), own_inverse, H_bar.rightCols(b));
    Matrix G_bar = H_bar.leftCols(rank_);
    dense::multiply(-2, Op::plain, I_bar, Op::plain, G, 1, G_bar);
    const Matrix shared_bar = product(1, Op::transposed, at.inverse, Op::plain, G_bar);
    Matrix R_bar = product(-1, Op::plain, shared_bar, Op::transposed, G);
    const Matrix BA_bar = product(1, Op::plain, shared_bar, Op::plain, pivots_inverse_);

    // C = R at the pivots, Σ_TB R⁻ᵀ elsewhere.
    for (Index i = 0; i < pivot_places; ++i) R_bar.row(at.rows[adjoint.places[i]]) += C_bar.row(i);
    const Matrix TB_bar = product(1, Op::plain, C_bar.bottomRows(others), Op::plain, at.inverse);
    dense::multiply(-1, Op::transposed, TB_bar, Op::plain, C.bottomRows(others), 1, R_bar);
    const Matrix BB_bar = cholesky_adjoint(at.root, at.inverse, R_bar);

    // Σ_PB = g(P, B) - g(P, X) (L Lᵀ)⁻¹ g(X, B) for P = A, B and the others; the prior within the template does not
    // move. μ = prior mean + g(·, X) weights.
    // Covariances know the first observations only, the mean knows all.
    Matrix g_bar(observations_.points.rows(), b + others);
    g_bar.leftCols(b).noalias() = weights_ * parts.pivot_mean.transpose();
    auto pivots_bar = g_bar.topLeftCorner(known_, b);
    dense::multiply(-2, Op::plain, at.solved, Op::plain, BB_bar, 1, pivots_bar);
    dense::multiply(-1, Op::plain, pivots_solved_, Op::transposed, BA_bar, 1, pivots_bar);
    if (others > 0) {
        g_bar.rightCols(others).noalias() = weights_ * parts.mean.transpose();
        auto others_bar = g_bar.topRightCorner(known_, others);
        dense::multiply(-1, Op::plain, at.solved, Op::transposed, TB_bar, 1, others_bar);
        const Matrix g = at.prior.topRows(known_)(Eigen::all, parts.others);
        const Matrix through = product(1, Op::plain, g, Op::plain, TB_bar);
        dense::multiply(-1, Op::plain, whitening_->precision(), Op::plain, through, 1, pivots_bar);
    }
    std::vector<Index> columns = all_indices(b);
    Vector sum = shift_gradient(at.cross_slope, columns, BA_bar.transpose(), pivots_.points, at.points);
    if (effects_) sum += effects_shift_gradient(*effects_, at.features, columns, BA_bar.transpose(), pivots_.features);
    columns.insert(columns.end(), parts.others.begin(), parts.others.end());
    sum += shift_gradient(at.slope, columns, g_bar, observations_.points, at.points);
    if (effects_) sum += effects_shift_gradient(*effects_, at.features, columns, g_bar, observations_.features);
    return inverse_lengthscales_.cwiseProduct(sum).head(x_star_.size());
}

}  // namespace sweetspot
