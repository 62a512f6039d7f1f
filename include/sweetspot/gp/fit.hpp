// Line 2 of Algorithm 1: hyper-parameters by maximum marginal likelihood (eq:log-marginal-likelihood), by L-BFGS-B from
// random starts.
#pragma once

#include <optional>
#include <vector>

#include "sweetspot/base/parallel.hpp"
#include "sweetspot/base/rng.hpp"
#include "sweetspot/gp/gaussian_process.hpp"

namespace sweetspot {

enum class Lengthscales { isotropic, ard };

/// A log-normal prior: log value ~ N(log_mean, log_sd²).
struct LogNormalPrior {
    double log_mean;
    double log_sd;
};

struct FitOptions {
    KernelPtr kernel = matern52();
    Lengthscales lengthscales = Lengthscales::ard;
    /// Noise variance in standardised units; automatic: inferred, at least `noise_floor`.
    std::optional<double> noise = std::nullopt;
    double noise_floor = 1e-6;
    /// Inferred noise above this needs evidence of evaluations that are close to each other and differ
    /// (gp/noise_evidence); automatic: none is needed. 1e-4 is a hundredth of the outputs' spread: a deterministic
    /// simulator is then not smoothed away, and numerical noise of that size does not make a model wiggle.
    std::optional<double> unproven_noise = std::nullopt;
    /// Priors that keep hyper-parameters sane when data are few; without them it is plain maximum likelihood. Weak: log
    /// length scale around log(0.2 √D), for distances in the unit cube grow with √D, with sd 1.7; log variance around
    /// 0, for outputs are standardised, with sd 1.5; log noise around log 1e-5, for simulators are nearly exact, with
    /// sd 2.5.
    enum class Priors { none, weak } priors = Priors::weak;
    /// With weak priors and ARD: log length scales lie around their mean by a Student distribution of this scale, and
    /// only the mean has the weak prior: one length scale where data say nothing, one per coordinate where they do.
    /// Automatic: no tie.
    std::optional<double> tie = std::nullopt;
    /// Main effects: a part of the model is a sum of one function per coordinate, as large as data say
    /// (Hyperparameters::effects); for 2 to 128 dimensions.
    bool effects = false;
    /// by_evidence: the outputs are warped if that makes them likelier by more than `warp_margin` nats. For measures
    /// that commute with a monotone map only.
    enum class Warp { none, by_evidence } warp = Warp::none;
    double warp_margin = 10;
    /// ensemble: beside the most probable hyper-parameters, samples from their posterior (gp/posterior_samples), all
    /// with the same weight: what is not known of them is part of the answer.
    enum class Inference { map, ensemble } inference = Inference::map;
    Index members = 4;  ///< of the ensemble, the most probable one included
    /// As of Hyperparameters.
    std::vector<Index> choice_sizes = {};
    int random_starts = 10;
    int max_iterations = 100;
    /// One more start, e.g. the previous fit.
    std::optional<Hyperparameters> warm_start = std::nullopt;
};

/// The paper's reading: isotropic, noise fixed at 1e-6, no priors.
[[nodiscard]] FitOptions paper_fit_options();

/// Fits a GP to N ≥ 1 observations (inputs in the unit cube, outputs in their own unit). The best of all starts; the
/// same for any number of threads.
[[nodiscard]] GaussianProcess fit(const PointsRef& inputs, const VectorRef& outputs, const FitOptions& options, Rng rng,
                                  const Parallel& parallel);
/// The same for observations with standard errors in the unit of the outputs (empty: none; 0 or NaN: none for that
/// one). They are known noise; the noise of `options`, inferred or fixed, is on top and the same for all.
[[nodiscard]] GaussianProcess fit(const PointsRef& inputs, const VectorRef& outputs, const VectorRef& standard_errors,
                                  const FitOptions& options, Rng rng, const Parallel& parallel);

}  // namespace sweetspot
