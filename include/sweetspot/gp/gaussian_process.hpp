// The Gaussian process posterior (eq:predictive, eq:pred-mean, eq:pred-variance) as an immutable value.
#pragma once

#include <cmath>
#include <memory>
#include <span>
#include <vector>

#include "sweetspot/base/linear_algebra.hpp"
#include "sweetspot/gp/kernel.hpp"
#include "sweetspot/space/confusion.hpp"

namespace sweetspot {

// A monotone map of the outputs that pulls in a long upper tail, such as that of a penalty:
//     w(y) = log(1 + (y - origin)/scale),  y > origin - scale.
//
// A worst case or a quantile of w(f) is w of that of f, so nothing changes in what is sought, and much in how well a
// Gaussian process fits. Averages do not commute with it.

/// The map; without a scale it is the identity.
struct OutputWarp {
    double origin = 0;
    double scale = 0;  ///< 0: no warp

    [[nodiscard]] bool active() const { return scale > 0; }
    [[nodiscard]] double apply(double y) const { return active() ? std::log1p((y - origin) / scale) : y; }
    /// An exponential may go beyond all numbers; no output does.
    [[nodiscard]] double undo(double w) const {
        return active() ? std::fmin(origin + scale * std::expm1(w), largest_undone) : w;
    }
    static constexpr double largest_undone = 1e307;
    /// dw/dy.
    [[nodiscard]] double slope(double y) const { return active() ? 1 / (y - origin + scale) : 1; }
    /// Σ log dw/dy: what the density of the outputs gains by the map.
    [[nodiscard]] double log_jacobian(const VectorRef& y) const;

    friend bool operator==(const OutputWarp&, const OutputWarp&) = default;
};

/// The warps that a fit chooses from: the origin is the least output and the scale 0.1, 0.5 or 2 times the median
/// height above it. None for fewer than 3 outputs, or where half of them are equal to the least.
[[nodiscard]] std::vector<OutputWarp> candidate_warps(const VectorRef& y);

namespace detail {
class MainEffects;
}

/// Hyper-parameters η in unit-cube units, on standardised outputs.
struct Hyperparameters {
    Vector lengthscales;  ///< ℓ, one per dimension (all equal when isotropic)
    double variance = 1;  ///< prior variance k(x, x)
    double noise = 1e-6;  ///< variance of the observation noise
    double mean = 0;      ///< constant prior mean
    /// Main effects: the share of the variance that belongs to a sum of one function per coordinate; 0: none. The
    /// kernel is variance · ((1 - effects) g + effects h), with h of gp/main_effects.
    double effects = 0;
    double effect_lengthscale = 0.3;  ///< over which those functions change
    /// Of a coordinate that is a choice: among how many values; 0 for the others. Two different ones are 1/ℓ apart
    /// (gp/choices). Empty: there is no choice.
    std::vector<Index> choice_sizes = {};
};

/// An output must not be larger, so that what a model makes of it, intervals of millions of standard deviations
/// included, is a finite number as well.
inline constexpr double largest_output = 1e300;
/// False of NaN as well.
[[nodiscard]] inline bool is_output(double y) {
    return std::abs(y) <= largest_output;
}

/// y_standardised = (w(y) - mean) / scale, with w the identity unless there is a warp.
struct Standardisation {
    double mean = 0;
    double scale = 1;
    OutputWarp warp = {};

    /// Mean and standard deviation (n - 1) of y; scale 1 when y is constant or a single value. Where y varies by
    /// rounding error only, or by less than 1e-305, the scale is max(1, |y|), which makes that variation vanish. No
    /// over- or underflow up to 1e307.
    [[nodiscard]] static Standardisation of(const VectorRef& y);
    /// The same of outputs with standard errors (empty: none; NaN: 0), without those that would say more about the
    /// noise than about f: whose error exceeds both the median error and the standard deviation of the outputs up to
    /// that median (unless those are all equal).
    [[nodiscard]] static Standardisation of(const VectorRef& y, const VectorRef& standard_errors);
    /// Mean and scale of the warped outputs.
    [[nodiscard]] static Standardisation of(const VectorRef& y, const VectorRef& standard_errors,
                                            const OutputWarp& warp);
    [[nodiscard]] Vector apply(const VectorRef& y) const;
    [[nodiscard]] double undo(double standardised) const { return warp.undo(mean + scale * standardised); }
    /// A difference of `step` from `at` on, in the unit of y.
    [[nodiscard]] double undo_step(double at, double step) const {
        return warp.active() ? undo(at + step) - undo(at) : scale * step;
    }
    /// A standard deviation of f at a place with that mean, in the unit of y.
    [[nodiscard]] double undo_sd(double at, double sd) const { return undo_step(at - sd, 2 * sd) / 2; }
    /// The variances that standard errors in the unit of y amount to (NaN: 0), by the warp's slope at each output; none
    /// above 1e200, which says as little as any larger one.
    [[nodiscard]] Vector variances(const VectorRef& standard_errors, const VectorRef& y) const;

