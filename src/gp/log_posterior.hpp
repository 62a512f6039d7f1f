// The log posterior of the hyper-parameters as a function of θ = (log ℓ, log variance, log noise) in a box: what a fit
// maximises. log ℓ has one entry when isotropic, D otherwise; log noise is missing when the noise is fixed. With main
// effects there follow the logit of their share and the logarithm of their length scale.
#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "gp/likelihood.hpp"
#include "sweetspot/gp/fit.hpp"
#include "sweetspot/optimize/objective.hpp"

namespace sweetspot::detail {

struct HyperpriorSet {
    LogNormalPrior lengthscale;
    LogNormalPrior variance;
    LogNormalPrior noise;
    LogNormalPrior effects;  ///< of the odds
    LogNormalPrior effect_lengthscale;
    /// How far log length scales lie from their mean, which has the prior `lengthscale`; nothing: each has that prior.
    std::optional<double> tie = std::nullopt;
};

/// FitOptions::Priors::weak in D dimensions.
[[nodiscard]] HyperpriorSet weak_priors(Index dimension);

class LogPosterior {
  public:
    /// `known_noise` as of a GaussianProcess; `jitter` is added to the noise while searching.
    LogPosterior(const PointsRef& inputs, const VectorRef& targets, const FitOptions& options, double jitter,
                 const VectorRef& known_noise = Vector());

    [[nodiscard]] const Box& box() const { return box_; }
    /// θ of one random start.
    [[nodiscard]] Vector random_start(Rng rng) const;
    /// θ of given hyper-parameters, clamped into the box; isotropic takes the geometric mean of their length scales.
    [[nodiscard]] Vector encode(const Hyperparameters& hyperparameters) const;
    [[nodiscard]] Hyperparameters decode(const Vector& theta) const;
    /// Minus the log posterior, up to a constant. It refers to this object, and any number of threads may call it.
    [[nodiscard]] DifferentiableObjective negative() const;
    [[nodiscard]] double jitter() const { return jitter_; }

  private:
    [[nodiscard]] Index lengthscale_count() const;
    /// Where the two of the main effects are in θ.
    [[nodiscard]] Index effects_at() const { return lengthscale_count() + (fixed_noise_ ? 1 : 2); }
    [[nodiscard]] double add_tied_prior(const Vector& theta, Vector* gradient) const;
    [[nodiscard]] double add_priors(const Vector& theta, Vector* gradient) const;
    [[nodiscard]] double evaluate(const Vector& theta, Vector* gradient, MarginalLikelihood& likelihood) const;
    [[nodiscard]] std::unique_ptr<MarginalLikelihood> borrow() const;
    void give_back(std::unique_ptr<MarginalLikelihood> likelihood) const;

    Points inputs_;
    Vector targets_;
    Vector known_noise_;
    KernelPtr kernel_;
    Lengthscales lengthscales_;
    std::vector<Index> choice_sizes_;
    std::optional<double> fixed_noise_;
    double noise_floor_;
    bool effects_;
    std::optional<HyperpriorSet> priors_;
    double jitter_;
    Box box_;
    // Scratch memory, as many as there were calls at once: runs that take turns on one thread share what is in its
    // cache.
    mutable std::mutex mutex_;
    mutable std::vector<std::unique_ptr<MarginalLikelihood>> idle_;
};

}  // namespace sweetspot::detail
