#include "gp/log_posterior.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "gp/main_effects.hpp"

namespace sweetspot::detail {
namespace {

struct Range {
    double lower;
    double upper;
};

/// Below 0.01 of the unit cube's side data cannot tell a length scale from noise; above 1000 the function is constant
/// along that coordinate.
constexpr Range lengthscale_range{1e-2, 1e3};
/// Standardised outputs have variance 1. The lower end keeps the model of constant outputs usable: their likelihood
/// wants variance 0.
constexpr Range variance_range{1e-3, 1e3};
/// Noise of the same variance as the outputs explains everything.
constexpr double largest_noise = 1;

/// From nothing to nearly everything.
constexpr double largest_logit = 6;
/// From what six frequencies can follow to a mere arch over the whole range.
constexpr Range effect_lengthscale_range{0.03, 3};

/// Where random starts are drawn, log-uniformly; length scales are times √D, as distances are.
constexpr Range lengthscale_start{0.05, 2};
constexpr Range variance_start{0.2, 5};
constexpr double largest_noise_start = 1e-2;
constexpr Range effect_lengthscale_start{0.1, 1};

double logit(double p) {
    return std::log(p / (1 - p));
}

double log_uniform(Rng& rng, Range range) {
    return rng.uniform(std::log(range.lower), std::log(range.upper));
}

}  // namespace

HyperpriorSet weak_priors(Index dimension) {
    return {
        // The published dimension-scaled prior, log-normal (√2 + ½ log D, √3) over ℓ, has its mode at 0.2 √D: ours is
        // centred there. Centred at its median 4.1 √D, predictions from few points are far too sure: mean negative log
        // predictive density of the Styblinski-Tang function at D = 10, N = 11: 10.4; here 1.9; without priors 11.9.
        .lengthscale = {std::sqrt(2.0) - 3 + 0.5 * std::log(static_cast<double>(dimension)), std::sqrt(3.0)},
        // Standardised outputs have variance 1; a factor 4.5 per standard deviation leaves room for trends.
        .variance = {0, 1.5},
        // Computer experiments are nearly exact; a factor 12 per standard deviation lets data that are not say so.
        .noise = {std::log(1e-5), 2.5},
        // A factor 7 in the odds, and 2.7 in the length scale, per standard deviation.
        .effects = {0, 2},
        .effect_lengthscale = {std::log(0.3), 1},
    };
}

LogPosterior::LogPosterior(const PointsRef& inputs, const VectorRef& targets, const FitOptions& options, double jitter,
                           const VectorRef& known_noise)
    : inputs_(inputs),
      targets_(targets),
      known_noise_(known_noise),
      kernel_(options.kernel),
      lengthscales_(options.lengthscales),
      choice_sizes_(options.choice_sizes),
      fixed_noise_(options.noise),
      noise_floor_(options.noise_floor),
      effects_(options.effects && MainEffects::possible(inputs.rows(), options.choice_sizes)),
      jitter_(jitter) {
    if (options.priors == FitOptions::Priors::weak) {
        priors_ = weak_priors(inputs.rows());
        if (lengthscale_count() > 1) priors_->tie = options.tie;
    }
    const Index count = lengthscale_count();
    const Index size = effects_at() + (effects_ ? 2 : 0);
    box_ = {Vector::Constant(size, std::log(lengthscale_range.lower)),
            Vector::Constant(size, std::log(lengthscale_range.upper))};
    box_.lower[count] = std::log(variance_range.lower);
    box_.upper[count] = std::log(variance_range.upper);
    if (!fixed_noise_) {
        box_.lower[count + 1] = std::log(options.noise_floor);
        box_.upper[count + 1] = std::log(std::max(options.noise_floor, options.unproven_noise.value_or(largest_noise)));
    }
    if (effects_) {
        box_.lower.tail(2) << -largest_logit, std::log(effect_lengthscale_range.lower);
        box_.upper.tail(2) << largest_logit, std::log(effect_lengthscale_range.upper);
    }
}

Index LogPosterior::lengthscale_count() const {
    return lengthscales_ == Lengthscales::isotropic ? 1 : inputs_.rows();
}

Vector LogPosterior::random_start(Rng rng) const {
    const Index count = lengthscale_count();
    const double distance = std::sqrt(static_cast<double>(inputs_.rows()));
    Vector theta(box_.dimension());
    const Range start{lengthscale_start.lower * distance, lengthscale_start.upper * distance};
    if (priors_ && priors_->tie) {
        const double common = log_uniform(rng, start);
        for (Index d = 0; d < count; ++d) theta[d] = common + *priors_->tie * rng.normal();
    } else {
        for (Index d = 0; d < count; ++d) theta[d] = log_uniform(rng, start);
    }
    theta[count] = log_uniform(rng, variance_start);
    if (!fixed_noise_) {
        theta[count + 1] = rng.uniform(box_.lower[count + 1], std::log(largest_noise_start));  // clamped below
    }
    if (effects_) theta.tail(2) << rng.uniform(-2, 2), log_uniform(rng, effect_lengthscale_start);
    return box_.clamp(theta);
}

Vector LogPosterior::encode(const Hyperparameters& hyperparameters) const {
    const Index count = lengthscale_count();
    const Vector logarithms = hyperparameters.lengthscales.array().log();
    Vector theta(box_.dimension());
    if (count == 1) {
        theta[0] = logarithms.mean();
    } else {
        theta.head(count) = logarithms;
    }
    theta[count] = std::log(hyperparameters.variance);
    if (!fixed_noise_) theta[count + 1] = std::log(hyperparameters.noise);
    if (effects_) {
        const double share = std::clamp(hyperparameters.effects, 1e-6, 1 - 1e-6);
        theta.tail(2) << logit(share), std::log(hyperparameters.effect_lengthscale);
    }
    return box_.clamp(theta);
}

Hyperparameters LogPosterior::decode(const Vector& theta) const {
    const Index count = lengthscale_count();
    Hyperparameters result;
    result.choice_sizes = choice_sizes_;
    if (count == 1) {
        result.lengthscales = Vector::Constant(inputs_.rows(), std::exp(theta[0]));
    } else {
        result.lengthscales = theta.head(count).array().exp();
    }
    result.variance = std::exp(theta[count]);
    // exp(log floor) may come out an ulp below the floor.
    result.noise = fixed_noise_ ? *fixed_noise_ : std::max(noise_floor_, std::exp(theta[count + 1]));
    if (effects_) {
        result.effects = 1 / (1 + std::exp(-theta[effects_at()]));
        result.effect_lengthscale = std::exp(theta[effects_at() + 1]);
    }
    return result;
}

/// The mean m of log ℓ has the weak prior, and each log ℓ_d - m a Student distribution of scale `tie`: narrow in the
/// middle, so that length scales are alike where data say nothing, with tails that let an inert coordinate go.
double LogPosterior::add_tied_prior(const Vector& theta, Vector* gradient) const {
    // With scale 0.5 a factor of 2 apart costs 1.0 nats, as under a normal of that sd, and a factor of 10 costs 4.6
    // instead of 10.6.
    constexpr double nu = 4;
    const Index count = lengthscale_count();
    const double common = theta.head(count).mean();
    const double z = (common - priors_->lengthscale.log_mean) / priors_->lengthscale.log_sd;
    const Vector apart = theta.head(count).array() - common;
    const double square = nu * *priors_->tie * *priors_->tie;
    if (gradient != nullptr) {
        const Vector pull = (nu + 1) * apart.array() / (square + apart.array().square());
        const double of_common = z / priors_->lengthscale.log_sd / static_cast<double>(count) - pull.mean();
        gradient->head(count).array() += pull.array() + of_common;
    }
    return 0.5 * z * z + 0.5 * (nu + 1) * (apart.array().square() / square).log1p().sum();
}

double LogPosterior::add_priors(const Vector& theta, Vector* gradient) const {
    if (!priors_) return 0;
    double value = 0;
    const auto add = [&](Index i, const LogNormalPrior& prior) {
        const double z = (theta[i] - prior.log_mean) / prior.log_sd;
        value += 0.5 * z * z;
        if (gradient != nullptr) (*gradient)[i] += z / prior.log_sd;
    };
    const Index count = lengthscale_count();
    if (priors_->tie) {
        value += add_tied_prior(theta, gradient);
    } else {
        for (Index d = 0; d < count; ++d) add(d, priors_->lengthscale);
    }
    add(count, priors_->variance);
    if (!fixed_noise_) add(count + 1, priors_->noise);
    if (effects_) {
        add(effects_at(), priors_->effects);
        add(effects_at() + 1, priors_->effect_lengthscale);
    }
    return value;
}

double LogPosterior::evaluate(const Vector& theta, Vector* gradient, MarginalLikelihood& likelihood) const {
    Hyperparameters hyperparameters = decode(theta);
    hyperparameters.noise += jitter_;
    if (gradient == nullptr) return add_priors(theta, nullptr) - likelihood.evaluate(hyperparameters, nullptr);

    Vector full;
    const double value = likelihood.evaluate(hyperparameters, &full);
    const Index dimension = inputs_.rows();
    const Index count = lengthscale_count();
    if (count == 1) {
        (*gradient)[0] = -full.head(dimension).sum();
    } else {
        gradient->head(count) = -full.head(dimension);
    }
    (*gradient)[count] = -full[dimension];
    if (!fixed_noise_) (*gradient)[count + 1] = -full[dimension + 1] * (1 - jitter_ / hyperparameters.noise);
    if (effects_) gradient->tail(2) = -full.tail(2);
    return add_priors(theta, gradient) - value;
}

std::unique_ptr<MarginalLikelihood> LogPosterior::borrow() const {
    {
        const std::lock_guard lock(mutex_);
        if (!idle_.empty()) {
            auto likelihood = std::move(idle_.back());
            idle_.pop_back();
            return likelihood;
        }
    }
    return std::make_unique<MarginalLikelihood>(*kernel_, inputs_, targets_, known_noise_, likelihood::loops(),
                                                choice_sizes_);
}

void LogPosterior::give_back(std::unique_ptr<MarginalLikelihood> likelihood) const {
    const std::lock_guard lock(mutex_);
    idle_.push_back(std::move(likelihood));
}

DifferentiableObjective LogPosterior::negative() const {
    return [this](const Vector& theta, Vector* gradient) {
        std::unique_ptr<MarginalLikelihood> likelihood = borrow();
        const double value = evaluate(theta, gradient, *likelihood);
        give_back(std::move(likelihood));
        return value;
    };
}

}  // namespace sweetspot::detail