    friend bool operator==(const Standardisation&, const Standardisation&) = default;
};

/// A multivariate normal over a batch of points.
struct JointPosterior {
    Vector mean;
    Matrix covariance;
};

/// A value and its gradient with respect to one point.
struct ValueAndGradient {
    double value;
    Vector gradient;
};

/// GP posterior of f given N ≥ 1 observations. Inputs are in the unit cube; every mean and covariance is of the latent
/// f (without noise) in standardised units: `standardisation().undo` returns to the units of y. A fitted model is a new
/// value; nothing in it changes.
///
/// A local model (see local()) has the exact mean, and covariances as if only some of the observations were known: they
/// are never too small, and near those observations hardly larger.
class GaussianProcess {
  public:
    /// Factorises K + noise·I + diag(known_noise): known_noise is the variance of each observation's own error in
    /// standardised units (empty: none). If it is not positive definite, jitter from 1e-10 to 1e-4 of the variance is
    /// added (see jitter()); if even that fails a NumericalError names the two closest points.
    GaussianProcess(KernelPtr kernel, Hyperparameters hyperparameters, Points inputs, const VectorRef& outputs,
                    Standardisation standardisation, Vector known_noise = {});

    /// The same mean, with covariances that know only these observations (at least one, ascending).
    [[nodiscard]] GaussianProcess local(std::vector<Index> known) const;
    /// What a local model has of the factor of all observations, and which of them it knows.
    struct LocalParts {
        Vector weights;
        double log_marginal_likelihood;
        std::vector<Index> known;
    };
    /// The local model with these parts, to the last bit, without that factor: known_size()³ operations instead of
    /// size()³.
    [[nodiscard]] static GaussianProcess local_again(KernelPtr kernel, Hyperparameters hyperparameters, Points inputs,
                                                     const VectorRef& outputs, Standardisation standardisation,
                                                     Vector known_noise, const LocalParts& parts);
    /// The observations that covariances know; empty: all of them.
    [[nodiscard]] const std::vector<Index>& known() const { return known_; }
    /// How many these are.
    [[nodiscard]] Index known_size() const { return known_.empty() ? size() : std::ssize(known_); }
    /// The rows (one per observation) of those.
    [[nodiscard]] Matrix known_rows(const MatrixRef& rows) const;
    /// The same observations under several hyper-parameters, each as likely as the others: an ensemble. Its means and
    /// covariances and their gradients are those of the mixture (gp/mixture); all else is that of the first member.
    [[nodiscard]] static GaussianProcess ensemble(std::vector<GaussianProcess> members);
    /// Those of an ensemble, each a plain model; a plain model is its only member.
    [[nodiscard]] std::span<const GaussianProcess> members() const;

    [[nodiscard]] Index dimension() const { return inputs_.rows(); }
    [[nodiscard]] Index size() const { return inputs_.cols(); }
    [[nodiscard]] const Kernel& kernel() const { return *kernel_; }
    [[nodiscard]] const KernelPtr& kernel_ptr() const { return kernel_; }
    [[nodiscard]] const Hyperparameters& hyperparameters() const { return hyperparameters_; }
    [[nodiscard]] const Standardisation& standardisation() const { return standardisation_; }
    /// Null: none.
    [[nodiscard]] const std::shared_ptr<const detail::MainEffects>& main_effects() const { return effects_; }
    [[nodiscard]] const Points& inputs() const { return inputs_; }
    [[nodiscard]] const Vector& targets() const { return targets_; }          ///< standardised outputs
    [[nodiscard]] const Vector& known_noise() const { return known_noise_; }  ///< empty: none
    /// Lower factor L of A = K + (noise + jitter) I + diag(known_noise), of the observations that covariances know.
    [[nodiscard]] MatrixRef cholesky() const { return cholesky_->topLeftCorner(known_size(), known_size()); }
    [[nodiscard]] const Vector& weights() const { return weights_; }  ///< α = A⁻¹ (y - mean)
    [[nodiscard]] double jitter() const { return jitter_; }
    /// Of all observations, in a local model too.
    [[nodiscard]] double log_marginal_likelihood() const { return log_marginal_likelihood_; }

