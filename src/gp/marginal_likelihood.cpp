// log p(y | η) = -½ rᵀα - Σ log L_ii - N/2 log 2π with r = y - m, L Lᵀ = A = K + noise I + diag(e), α = A⁻¹ r
// (eq:log-marginal-likelihood; e: the known noise of single observations). With W = A⁻¹ - α αᵀ and Δ_d the difference
// of two inputs:
//   ∂/∂log ℓ_d      = -½ Σ_ij W_ij ∂K_ij/∂log ℓ_d = Σ_ij W_ij · variance · dg/ds(s_ij) · Δ_d² / ℓ_d²
//   ∂/∂log variance = -½ Σ_ij W_ij K_ij = -½ (N - rᵀα - noise tr W - Σ_i e_i W_ii)
//   ∂/∂log noise    = -½ noise tr W
// Main effects with the features φ_f (one entry per observation) and weights w_f: K = variance ((1 - a) g + Σ_f w_f φ_f
// φ_fᵀ), and all their derivatives come from T_f = variance w_f φ_fᵀ W φ_f.
// The work is done by panels in loops/likelihood_loops.cpp; here are the kernel's shape and the bookkeeping.
#include "gp/marginal_likelihood.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <utility>

#include "base/check.hpp"
#include "gp/choices.hpp"
#include "gp/likelihood.hpp"
#include "gp/main_effects.hpp"

