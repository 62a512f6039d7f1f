#include "sweetspot/acquisition/realisation.hpp"

#include <algorithm>

#include "base/check.hpp"
#include "base/dense.hpp"
#include "sweetspot/base/errors.hpp"
#include "sweetspot/design/latin_hypercube.hpp"

namespace sweetspot {

using dense::Op;
using dense::Side;

namespace {

/// covariance := the Cholesky factor of covariance + jitter·I.
void factorise(Matrix& covariance, double jitter) {
    covariance.diagonal().array() += jitter;
    // Rounding can eat the smallest pivots of a nearly singular matrix: allow ten times more jitter, up to 1e5 times.
    const Matrix plain = covariance;
    for (double more = 0; more <= 1e5 * jitter; more = std::max(10 * more, 10 * jitter)) {
        covariance.diagonal().array() += more;
        if (dense::cholesky(covariance) < 0) return;
        covariance = plain;
    }
    throw NumericalError(
        fmt::format("Realisations: the covariance of {} pivots is not positive definite even with jitter {}",
                    plain.rows(), 1e5 * jitter));
}

/// Pivots first, then the other template points in their order.
std::vector<Index> complete(std::vector<Index> order, Index size) {
    std::vector<char> is_pivot(static_cast<std::size_t>(size), 0);
    for (const Index i : order) is_pivot[static_cast<std::size_t>(i)] = 1;
    for (Index i = 0; i < size; ++i) {
        if (is_pivot[static_cast<std::size_t>(i)] == 0) order.push_back(i);
    }
    return order;
}

}  // namespace

Realisations::Realisations(const GaussianProcess& gp, const PointsRef& template_points, const VectorRef& x_star,
                           const RealisationOptions& options, const Rng& rng)
    : kernel_(gp.kernel_ptr()),
      variance_(gp.hyperparameters().variance),
      prior_mean_(gp.hyperparameters().mean),
      jitter_(options.jitter * gp.hyperparameters().variance),
      inverse_lengthscales_(gp.hyperparameters().lengthscales.cwiseInverse()),
      order_(pivot_order(gp, template_points, options.pivots)),
      x_star_(x_star),
      observations_(gp.inputs().transpose() * inverse_lengthscales_.asDiagonal()),
      cholesky_(gp.cholesky()),
      weights_(gp.weights()) {
    require(options.realisations >= 1, "Realisations: {} realisations were asked for; at least 1 is needed",
            options.realisations);
    rank_ = static_cast<Index>(order_.size());
    order_ = complete(std::move(order_), template_points.cols());
    template_ = template_points(Eigen::all, order_);
    prior_ = gp.prior_covariance(template_, template_.leftCols(rank_));

    Conditioned at;
    whiten(template_.leftCols(rank_).colwise() + x_star_, at);
    pivots_ = at.scaled.transpose();
    pivots_whitened_ = at.whitened;
    pivots_root_ = prior_.topRows(rank_);
    dense::multiply(-1, Op::transposed, at.whitened, Op::plain, at.whitened, 1, pivots_root_);
    factorise(pivots_root_, jitter_);

    draws_.resize(2 * rank_, options.realisations);
    draws_.topRows(rank_) = stratified_normals(options.realisations, rank_, rng.split("best so far")).transpose();
    draws_.bottomRows(rank_) = stratified_normals(options.realisations, rank_, rng.split("candidate")).transpose();
}

void Realisations::whiten(const PointsRef& points, Conditioned& result) const {
    const Index n = points.cols();
    result.scaled.noalias() = inverse_lengthscales_.asDiagonal() * points;
    result.distances.resize(observations_.rows(), n);
    dense::squared_distances(observations_, result.scaled, result.distances);
    result.whitened.resize(observations_.rows(), n);
    kernel_->evaluate(result.distances.data(), result.whitened.data(), result.distances.size());
    result.whitened *= variance_;
    result.mean.noalias() = result.whitened.transpose() * weights_;
    result.mean.array() += prior_mean_;
    dense::solve(Side::left, Op::plain, cholesky_, result.whitened);
}

Matrix Realisations::prior_with_pivots_at_x_star(const PointsRef& scaled) const {
    Matrix k(rank_, scaled.cols());
    dense::squared_distances(pivots_, scaled, k);
    kernel_->evaluate(k.data(), k.data(), k.size());
    return variance_ * k;
}

Matrix Realisations::at_x_star() const {
    Conditioned at;
    whiten(template_.colwise() + x_star_, at);
    Matrix factor = prior_;  // Y R_A = Σ_TA R_A⁻ᵀ
    dense::multiply(-1, Op::transposed, at.whitened, Op::plain, pivots_whitened_, 1, factor);
    dense::solve(Side::right, Op::transposed, pivots_root_, factor);
    factor.topRows(rank_) = pivots_root_;  // at the pivots the sample is the one that was drawn
    Matrix F = at.mean.replicate(1, count());
    dense::multiply(1, Op::plain, factor, Op::plain, draws_.topRows(rank_), 1, F);
    return F;
}

void Realisations::condition(const Vector& x, Index n, Conditioned& result) const {
    whiten(template_.leftCols(n).colwise() + x, result);
    const Index b = std::min(n, rank_);
    const auto whitened_pivots = result.whitened.leftCols(b);
    result.residual = prior_.topLeftCorner(n, b);
    dense::multiply(-1, Op::transposed, result.whitened, Op::plain, whitened_pivots, 1, result.residual);

    // At the pivots: what they share with those at x*, and what is their own.
    result.shared = prior_with_pivots_at_x_star(result.scaled.leftCols(b)).transpose();
    dense::multiply(-1, Op::transposed, whitened_pivots, Op::plain, pivots_whitened_, 1, result.shared);
    dense::solve(Side::right, Op::transposed, pivots_root_, result.shared);
    result.own = result.residual.topRows(b);
    dense::multiply(-1, Op::plain, result.shared, Op::transposed, result.shared, 1, result.own);
    factorise(result.own, jitter_);
    result.samples.resize(b, count());
    dense::multiply(1, Op::plain, result.shared, Op::plain, draws_.topRows(rank_), 0, result.samples);
    dense::multiply(1, Op::plain, result.own, Op::plain, draws_.middleRows(rank_, b), 1, result.samples);

    if (n > b) {
        result.root = result.residual.topRows(b);
        factorise(result.root, jitter_);
        result.carry = result.residual.bottomRows(n - b);
        dense::solve(Side::right, Op::transposed, result.root, result.carry);
        dense::solve(Side::right, Op::plain, result.root, result.carry);
    }
}

void Realisations::draw(const Conditioned& at, Index first, Eigen::Ref<Matrix> out) const {
    const Index b = at.samples.rows();
    const auto samples = at.samples.middleCols(first, out.cols());
    out.colwise() = at.mean;
    out.topRows(b) += samples;
    if (out.rows() > b) {
        dense::multiply(1, Op::plain, at.carry, Op::plain, samples, 1, out.bottomRows(out.rows() - b));
    }
}

Matrix Realisations::draw_at_centres(const PointsRef& x) const {
    Conditioned at;
    whiten(x, at);
    Matrix shared = prior_with_pivots_at_x_star(at.scaled).transpose();
    dense::multiply(-1, Op::transposed, at.whitened, Op::plain, pivots_whitened_, 1, shared);
    dense::solve(Side::right, Op::transposed, pivots_root_, shared);
    const Vector known = at.whitened.colwise().squaredNorm().transpose() + shared.rowwise().squaredNorm();
    const Vector own = (variance_ + jitter_ - known.array()).max(jitter_).sqrt();
    Matrix F = at.mean.replicate(1, count());
    F.noalias() += own * draws_.row(rank_);
    dense::multiply(1, Op::plain, shared, Op::plain, draws_.topRows(rank_), 1, F);
    return F;
}

}  // namespace sweetspot
