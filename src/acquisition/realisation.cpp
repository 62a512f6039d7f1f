#include "acquisition/realisation.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/check.hpp"
#include "base/order.hpp"
#include "design/latin_hypercube.hpp"
#include "gp/choices.hpp"
#include "gp/main_effects.hpp"
#include "loops/dense.hpp"
#include "loops/realisation.hpp"
#include "sweetspot/base/errors.hpp"

namespace sweetspot {

using dense::Op;
using dense::Side;
using realisations::draws_per_tile;
using realisations::rows_per_tile;

namespace {

/// covariance := the Cholesky factor of covariance + jitter·I.
void factorise(Matrix& covariance, double jitter) {
    covariance.diagonal().array() += jitter;
    const Matrix plain = covariance;
    if (dense::cholesky(covariance) < 0) return;
    // Rounding can eat the smallest pivots of a nearly singular matrix: allow ten times more jitter, up to 1e5 times.
    for (double more = 10 * jitter; more <= 1e5 * jitter; more *= 10) {
        covariance = plain;
        covariance.diagonal().array() += more;
        if (dense::cholesky(covariance) < 0) return;
    }
    throw NumericalError(
        fmt::format("Realisations: the covariance of {} pivots is not positive definite even with jitter {}",
                    plain.rows(), 1e5 * jitter));
}

/// inverse := l⁻¹, by blocks of columns so that zeros are left out.
void invert(const Matrix& l, Matrix& inverse) {
    constexpr Index block = 128;
    inverse.setIdentity(l.rows(), l.cols());
    for (Index first = 0; first < l.rows(); first += block) {
        const Index below = l.rows() - first;
        dense::solve(Side::left, Op::plain, l.bottomRightCorner(below, below),
                     inverse.block(first, first, below, std::min(block, below)));
    }
}

/// Quarters of large matrices, blocks of no fewer than 48 rows (two tiles of the product's inner loop) of small ones.
template <class Body>
void for_row_blocks(Index rows, const Body& body) {
    const Index block = std::max<Index>(48, (rows + 3) / 4);
    for (Index first = 0; first < rows; first += block) body(first, std::min(block, rows - first));
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

/// All observations, those that covariances know first.
std::vector<Index> known_first(const GaussianProcess& gp) {
    if (gp.known().empty()) return all_indices(gp.size());
    return complete(gp.known(), gp.size());
}

Index whole_tiles(Index n, Index tile) {
    return (n + tile - 1) / tile * tile;
}
/// Columns at a distance of a power of two would share few lines of the cache.
Index padded(Index n, Index tile) {
    return whole_tiles(n, tile) + 16;
}

realisations::ConstFloatView view(const Eigen::MatrixXf& a, Index rows, Index cols) {
    return {a.data(), rows, cols, a.outerStride()};
}
realisations::FloatView mutable_view(Eigen::MatrixXf& a, Index rows, Index cols) {
    return {a.data(), rows, cols, a.outerStride()};
}

}  // namespace

Whitening::Whitening(const GaussianProcess& gp) {
    invert(gp.cholesky() / std::sqrt(gp.hyperparameters().variance), inverse_root_);
    // Below the diagonal by blocks of rows, then its mirror image.
    const Index n = gp.known_size();
    precision_.resize(n, n);
    for_row_blocks(n, [&](Index first, Index count) {
        dense::multiply(1, Op::transposed, inverse_root_.block(first, first, n - first, count), Op::plain,
                        inverse_root_.block(first, 0, n - first, first + count), 0,
                        precision_.block(first, 0, count, first + count));
    });
    precision_.triangularView<Eigen::StrictlyUpper>() = precision_.transpose();
    for_row_blocks(n, [&](Index first, Index count) {
        whitening_.emplace_back(Op::plain, inverse_root_.block(first, 0, count, first + count));
        solving_.emplace_back(Op::transposed, inverse_root_.block(first, first, n - first, count));
    });
}

// Both products are by blocks of rows, so that most of the zeros of the triangle are left out.
void Whitening::whiten(const MatrixRef& g, Matrix& V) const {
    V.resize(g.rows(), g.cols());
    std::size_t block = 0;
    for_row_blocks(g.rows(), [&](Index first, Index count) {
        const packed::Factor& factor = whitening_[block++];
        if (factor.fits(g.cols())) return factor.multiply(g.topRows(first + count), V.middleRows(first, count));
        dense::multiply(1, Op::plain, inverse_root_.block(first, 0, count, first + count), Op::plain,
                        g.topRows(first + count), 0, V.middleRows(first, count));
    });
}

void Whitening::solve(const MatrixRef& V, Matrix& W) const {
    W.resize(V.rows(), V.cols());
    std::size_t block = 0;
    for_row_blocks(V.rows(), [&](Index first, Index count) {
        const Index below = V.rows() - first;
        const packed::Factor& factor = solving_[block++];
        if (factor.fits(V.cols())) return factor.multiply(V.bottomRows(below), W.middleRows(first, count));
        dense::multiply(1, Op::transposed, inverse_root_.block(first, first, below, count), Op::plain,
                        V.bottomRows(below), 0, W.middleRows(first, count));
    });
}

Realisations::Realisations(const GaussianProcess& gp, const PointsRef& template_points, const VectorRef& x_star,
                           const RealisationOptions& options, const Rng& rng, WhiteningPtr whitening,
                           Scenarios scenarios)
    : kernel_(gp.kernel_ptr()),
      effects_(gp.main_effects()),
      of_kernel_(1 - gp.hyperparameters().effects),
      sd_(std::sqrt(gp.hyperparameters().variance)),
      prior_mean_(gp.hyperparameters().mean),
      jitter_(options.jitter),
      inverse_lengthscales_(gp.embedded_lengthscales().cwiseInverse()),
      choice_sizes_(gp.hyperparameters().choice_sizes),
      count_(options.realisations),
      scenarios_(std::move(scenarios)),
      rows_(all_indices(template_points.cols())),
      x_star_(x_star),
      known_(gp.known_size()),
      observations_{
          gp.embedded(gp.inputs()(Eigen::all, known_first(gp))).transpose() * inverse_lengthscales_.asDiagonal(), {}},
      whitening_(whitening != nullptr ? std::move(whitening) : std::make_shared<const Whitening>(gp)),
      weights_(sd_ * sd_ * gp.weights()(known_first(gp))) {
    require(options.realisations >= 1, "Realisations: {} realisations were asked for; at least 1 is needed",
            options.realisations);
    for (Index c = 0; c < scenarios_.combinations(); ++c) {
        tables_.push_back(make_table(gp, template_points, options.pivots, c));
    }
    const Table& own = table(combination(x_star_));
    rank_ = own.rank;
    observations_.features = features(observations_.points.transpose());

    Matrix none;
    const Points at_x_star = own.points.leftCols(rank_).colwise() + scaled(x_star_);
    pivots_ = {at_x_star.transpose(), features(at_x_star)};
    Matrix g;
    covary(observations_, at_x_star, pivots_.features, Slopes::unwanted, g, none);
    reference_ = prior_mean_ + (g.transpose() * weights_).maxCoeff();
    Matrix whitened;
    whitening_->whiten(g.topRows(known_), whitened);
    whitening_->solve(whitened, pivots_solved_);
    pivots_root_ = own.prior.topRows(rank_);
    dense::multiply(-1, Op::transposed, whitened, Op::plain, whitened, 1, pivots_root_);
    factorise(pivots_root_, jitter_);
    invert(pivots_root_, pivots_inverse_);
    pivots_shared_.resize(known_, rank_);
    dense::multiply(1, Op::plain, whitened, Op::transposed, pivots_inverse_, 0, pivots_shared_);

    const Index highest = std::ranges::max_element(tables_, {}, &Table::rank)->rank;
    draws_.setZero(padded(count_, draws_per_tile), rank_ + highest);
    fill_stratified_normals(draws_.topLeftCorner(count_, rank_), rng.split("best so far"));
    fill_stratified_normals(draws_.topRightCorner(count_, highest), rng.split("candidate"));
    draws_by_realisation_ = draws_.topRows(count_).transpose();
}

Realisations::Table Realisations::make_table(const GaussianProcess& gp, const PointsRef& template_points,
                                             const PivotOptions& options, Index combination) const {
    Table result;
    result.order = pivot_order(gp, template_points, options, scenarios_, combination);
    result.rank = std::ssize(result.order);
    result.order = complete(std::move(result.order), template_points.cols());
    result.points =
        inverse_lengthscales_.asDiagonal() *
        gp.embedded_offsets(template_points(Eigen::all, result.order), scenarios_.part(result.order), combination);
    result.features = features(result.points);
    Matrix none;
    covary({result.points.transpose(), result.features}, result.points.leftCols(result.rank),
           result.features.leftCols(result.rank), Slopes::unwanted, result.prior, none);
    return result;
}

Vector Realisations::scaled(const Vector& x) const {
    if (choice_sizes_.empty()) return inverse_lengthscales_.cwiseProduct(x);
    return inverse_lengthscales_.cwiseProduct(detail::embed(x, choice_sizes_));
}

Matrix Realisations::features(const PointsRef& scaled) const {
    return effects_ ? effects_->features(scaled) : Matrix(0, scaled.cols());
}

void Realisations::covary(const Fixed& fixed, const PointsRef& moving, const MatrixRef& features, Slopes slopes,
                          Matrix& g, Matrix& slope) const {
    g.resize(fixed.points.rows(), moving.cols());
    dense::squared_distances(fixed.points, moving, g);
    if (slopes == Slopes::wanted) {
        slope.resize(g.rows(), g.cols());
        kernel_->evaluate(g.data(), g.data(), slope.data(), g.size());
        if (effects_) slope *= of_kernel_;
    } else {
        kernel_->evaluate(g.data(), g.data(), g.size());
    }
    if (effects_) dense::multiply(1, Op::transposed, fixed.features, Op::plain, features, of_kernel_, g);
}

void Realisations::place_features(const Vector& shift, Conditioned& at) const {
    if (!effects_) {
        at.features.resize(0, at.points.cols());
        return;
    }
    const Index others = at.points.cols() - at.pivots;
    const Matrix& features = table(at.combination).features;
    Matrix chosen(features.rows(), at.points.cols());
    chosen.leftCols(at.pivots) = features.leftCols(at.pivots);
    for (Index i = 0; i < others; ++i) chosen.col(at.pivots + i) = features.col(at.rows[at.pivot_rows + i]);
    effects_->shift(chosen, shift, at.features);
}

void Realisations::condition_at_x_star(Conditioned& at) const {
    at.combination = combination(x_star_);
    at.pivots = rank_;
    at.rows = rows_;
    at.pivot_rows = rank_;
    const Vector shift = scaled(x_star_);
    at.points = table(at.combination).points.colwise() + shift;
    place_features(shift, at);
    covary(observations_, at.points, at.features, Slopes::unwanted, at.prior, at.slope);
    at.root = pivots_root_;
    at.inverse = pivots_inverse_;
    at.solved = pivots_solved_;
    carry(at);
    to_single_precision(at);
    at.draws = draws_.leftCols(rank_);
}

void Realisations::condition(const Vector& x, std::span<const Index> rows, Index b, Slopes slopes,
                             Conditioned& at) const {
    at.combination = combination(x);
    const Table& placed = table(at.combination);
    at.pivots = b;
    at.rows.assign(rows.begin(), rows.end());
    at.pivot_rows = std::lower_bound(rows.begin(), rows.end(), b) - rows.begin();
    const Index others = static_cast<Index>(rows.size()) - at.pivot_rows;
    const Vector shift = scaled(x);
    at.points.resize(shift.size(), b + others);
    at.points.leftCols(b) = placed.points.leftCols(b).colwise() + shift;
    for (Index i = 0; i < others; ++i) at.points.col(b + i) = placed.points.col(rows[at.pivot_rows + i]) + shift;
    place_features(shift, at);
    covary(observations_, at.points, at.features, slopes, at.prior, at.slope);

    // Σ_BB = g(B, B) - Vᵀ V = R Rᵀ.
    whitening_->whiten(at.prior.topLeftCorner(known_, b), at.whitened);
    at.root = placed.prior.topLeftCorner(b, b);
    dense::multiply(-1, Op::transposed, at.whitened, Op::plain, at.whitened, 1, at.root);
    factorise(at.root, jitter_);
    invert(at.root, at.inverse);
    covary(pivots_, at.points.leftCols(b), at.features.leftCols(b), slopes, at.cross, at.cross_slope);
    drive(at);
    if (others > 0 || slopes == Slopes::wanted) {
        whitening_->solve(at.whitened, at.solved);
    }
    carry(at);
    to_single_precision(at);
    at.draws.resize(draws_.rows(), b);
    const FloatMatrix driver = at.driver.cast<float>();
    realisations::loops().multiply_transposed(view(draws_, draws_.rows(), rank_ + b), view(driver, b, rank_ + b),
                                              mutable_view(at.draws, draws_.rows(), b));
}

/// H = [Ĝ, R̂]: what drives e.
void Realisations::drive(Conditioned& at) const {
    const Index b = at.pivots;
    at.shared.resize(b, rank_);  // Σ_BA R_A⁻ᵀ
    dense::multiply(1, Op::transposed, at.cross, Op::transposed, pivots_inverse_, 0, at.shared);
    dense::multiply(-1, Op::transposed, at.whitened, Op::plain, pivots_shared_, 1, at.shared);
    at.driver.resize(b, rank_ + b);
    dense::multiply(1, Op::plain, at.inverse, Op::plain, at.shared, 0, at.driver.leftCols(rank_));
    at.scratch.setIdentity(b, b);
    dense::multiply(-1, Op::plain, at.driver.leftCols(rank_), Op::transposed, at.driver.leftCols(rank_), 1, at.scratch);
    factorise(at.scratch, std::numeric_limits<double>::epsilon());
    at.driver.rightCols(b) = at.scratch;
}

/// C = Σ_TB R⁻ᵀ (at the pivots themselves: R) and μ.
void Realisations::carry(Conditioned& at) const {
    const Index b = at.pivots;
    const auto n = static_cast<Index>(at.rows.size());
    const Index others = n - at.pivot_rows;
    at.carry.resize(n, b);
    at.mean.resize(n);
    const Vector mean = at.prior.transpose() * weights_;
    for (Index i = 0; i < at.pivot_rows; ++i) {
        at.carry.row(i) = at.root.row(at.rows[i]);
        at.mean[i] = mean[at.rows[i]];
    }
    at.mean.tail(others) = mean.tail(others);
    at.mean.array() += prior_mean_;
    if (others == 0) return;
    const Matrix& prior = table(at.combination).prior;
    at.scratch.resize(others, b);
    for (Index k = 0; k < b; ++k) {
        for (Index i = 0; i < others; ++i) at.scratch(i, k) = prior(at.rows[at.pivot_rows + i], k);
    }
    dense::multiply(-1, Op::transposed, at.prior.topRightCorner(known_, others), Op::plain, at.solved, 1, at.scratch);
    dense::multiply(1, Op::plain, at.scratch, Op::transposed, at.inverse, 0, at.carry.bottomRows(others));
}

void Realisations::to_single_precision(Conditioned& at) const {
    const auto n = static_cast<Index>(at.rows.size());
    at.float_carry.setZero(padded(n, rows_per_tile), at.pivots);
    at.float_carry.topRows(n) = (sd_ * at.carry).cast<float>();
    at.float_mean.setConstant(whole_tiles(n, rows_per_tile), std::numeric_limits<float>::lowest());
    at.float_mean.head(n) = (at.mean.array() - reference_).matrix().cast<float>();
}

void Realisations::find_worst(Conditioned& at, Slopes slopes) const {
    const Index tiles = whole_tiles(count_, draws_per_tile);
    at.worst.resize(tiles);
    at.worst_row.resize(tiles);
    realisations::loops().worst(view(at.draws, tiles, at.pivots), view(at.float_carry, at.float_mean.size(), at.pivots),
                                at.float_mean.data(), at.worst.data(),
                                slopes == Slopes::wanted ? at.worst_row.data() : nullptr);
}

Realisations::FloatMatrix Realisations::draw(const Conditioned& at) const {
    const auto n = static_cast<Index>(at.rows.size());
    FloatMatrix F(n, count_);
    realisations::loops().multiply_transposed(view(at.float_carry, n, at.pivots), view(at.draws, count_, at.pivots),
                                              mutable_view(F, n, count_));
    F.colwise() += at.float_mean.head(n);
    return F;
}

Matrix Realisations::drawn(const FloatMatrix& slopes) const {
    FloatMatrix sums(draws_by_realisation_.rows(), slopes.rows());
    realisations::loops().multiply_transposed(view(draws_by_realisation_, sums.rows(), count_),
                                              view(slopes, slopes.rows(), count_),
                                              mutable_view(sums, sums.rows(), sums.cols()));
    return sums.cast<double>();
}

Realisations::FloatMatrix Realisations::draw_at_centres(const PointsRef& x) const {
    // The centre is the first row of each table, as ordered.
    const Points scaled =
        (inverse_lengthscales_.asDiagonal() * detail::embed(x, choice_sizes_)).colwise() + table(0).points.col(0);
    Matrix g;
    Matrix none;
    Matrix whitened;
    const Matrix effects = features(scaled);
    covary(observations_, scaled, effects, Slopes::unwanted, g, none);
    whitening_->whiten(g.topRows(known_), whitened);
    Matrix cross;
    covary(pivots_, scaled, effects, Slopes::unwanted, cross, none);
    Matrix shared(x.cols(), rank_);
    dense::multiply(1, Op::transposed, cross, Op::transposed, pivots_inverse_, 0, shared);
    dense::multiply(-1, Op::transposed, whitened, Op::plain, pivots_shared_, 1, shared);
    const Vector known = whitened.colwise().squaredNorm().transpose() + shared.rowwise().squaredNorm();
    FloatMatrix factor(x.cols(), rank_ + 1);
    factor.leftCols(rank_) = (sd_ * shared).cast<float>();
    factor.col(rank_) = (sd_ * (1 + jitter_ - known.array()).max(jitter_).sqrt()).cast<float>().matrix();
    FloatMatrix F(count_, x.cols());
    realisations::loops().multiply_transposed(view(draws_, count_, rank_ + 1), view(factor, x.cols(), rank_ + 1),
                                              mutable_view(F, count_, x.cols()));
    const Vector mean = (g.transpose() * weights_).array() + (prior_mean_ - reference_);
    F.rowwise() += mean.transpose().cast<float>();
    return F;
}

}  // namespace sweetspot