namespace sweetspot {
namespace detail {
namespace {

using likelihood::height;
using likelihood::lower_panel;
using likelihood::upper_panel;

}  // namespace

MarginalLikelihood::MarginalLikelihood(const Kernel& kernel, const PointsRef& inputs, const VectorRef& targets,
                                       const VectorRef& known_noise, const likelihood::Loops& table,
                                       std::vector<Index> choice_sizes)
    : kernel_(kernel),
      table_(table),
      choice_sizes_(std::move(choice_sizes)),
      size_(inputs.cols()),
      coordinates_(inputs.rows()),
      dimension_(embedded_size(coordinates_, choice_sizes_)),
      panels_((size_ + height - 1) / height),
      targets_(targets),
      known_noise_(known_noise.size() == 0 ? Vector::Zero(size_) : Vector(known_noise)) {
    const Index rows = panels_ * height;
    // The gradient expands (z_i - z_j)²; centred coordinates keep its cancellation small. The rows that fill the last
    // panel are points at the centre, which fill_covariance makes independent of all others.
    const Points points = embed(inputs, choice_sizes_);
    const Vector centre = points.rowwise().mean();
    inputs_.setZero(rows * dimension_);
    for (Index i = 0; i < size_; ++i) {
        for (Index d = 0; d < dimension_; ++d) {
            inputs_[(i / height * dimension_ + d) * height + i % height] = points(d, i) - centre[d];
        }
    }
    scaled_.resize(rows * dimension_);
    transposed_.resize((dimension_ / height + 1) * height * rows);
    factor_.resize(lower_panel(panels_));
    slope_.resize(lower_panel(panels_));
    inverse_factor_.resize(upper_panel(panels_, panels_));
    noise_.resize(rows);
    reciprocals_.resize(rows);
    residual_.setZero(rows);
    half_solved_.resize(rows);
    weights_.resize(rows);
    diagonal_.resize(rows);
    sums_.resize(rows * height);
    terms_.resize(dimension_ * height);
    by_scale_.resize(dimension_);
}

double MarginalLikelihood::evaluate(const Hyperparameters& hyperparameters, Vector* gradient) {
    const Vector scales = embed_lengthscales(hyperparameters.lengthscales, choice_sizes_);
    table_.scale(panels_, dimension_, inputs_.data(), scales.data(), scaled_.data(), transposed_.data());
    fill_covariance(gradient == nullptr ? nullptr : slope_.data());
    if (hyperparameters.effects > 0) add_effects(hyperparameters);
    const double largest = hyperparameters.variance + hyperparameters.noise;
    // A pivot below N·ε of the diagonal has no correct digit, though it may come out positive.
    const double threshold = static_cast<double>(size_) * std::numeric_limits<double>::epsilon() * largest;
    noise_.setConstant(hyperparameters.noise);
    noise_.head(size_) += known_noise_;
    if (!table_.factorise(panels_, hyperparameters.variance, noise_.data(), threshold, factor_.data(),
                          reciprocals_.data())) {
        if (gradient != nullptr) gradient->setZero(coordinates_ + (hyperparameters.effects > 0 ? 4 : 2));
        return -std::numeric_limits<double>::infinity();
    }
    residual_.head(size_) = targets_.array() - hyperparameters.mean;
    half_solved_ = residual_;
    table_.solve(panels_, factor_.data(), reciprocals_.data(), half_solved_.data());
    if (gradient != nullptr) fill_gradient(hyperparameters, *gradient);
    double log_determinant = 0;
    for (Index i = 0; i < size_; ++i) log_determinant -= std::log(reciprocals_[i]);
    return -0.5 * half_solved_.squaredNorm() - log_determinant -
           0.5 * static_cast<double>(size_) * std::log(2 * std::numbers::pi);
}

/// g, and where slope is not null dg/ds, by panels; row and column of a filling point are those of the identity.
void MarginalLikelihood::fill_covariance(double* slope) {
    for (Index p = 0; p < panels_; ++p) {
        const Index count = lower_panel(p + 1) - lower_panel(p);
        double* g = factor_.data() + lower_panel(p);
        table_.distances(dimension_, scaled_.data(), p, g);
        if (slope == nullptr) {
            kernel_.evaluate(g, g, count);
            continue;
        }
        double* dg = slope + lower_panel(p);
        kernel_.evaluate(g, g, dg, count);
        double* diagonal = dg + p * height * height;
        for (Index j = 0; j < height; ++j) std::fill_n(diagonal + j * height, j + 1, 0.0);
    }
    double* last = factor_.data() + lower_panel(panels_ - 1);
    for (Index i = size_; i < panels_ * height; ++i) {
        const Index row = i % height;
        for (Index j = 0; j < i; ++j) {
            last[j * height + row] = 0;
            if (slope != nullptr) slope[lower_panel(panels_ - 1) + j * height + row] = 0;
        }
    }
}

/// The features by panels and transposed, once.
void MarginalLikelihood::make_features() {
    Points inputs(dimension_, size_);
    for (Index i = 0; i < size_; ++i) {
        for (Index d = 0; d < dimension_; ++d) {
            inputs(d, i) = inputs_[(i / height * dimension_ + d) * height + i % height];
        }
    }
    const Matrix features = plain_effects(inputs, choice_sizes_);
    const Index rows = panels_ * height;
    feature_count_ = (features.rows() + height - 1) / height * height;
    features_.setZero(feature_count_ * rows);
    features_transposed_.setZero(feature_count_ * rows);
    for (Index i = 0; i < size_; ++i) {
        for (Index f = 0; f < features.rows(); ++f) {
            features_[(i / height * feature_count_ + f) * height + i % height] = features(f, i);
            features_transposed_[f / height * height * rows + i * height + f % height] = features(f, i);
        }
    }
    feature_weights_.setZero(feature_count_);
    weighted_features_.resize(features_.size());
    precision_.resize(factor_.size());
}

/// g becomes (1 - a) g + Σ_f w_f φ_f φ_fᵀ.
void MarginalLikelihood::add_effects(const Hyperparameters& hyperparameters) {
    if (features_.size() == 0) make_features();
    const Vector weights = effect_weights(hyperparameters);
    feature_weights_.head(weights.size()) = weights;
    for (Index p = 0; p < panels_; ++p) {
        for (Index f = 0; f < feature_count_; ++f) {
            const Index at = (p * feature_count_ + f) * height;
            weighted_features_.segment<height>(at) = feature_weights_[f] * features_.segment<height>(at);
        }
    }
    table_.add_products(panels_, feature_count_, weighted_features_.data(), features_.data(),
                        1 - hyperparameters.effects, factor_.data());
    // The filling points, whose features are 0, are independent of all others as before.
    for (Index i = size_; i < panels_ * height; ++i) {
        factor_[lower_panel(panels_ - 1) + i * height + i % height] = 1;
    }
}

void MarginalLikelihood::add_effects_gradient(const Hyperparameters& hyperparameters, double whole_trace,
                                              Vector& gradient) {
    const Index J = MainEffects::frequencies;
    Vector traces(feature_count_);
    table_.quadratic_forms(panels_, feature_count_, precision_.data(), features_.data(), features_transposed_.data(),
                           traces.data());
    traces.array() *= hyperparameters.variance * feature_weights_.array();
    const Vector shares = effect_shares(hyperparameters.lengthscales, choice_sizes_);
    Vector slope;
    (void)effect_spectrum(hyperparameters.effect_lengthscale, &slope);
    const double all = traces.sum();
    double by_lengthscale = 0;
    gradient.head(coordinates_) *= 1 - hyperparameters.effects;
    for (Index d = 0; d < coordinates_; ++d) {
        const auto cosines = traces.segment(2 * J * d, J);
        const auto sines = traces.segment(2 * J * d + J, J);
        gradient[d] += cosines.sum() + sines.sum() - shares[d] * all;
        const bool is_choice = !choice_sizes_.empty() && choice_sizes_[static_cast<std::size_t>(d)] > 0;
        if (!is_choice) by_lengthscale += slope.dot(cosines + sines);
    }
    gradient[coordinates_ + 2] =
        -0.5 * (all * (1 - hyperparameters.effects) - (whole_trace - all) * hyperparameters.effects);
    gradient[coordinates_ + 3] = -0.5 * by_lengthscale;
}

void MarginalLikelihood::fill_gradient(const Hyperparameters& hyperparameters, Vector& gradient) {
    table_.invert(panels_, factor_.data(), reciprocals_.data(), inverse_factor_.data());
    table_.multiply(panels_, inverse_factor_.data(), half_solved_.data(), weights_.data());
    gradient.resize(coordinates_ + (hyperparameters.effects > 0 ? 4 : 2));
    table_.contract(panels_, dimension_, inverse_factor_.data(), weights_.data(), scaled_.data(), transposed_.data(),
                    slope_.data(), sums_.data(), terms_.data(), diagonal_.data(), by_scale_.data(),
                    hyperparameters.effects > 0 ? precision_.data() : nullptr);
    gradient.head(coordinates_) = gather_by_lengthscale(by_scale_, choice_sizes_);
    gradient.head(coordinates_) *= hyperparameters.variance;
    const double noise_trace = hyperparameters.noise * (diagonal_.head(size_).sum() - weights_.squaredNorm());
    const double known_trace = known_noise_.dot(diagonal_.head(size_) - weights_.head(size_).cwiseAbs2());
    const double fit = residual_.dot(weights_);
    const double whole_trace = static_cast<double>(size_) - fit - noise_trace - known_trace;
    gradient[coordinates_] = -0.5 * whole_trace;
    gradient[coordinates_ + 1] = -0.5 * noise_trace;
    if (hyperparameters.effects > 0) add_effects_gradient(hyperparameters, whole_trace, gradient);
}

}  // namespace detail

ValueAndGradient log_marginal_likelihood(const Kernel& kernel, const Hyperparameters& hyperparameters,
                                         const PointsRef& inputs, const VectorRef& targets,
                                         const VectorRef& known_noise) {
    require(inputs.cols() > 0 && inputs.rows() > 0 && targets.size() == inputs.cols() &&
                hyperparameters.lengthscales.size() == inputs.rows(),
            "log_marginal_likelihood: {} inputs of dimension {}, {} targets and {} length scales do not fit together; "
            "give one target per input and one length scale per dimension, at least one each",
            inputs.cols(), inputs.rows(), targets.size(), hyperparameters.lengthscales.size());
    require(known_noise.size() == 0 || known_noise.size() == inputs.cols(),
            "log_marginal_likelihood: there are {} variances of known noise for {} inputs; give one per input or none",
            known_noise.size(), inputs.cols());
    ValueAndGradient result{0, Vector(inputs.rows() + 2)};
    detail::MarginalLikelihood likelihood(kernel, inputs, targets, known_noise, likelihood::loops(),
                                          hyperparameters.choice_sizes);
    result.value = likelihood.evaluate(hyperparameters, &result.gradient);
    return result;
}

}  // namespace sweetspot
