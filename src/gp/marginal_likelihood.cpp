// log p(y | η) = -½ rᵀα - Σ log L_ii - N/2 log 2π with r = y - m, L Lᵀ = A = K + noise I, α = A⁻¹ r
// (eq:log-marginal-likelihood). With W = A⁻¹ - α αᵀ and Δ_d the difference of two inputs:
//   ∂/∂log ℓ_d      = -½ Σ_ij W_ij ∂K_ij/∂log ℓ_d = Σ_ij W_ij · variance · dg/ds(s_ij) · Δ_d² / ℓ_d²
//   ∂/∂log variance = -½ Σ_ij W_ij K_ij = -½ (N - rᵀα - noise tr W)
//   ∂/∂log noise    = -½ noise tr W
// Every matrix is symmetric, so only lower triangles are formed, in blocks of columns.
#include "sweetspot/gp/marginal_likelihood.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "base/check.hpp"
#include "base/dense.hpp"
#include "gp/covariance.hpp"
#include "gp/likelihood.hpp"

namespace sweetspot {
namespace detail {
namespace {

using dense::Op;
using dense::Side;

/// Columns per block: small enough that the skipped upper triangles pay, large enough for fast products.
constexpr Index block_size = 32;

}  // namespace

MarginalLikelihood::MarginalLikelihood(const Kernel& kernel, const PointsRef& inputs, const VectorRef& targets)
    : kernel_(kernel), inputs_(inputs), targets_(targets) {
    const Index n = inputs.cols();
    // The gradient expands (z_i - z_j)²; centred coordinates keep its cancellation small.
    inputs_.colwise() -= inputs.rowwise().mean();
    rows_.setOnes(n, inputs.rows() + 1);
    factor_.setZero(n, n);
    slope_.setZero(n, n);
    inverse_factor_.setZero(n, n);
    inverse_.setZero(n, n);
    product_.setZero(n, inputs.rows() + 1);
}

double MarginalLikelihood::evaluate(const Hyperparameters& hyperparameters, Vector* gradient) {
    const Index n = inputs_.cols();
    fill_covariance(hyperparameters);
    if (!factorise(factor_)) {
        if (gradient != nullptr) gradient->setZero(inputs_.rows() + 2);
        return -std::numeric_limits<double>::infinity();
    }
    residual_ = targets_.array() - hyperparameters.mean;
    weights_ = residual_;
    dense::solve(Side::left, Op::plain, factor_, weights_);
    const double fit = weights_.squaredNorm();
    if (gradient != nullptr) {
        dense::solve(Side::left, Op::transposed, factor_, weights_);
        invert();
        fill_gradient(hyperparameters, *gradient);
    }
    return -0.5 * fit - factor_.diagonal().array().log().sum() -
           0.5 * static_cast<double>(n) * std::log(2 * std::numbers::pi);
}

void MarginalLikelihood::fill_covariance(const Hyperparameters& hyperparameters) {
    const Index n = inputs_.cols();
    columns_ = inputs_.array().colwise() / hyperparameters.lengthscales.array();
    rows_.leftCols(inputs_.rows()) = columns_.transpose();
    for (Index start = 0; start < n; start += block_size) {
        const Index width = std::min(block_size, n - start);
        dense::squared_distances(rows_.bottomLeftCorner(n - start, inputs_.rows()), columns_.middleCols(start, width),
                                 factor_.block(start, start, n - start, width));
    }
    for (Index j = 0; j < n; ++j) {
        double* k = &factor_(j, j);
        kernel_.evaluate(k, k, &slope_(j, j), n - j);
        factor_.col(j).tail(n - j) *= hyperparameters.variance;
        slope_.col(j).tail(n - j) *= hyperparameters.variance;
        factor_(j, j) += hyperparameters.noise;
    }
}

/// The lower triangle of A⁻¹ = L⁻ᵀ L⁻¹ in N³ flops altogether: no product or solve touches the zeros above the blocks.
void MarginalLikelihood::invert() {
    const Index n = inputs_.cols();
    for (Index start = 0; start < n; start += block_size) {
        const Index width = std::min(block_size, n - start);
        const Index below = n - start;
        auto block = inverse_factor_.block(start, start, below, width);
        block.setIdentity();
        dense::solve(Side::left, Op::plain, factor_.bottomRightCorner(below, below), block);
    }
    for (Index start = 0; start < n; start += block_size) {
        const Index width = std::min(block_size, n - start);
        const Index below = n - start;
        dense::multiply(1, Op::transposed, inverse_factor_.block(start, start, below, width), Op::plain,
                        inverse_factor_.block(start, 0, below, start + width), 0,
                        inverse_.block(start, 0, width, start + width));
    }
}

/// With H = W ∘ (variance dg/ds), strictly lower: Σ_{i>j} H_ij (z_i - z_j)² = Σ_i z_i² (row_i + column_i) - 2 zᵀ H z,
/// where row and column are the sums of H. One product H [Z 1] serves every dimension and the row sums.
void MarginalLikelihood::fill_gradient(const Hyperparameters& hyperparameters, Vector& gradient) {
    const Index n = inputs_.cols();
    const Index dimension = inputs_.rows();
    for (Index j = 0; j < n; ++j) {
        const Index below = n - j - 1;
        slope_(j, j) = 0;
        slope_.col(j).tail(below).array() *=
            inverse_.col(j).tail(below).array() - weights_[j] * weights_.tail(below).array();
    }
    product_.setZero();
    for (Index start = 0; start < n; start += block_size) {
        const Index width = std::min(block_size, n - start);
        const auto block = slope_.block(start, start, n - start, width);
        dense::multiply(1, Op::plain, block, Op::plain, rows_.middleRows(start, width), 1,
                        product_.bottomRows(n - start));
        product_.col(dimension).segment(start, width) += block.colwise().sum().transpose();
    }
    gradient.resize(dimension + 2);
    for (Index d = 0; d < dimension; ++d) {
        const auto z = rows_.col(d).array();
        gradient[d] = 2 * (z * (z * product_.col(dimension).array() - 2 * product_.col(d).array())).sum();
    }
    const double noise_trace = hyperparameters.noise * (inverse_.trace() - weights_.squaredNorm());
    const double fit = residual_.dot(weights_);
    gradient[dimension] = -0.5 * (static_cast<double>(n) - fit - noise_trace);
    gradient[dimension + 1] = -0.5 * noise_trace;
}

}  // namespace detail

ValueAndGradient log_marginal_likelihood(const Kernel& kernel, const Hyperparameters& hyperparameters,
                                         const PointsRef& inputs, const VectorRef& targets) {
    require(inputs.cols() > 0 && inputs.rows() > 0 && targets.size() == inputs.cols() &&
                hyperparameters.lengthscales.size() == inputs.rows(),
            "log_marginal_likelihood: {} inputs of dimension {}, {} targets and {} length scales do not fit together; "
            "give one target per input and one length scale per dimension, at least one each",
            inputs.cols(), inputs.rows(), targets.size(), hyperparameters.lengthscales.size());
    ValueAndGradient result{0, Vector(inputs.rows() + 2)};
    result.value = detail::MarginalLikelihood(kernel, inputs, targets).evaluate(hyperparameters, &result.gradient);
    return result;
}

}  // namespace sweetspot