    /// The points as covariances see them: a choice is one coordinate per value (gp/choices). Without choices the
    /// points themselves.
    [[nodiscard]] Points embedded(const PointsRef& points) const;
    /// The same of differences between points that have their choices in common.
    [[nodiscard]] Points embedded_offsets(const PointsRef& offsets) const;
    /// … and of differences to what is built in the scenario of each, where that combination of choices is ordered.
    [[nodiscard]] Points embedded_offsets(const PointsRef& offsets, const Scenarios& scenarios,
                                          Index combination) const;
    /// Those of the embedded coordinates.
    [[nodiscard]] const Vector& embedded_lengthscales() const { return scales_; }

    /// Prior covariance k(a_i, b_j) of two batches (rows follow a).
    [[nodiscard]] Matrix prior_covariance(const PointsRef& a, const PointsRef& b) const;

    [[nodiscard]] Vector mean(const PointsRef& points) const;
    /// Never negative.
    [[nodiscard]] Vector variance(const PointsRef& points) const;
    [[nodiscard]] JointPosterior joint(const PointsRef& points) const;

    [[nodiscard]] ValueAndGradient mean_with_gradient(const VectorRef& x) const;
    [[nodiscard]] ValueAndGradient variance_with_gradient(const VectorRef& x) const;
    /// Gradient of the posterior mean at each point (column).
    [[nodiscard]] Points mean_gradients(const PointsRef& points) const;
    /// Reverse mode through joint(): for a scalar J with ∂J/∂mean = mean_adjoint and ∂J/∂covariance =
    /// covariance_adjoint (symmetric), column i is ∂J/∂points.col(i).
    [[nodiscard]] Points joint_gradient(const PointsRef& points, const VectorRef& mean_adjoint,
                                        const MatrixRef& covariance_adjoint) const;

  private:
    struct Unfactorised {};
    /// Neither a factor nor weights yet.
    GaussianProcess(Unfactorised, KernelPtr kernel, Hyperparameters hyperparameters, Points inputs,
                    const VectorRef& outputs, Standardisation standardisation, Vector known_noise);
    /// The local model.
    GaussianProcess(const GaussianProcess& whole, std::vector<Index> known);
    [[nodiscard]] bool is_mixture() const { return members_ != nullptr; }
    void factorise();
    void factorise_by_tiles();
    /// A⁻¹ (y - mean).
    [[nodiscard]] Vector solved_for_targets() const;
    void use_weights(Vector weights);
    [[nodiscard]] Matrix scaled(const PointsRef& points) const;
    /// Features of scaled points; without main effects none.
    [[nodiscard]] Matrix features(const MatrixRef& scaled_columns) const;
    /// Scaled points, one per row, and their features.
    struct Rows {
        MatrixRef points;
        MatrixRef features;
    };
    /// k(rows, columns); also, where dk is not null, the derivative of g's part by the squared distance.
    void covary(const Rows& rows, const MatrixRef& columns, const MatrixRef& features, Matrix& k,
                Matrix* dk = nullptr) const;
    [[nodiscard]] Rows observed() const { return {scaled_inputs_, input_features_}; }
    /// Those that covariances know.
    [[nodiscard]] Rows known_observed() const {
        return known_.empty() ? observed() : Rows{known_inputs_, known_features_};
    }
    /// What main effects add to gradients by the points (columns of `features`), for ∂J/∂k(F, P) of fixed points.
    [[nodiscard]] Points effects_gradient(const MatrixRef& fixed, const MatrixRef& features,
                                          const MatrixRef& adjoint) const;

    KernelPtr kernel_;
    Hyperparameters hyperparameters_;
    Standardisation standardisation_;
    Points inputs_;
    Vector scales_;         ///< length scales of the embedded coordinates
    Matrix scaled_inputs_;  ///< embedded inputs divided by the length scales, one per row
    std::shared_ptr<const detail::MainEffects> effects_;
    Matrix input_features_;  ///< of the inputs, one per column
    Vector effect_weights_;  ///< variance · features · α: the mean of the main effects is φᵀ of it
    std::vector<Index> known_;
    Matrix known_inputs_;  ///< their rows and columns of the two; without `known_` unused
    Matrix known_features_;
    Vector targets_;
    Vector known_noise_;
    std::shared_ptr<const Matrix> cholesky_;  ///< with further rows and columns where there are many observations
    Vector weights_;
    double jitter_ = 0;
    double log_marginal_likelihood_ = 0;
    std::shared_ptr<const std::vector<GaussianProcess>> members_;  ///< null: a plain model
};

}  // namespace sweetspot
