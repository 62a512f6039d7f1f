// The posterior of a Gaussian process. With L Lᵀ = K + (noise + jitter) I + diag(known noise) and V = L⁻¹ k(X, P):
//   mean       = m + k(P, X) α,  α = (L Lᵀ)⁻¹ (y - m)      (eq:pred-mean)
//   covariance = k(P, P) - Vᵀ V                            (eq:pred-variance)
#include "sweetspot/gp/gaussian_process.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numbers>
#include <utility>

#include "base/check.hpp"
#include "gp/choices.hpp"
#include "gp/covariance.hpp"
#include "gp/kept_factors.hpp"
#include "gp/main_effects.hpp"
#include "gp/mixture.hpp"
#include "loops/dense.hpp"
#include "sweetspot/base/errors.hpp"

namespace sweetspot {
namespace {

using dense::Op;
using dense::Side;

void check_hyperparameters(const Hyperparameters& eta, Index dimension) {
    require(eta.lengthscales.size() == dimension,
            "GaussianProcess: there are {} length scales for inputs of dimension {}; give one per dimension",
            eta.lengthscales.size(), dimension);
    // Far inside the range of double, so that squared scaled distances neither over- nor underflow.
    for (Index d = 0; d < dimension; ++d) {
        require(eta.lengthscales[d] >= 1e-100 && eta.lengthscales[d] <= 1e100,
                "GaussianProcess: length scale {} (counting from 0) is {}; it must be > 0 and finite, within 1e-100 to "
                "1e100",
                d, eta.lengthscales[d]);
    }
    require(eta.variance > 0 && std::isfinite(eta.variance),
            "GaussianProcess: the prior variance is {}; it must be > 0 and finite", eta.variance);
    require(eta.noise >= 0 && std::isfinite(eta.noise),
            "GaussianProcess: the noise variance is {}; it must be >= 0 and finite", eta.noise);
    require(eta.effects >= 0 && eta.effects <= 1 && eta.effect_lengthscale > 0 && eta.effect_lengthscale <= 1e100,
            "GaussianProcess: the share of the main effects is {} and their length scale {}; the share must be between "
            "0 and 1 and the length scale > 0",
            eta.effects, eta.effect_lengthscale);
    require(
        eta.choice_sizes.empty() || std::ssize(eta.choice_sizes) == dimension,
        "GaussianProcess: there are {} sizes of choices for inputs of dimension {}; give one per dimension, or none",
        eta.choice_sizes.size(), dimension);
    require(std::isfinite(eta.mean), "GaussianProcess: the prior mean is {}; it must be finite", eta.mean);
}

void check_observations(const Points& inputs, const VectorRef& outputs, const Standardisation& standardisation) {
    require(inputs.cols() > 0 && inputs.rows() > 0,
            "GaussianProcess: there are {} observations of dimension {}; both must be at least 1", inputs.cols(),
            inputs.rows());
    require(outputs.size() == inputs.cols(), "GaussianProcess: there are {} outputs for {} inputs; give one per input",
            outputs.size(), inputs.cols());
    for (Index i = 0; i < inputs.cols(); ++i) {
        require(inputs.col(i).allFinite(),
                "GaussianProcess: the input of observation {} (counting from 0) is NaN or infinite; every coordinate "
                "must be finite",
                i);
        require(std::isfinite(outputs[i]),
                "GaussianProcess: the output of observation {} (counting from 0) is {}; it must be finite", i,
                outputs[i]);
    }
    require(std::isfinite(standardisation.mean) && standardisation.scale > 0 && std::isfinite(standardisation.scale),
            "GaussianProcess: the standardisation has mean {} and scale {}; both must be finite and the scale > 0",
            standardisation.mean, standardisation.scale);
}

void check_known_noise(const Vector& known_noise, Index size) {
    require(known_noise.size() == 0 || known_noise.size() == size,
            "GaussianProcess: there are {} variances of known noise for {} inputs; give one per input or none",
            known_noise.size(), size);
    for (Index i = 0; i < known_noise.size(); ++i) {
        require(known_noise[i] >= 0 && std::isfinite(known_noise[i]),
                "GaussianProcess: the known noise of observation {} (counting from 0) has the variance {}; it must be "
                ">= 0 and finite",
                i, known_noise[i]);
    }
}

[[noreturn]] void refuse_indefinite(const Points& inputs) {
    Index first = 0;
    Index second = 0;
    double closest = std::numeric_limits<double>::infinity();
    for (Index j = 0; j < inputs.cols(); ++j) {
        for (Index i = 0; i < j; ++i) {
            const double distance = (inputs.col(i) - inputs.col(j)).norm();
            if (distance >= closest) continue;
            closest = distance;
            first = i;
            second = j;
        }
    }
    throw NumericalError(
        fmt::format("GaussianProcess: {} points are not positive definite even with jitter 1e-4; the closest, points "
                    "{} and {} (counting from 0), coincide to {:.1g}",
                    inputs.cols(), first, second, closest));
}

}  // namespace

GaussianProcess::GaussianProcess(Unfactorised /*tag*/, KernelPtr kernel, Hyperparameters hyperparameters, Points inputs,
                                 const VectorRef& outputs, Standardisation standardisation, Vector known_noise)
    : kernel_(std::move(kernel)),
      hyperparameters_(std::move(hyperparameters)),
      standardisation_(standardisation),
      inputs_(std::move(inputs)),
      known_noise_(std::move(known_noise)) {
    require(kernel_ != nullptr, "GaussianProcess: there is no kernel; pass one such as matern52()");
    check_observations(inputs_, outputs, standardisation_);
    check_hyperparameters(hyperparameters_, dimension());
    check_known_noise(known_noise_, size());
    targets_ = standardisation_.apply(outputs);
    require(targets_.allFinite(),
            "GaussianProcess: standardised outputs overflow with mean {} and scale {}; use Standardisation::of",
            standardisation_.mean, standardisation_.scale);
    scales_ = detail::embed_lengthscales(hyperparameters_.lengthscales, hyperparameters_.choice_sizes);
    scaled_inputs_ = detail::scaled_rows(embedded(inputs_), scales_);
    if (hyperparameters_.effects > 0) effects_ = std::make_shared<const detail::MainEffects>(hyperparameters_);
    input_features_ = features(scaled_inputs_.transpose());
}

GaussianProcess::GaussianProcess(KernelPtr kernel, Hyperparameters hyperparameters, Points inputs,
                                 const VectorRef& outputs, Standardisation standardisation, Vector known_noise)
    : GaussianProcess(Unfactorised{}, std::move(kernel), std::move(hyperparameters), std::move(inputs), outputs,
                      standardisation, std::move(known_noise)) {
    factorise();
    use_weights(solved_for_targets());
    const double fit = (targets_.array() - hyperparameters_.mean).matrix().dot(weights_);
    log_marginal_likelihood_ = -0.5 * fit - cholesky().diagonal().array().log().sum() -
                               0.5 * static_cast<double>(size()) * std::log(2 * std::numbers::pi);
}

GaussianProcess GaussianProcess::local_again(KernelPtr kernel, Hyperparameters hyperparameters, Points inputs,
                                             const VectorRef& outputs, Standardisation standardisation,
                                             Vector known_noise, const LocalParts& parts) {
    GaussianProcess whole(Unfactorised{}, std::move(kernel), std::move(hyperparameters), std::move(inputs), outputs,
                          standardisation, std::move(known_noise));
    require(parts.weights.size() == whole.size() && parts.weights.allFinite(),
            "GaussianProcess: there are {} weights for {} observations; give one finite number per observation",
            parts.weights.size(), whole.size());
    whole.use_weights(parts.weights);
    whole.log_marginal_likelihood_ = parts.log_marginal_likelihood;
    return whole.local(parts.known);
}

GaussianProcess::GaussianProcess(const GaussianProcess& whole, std::vector<Index> known)
    : kernel_(whole.kernel_),
      hyperparameters_(whole.hyperparameters_),
      standardisation_(whole.standardisation_),
      inputs_(whole.inputs_),
      scales_(whole.scales_),
      scaled_inputs_(whole.scaled_inputs_),
      effects_(whole.effects_),
      input_features_(whole.input_features_),
      effect_weights_(whole.effect_weights_),
      known_(std::move(known)),
      known_inputs_(scaled_inputs_(known_, Eigen::all)),
      known_features_(input_features_(Eigen::all, known_)),
      targets_(whole.targets_),
      known_noise_(whole.known_noise_),
      weights_(whole.weights_),
      log_marginal_likelihood_(whole.log_marginal_likelihood_) {
    factorise();
}

GaussianProcess GaussianProcess::local(std::vector<Index> known) const {
    require(!is_mixture(), "GaussianProcess: an ensemble has no local model; ask one of its members");
    require(!known.empty() && known.front() >= 0 && known.back() < size() &&
                std::ranges::is_sorted(known, std::less_equal<>()),
            "GaussianProcess: a local model of {} observations was asked for; give at least 1 of the {}, ascending",
            known.size(), size());
    return {*this, std::move(known)};
}

Matrix GaussianProcess::known_rows(const MatrixRef& rows) const {
    return known_.empty() ? Matrix(rows) : Matrix(rows(known_, Eigen::all));
}

void GaussianProcess::factorise() {
    if (known_size() > detail::largest_at_once) return factorise_by_tiles();
    const Rows rows = known_observed();
    auto factor = std::make_shared<Matrix>();
    for (const double share : detail::jitter_shares) {
        jitter_ = share * hyperparameters_.variance;
        covary(rows, rows.points.transpose(), rows.features, *factor);
        factor->diagonal().array() += hyperparameters_.noise;
        if (known_noise_.size() > 0) factor->diagonal() += known_rows(known_noise_).col(0);
        factor->diagonal().array() += jitter_;
        if (!detail::factorise(*factor)) continue;
        cholesky_ = std::move(factor);
        return;
    }
    refuse_indefinite(inputs_);
}

void GaussianProcess::factorise_by_tiles() {
    using detail::tile_size;
    const Rows known = known_observed();
    const Index n = known_size();
    const Index whole = (n + tile_size - 1) / tile_size * tile_size;
    // What the last tile has beyond the last row is no part of the factor.
    Matrix points = Matrix::Zero(whole, known.points.cols());
    points.topRows(n) = known.points;
    Matrix features = Matrix::Zero(known.features.rows(), whole);
    features.leftCols(n) = known.features;
    Vector noise = Vector::Constant(whole, hyperparameters_.noise);
    if (known_noise_.size() > 0) noise.head(n) += known_rows(known_noise_).col(0);
    const auto tile = [&](double jitter, Index row, Index column, Matrix& k) {
        covary({points.middleRows(row, tile_size), features.middleCols(row, tile_size)},
               points.middleRows(column, tile_size).transpose(), features.middleCols(column, tile_size), k);
        if (row == column) k.diagonal().array() += noise.segment(row, tile_size).array() + jitter;
    };
    const Matrix inputs = known_.empty() ? inputs_ : Points(inputs_(Eigen::all, known_));
    const Vector own_noise = known_noise_.size() > 0 ? Vector(known_rows(known_noise_).col(0)) : Vector();
    detail::JitteredFactor found = detail::kept_factors().answer({kernel_, hyperparameters_, inputs, own_noise}, tile);
    if (found.factor.size() == 0) refuse_indefinite(inputs_);
    jitter_ = found.jitter;
    cholesky_ = found.factor.rows();
}

Vector GaussianProcess::solved_for_targets() const {
    Vector result = targets_.array() - hyperparameters_.mean;
    if (size() > detail::largest_at_once) {
        detail::solve_both_sides(cholesky(), result);
    } else {
        dense::solve(Side::left, Op::plain, cholesky(), result);
        dense::solve(Side::left, Op::transposed, cholesky(), result);
    }
    return result;
}

void GaussianProcess::use_weights(Vector weights) {
    weights_ = std::move(weights);
    if (effects_) effect_weights_ = hyperparameters_.variance * (input_features_ * weights_);
}

GaussianProcess GaussianProcess::ensemble(std::vector<GaussianProcess> members) {
    require(!members.empty(), "GaussianProcess: an ensemble has no members; give at least one model");
    const GaussianProcess& first = members.front();
    for (const GaussianProcess& member : members) {
        require(!member.is_mixture(), "GaussianProcess: a member of an ensemble is an ensemble; give plain models");
        require(member.size() == first.size() && member.dimension() == first.dimension() &&
                    member.inputs_ == first.inputs_ && member.targets_ == first.targets_ &&
                    member.standardisation_ == first.standardisation_,
                "GaussianProcess: the members of an ensemble have different observations; give all the same");
    }
    if (members.size() == 1) return std::move(members.front());
    GaussianProcess result = members.front();
    result.members_ = std::make_shared<const std::vector<GaussianProcess>>(std::move(members));
    return result;
}

std::span<const GaussianProcess> GaussianProcess::members() const {
    return is_mixture() ? std::span<const GaussianProcess>(*members_) : std::span<const GaussianProcess>(this, 1);
}

Matrix GaussianProcess::scaled(const PointsRef& points) const {
    require(points.rows() == dimension(), "GaussianProcess: points have {} coordinates; the model has {}",
            points.rows(), dimension());
    if (hyperparameters_.choice_sizes.empty()) return detail::scaled_columns(points, scales_);
    return detail::scaled_columns(embedded(points), scales_);
}

Points GaussianProcess::embedded(const PointsRef& points) const {
    return detail::embed(points, hyperparameters_.choice_sizes);
}

Points GaussianProcess::embedded_offsets(const PointsRef& offsets) const {
    return detail::embed_offsets(offsets, hyperparameters_.choice_sizes);
}

Points GaussianProcess::embedded_offsets(const PointsRef& offsets, const Scenarios& scenarios,
                                         Index combination) const {
    Points result = embedded_offsets(offsets);
    if (scenarios.none()) return result;
    require(!hyperparameters_.choice_sizes.empty(),
            "GaussianProcess: choices may be confused and the model has none; give it the sizes of the choices");
    detail::exchange_choices(result, hyperparameters_.choice_sizes, scenarios, combination);
    return result;
}

Matrix GaussianProcess::features(const MatrixRef& scaled_columns) const {
    return effects_ ? effects_->features(scaled_columns) : Matrix(0, scaled_columns.cols());
}

void GaussianProcess::covary(const Rows& rows, const MatrixRef& columns, const MatrixRef& features, Matrix& k,
                             Matrix* dk) const {
    const double variance = hyperparameters_.variance;
    const double of_kernel = variance * (1 - hyperparameters_.effects);
    if (dk == nullptr) {
        detail::covariance(*kernel_, of_kernel, rows.points, columns, k);
    } else {
        detail::covariance(*kernel_, of_kernel, rows.points, columns, k, *dk);
    }
    if (effects_) dense::multiply(variance, Op::transposed, rows.features, Op::plain, features, 1, k);
}

Matrix GaussianProcess::prior_covariance(const PointsRef& a, const PointsRef& b) const {
    const Matrix rows = scaled(a);
    const Matrix columns = scaled(b);
    Matrix k;
    covary({rows.transpose(), features(rows)}, columns, features(columns), k);
    return k;
}

Vector GaussianProcess::mean(const PointsRef& points) const {
    if (is_mixture()) return detail::mixture_mean(members(), points);
    const Matrix columns = scaled(points);
    Vector result = Vector::Constant(points.cols(), hyperparameters_.mean);
    const double of_kernel = hyperparameters_.variance * (1 - hyperparameters_.effects);
    Matrix k;
    for (Index start = 0; start < points.cols(); start += detail::points_at_a_time) {
        const Index count = std::min(detail::points_at_a_time, points.cols() - start);
        const auto block = columns.middleCols(start, count);
        if (effects_) result.segment(start, count) += effects_->features(block).transpose() * effect_weights_;
        detail::covariance(*kernel_, of_kernel, scaled_inputs_, block, k);
        dense::multiply(1, Op::transposed, k, Op::plain, weights_, 1, result.segment(start, count));
    }
    return result;
}

Vector GaussianProcess::variance(const PointsRef& points) const {
    if (is_mixture()) return detail::mixture_variance(members(), points);
    const Matrix columns = scaled(points);
    Vector result(points.cols());
    Matrix k;
    for (Index start = 0; start < points.cols(); start += detail::points_at_a_time) {
        const Index count = std::min(detail::points_at_a_time, points.cols() - start);
        const auto block = columns.middleCols(start, count);
        covary(known_observed(), block, features(block), k);
        dense::solve(Side::left, Op::plain, cholesky(), k);
        result.segment(start, count) =
            (hyperparameters_.variance - k.colwise().squaredNorm().transpose().array()).max(0);
    }
    return result;
}

JointPosterior GaussianProcess::joint(const PointsRef& points) const {
    if (is_mixture()) return detail::mixture_joint(members(), points);
    const Matrix columns = scaled(points);
    const Matrix effects = features(columns);
    const Matrix rows = columns.transpose();
    const Index count = points.cols();
    Matrix v;
    covary(known_observed(), columns, effects, v);
    JointPosterior posterior{Vector::Constant(count, hyperparameters_.mean), Matrix(count, count)};
    if (known_.empty()) {
        dense::multiply(1, Op::transposed, v, Op::plain, weights_, 1, posterior.mean);
    } else {
        posterior.mean = mean(points);
    }
    dense::solve(Side::left, Op::plain, cholesky(), v);
    // The lower triangle by blocks of columns, then its mirror image: half the work, and symmetric to the last bit.
    Matrix k;
    for (Index start = 0; start < count; start += detail::points_at_a_time) {
        const Index width = std::min(detail::points_at_a_time, count - start);
        const Index below = count - start;
        covary({rows.bottomRows(below), effects.rightCols(below)}, columns.middleCols(start, width),
               effects.middleCols(start, width), k);
        dense::multiply(-1, Op::transposed, v.rightCols(below), Op::plain, v.middleCols(start, width), 1, k);
        posterior.covariance.block(start, start, below, width) = k;
    }
    posterior.covariance.triangularView<Eigen::StrictlyUpper>() = posterior.covariance.transpose();
    posterior.covariance.diagonal() = posterior.covariance.diagonal().cwiseMax(0);
    return posterior;
}

}  // namespace sweetspot
