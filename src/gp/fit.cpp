// Hyper-parameters by the maximum of the log posterior over θ = (log ℓ, log variance, log noise): L-BFGS-B from
// several starts.
#include "sweetspot/gp/fit.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>
#include <vector>

#include "base/check.hpp"
#include "base/order.hpp"
#include "gp/choices.hpp"
#include "gp/found_model.hpp"
#include "gp/log_posterior.hpp"
#include "gp/multistart.hpp"
#include "gp/noise_evidence.hpp"
#include "gp/posterior_samples.hpp"
#include "sweetspot/base/errors.hpp"

namespace sweetspot {
namespace {

using detail::LogPosterior;
using detail::Starts;

void check_options(const FitOptions& options, Index dimension) {
    require(options.kernel != nullptr, "fit: there is no kernel; pass one such as matern52()");
    require(!options.noise || (*options.noise >= 0 && std::isfinite(*options.noise)),
            "fit: the noise variance is {}; it must be >= 0 and finite", options.noise.value_or(0));
    require(options.noise_floor > 0 && options.noise_floor <= 0.1,
            "fit: noise_floor is {}; it must be > 0 and at most 0.1 of the outputs' variance", options.noise_floor);
    require(options.random_starts >= (options.warm_start ? 0 : 1),
            "fit: random_starts is {}; it must be at least 1, or 0 with a warm start", options.random_starts);
    require(options.choice_sizes.empty() || std::ssize(options.choice_sizes) == dimension,
            "fit: there are {} sizes of choices for inputs of dimension {}; give one per dimension, or none",
            options.choice_sizes.size(), dimension);
    require(options.max_iterations >= 1, "fit: max_iterations is {}; it must be at least 1", options.max_iterations);
    require(options.members >= 1, "fit: the ensemble has {} members; it needs at least 1", options.members);
    if (!options.warm_start) return;
    const Hyperparameters& warm = *options.warm_start;
    require(
        warm.lengthscales.size() == dimension && warm.lengthscales.allFinite() &&
            (warm.lengthscales.array() > 0).all() && warm.variance > 0 && std::isfinite(warm.variance) &&
            warm.noise >= 0 && std::isfinite(warm.noise),
        "fit: the warm start must have {} length scales > 0, a variance > 0 and a noise >= 0, all finite; it has {} "
        "length scales, variance {} and noise {}",
        dimension, warm.lengthscales.size(), warm.variance, warm.noise);
}

void check_observations(const PointsRef& inputs, const VectorRef& outputs) {
    require(inputs.cols() > 0 && inputs.rows() > 0,
            "fit: there are {} observations of dimension {}; both must be at least 1", inputs.cols(), inputs.rows());
    require(outputs.size() == inputs.cols(), "fit: there are {} outputs for {} inputs; give one per input",
            outputs.size(), inputs.cols());
    for (Index i = 0; i < outputs.size(); ++i) {
        require(
            inputs.col(i).allFinite(),
            "fit: the input of observation {} (counting from 0) is NaN or infinite; every coordinate must be finite",
            i);
        require(std::isfinite(outputs[i]),
                "fit: the output of observation {} (counting from 0) is {}; it must be finite", i, outputs[i]);
    }
}

void check_standard_errors(const VectorRef& standard_errors, Index size) {
    require(standard_errors.size() == 0 || standard_errors.size() == size,
            "fit: there are {} standard errors for {} outputs; give one per output or none", standard_errors.size(),
            size);
    for (Index i = 0; i < standard_errors.size(); ++i) {
        require(!(standard_errors[i] < 0) && !std::isinf(standard_errors[i]),
                "fit: the standard error of observation {} (counting from 0) is {}; it must be >= 0 and finite, or NaN "
                "for none",
                i, standard_errors[i]);
    }
}

/// What a model is fitted to, in standardised units; no known noise: empty.
struct Data {
    Points x;
    Vector y;
    Vector known_noise;

    [[nodiscard]] Index size() const { return y.size(); }
    [[nodiscard]] LogPosterior posterior(const FitOptions& options, double jitter) const {
        return {x, y, options, jitter, known_noise};
    }
};

/// With more observations than this the random starts compete on so many of them; the best go on with twice as many,
/// and so on up to all.
constexpr Index screened_size = 500;

/// All observations in random order, for theirs may be that of a grid: the first few then stand for all.
Data shuffled(const Data& data, Rng rng) {
    std::vector<Index> order = all_indices(data.size());
    for (std::size_t i = order.size(); i > 1; --i) std::swap(order[i - 1], order[rng.below(i)]);
    Data result{data.x(Eigen::all, order), data.y(order), {}};
    if (data.known_noise.size() > 0) result.known_noise = data.known_noise(order);
    return result;
}

Data first(const Data& data, Index size) {
    return {data.x.leftCols(size), data.y.head(size), data.known_noise.head(std::min(size, data.known_noise.size()))};
}

std::vector<Vector> random_starts(const LogPosterior& posterior, const FitOptions& options, const Rng& rng) {
    std::vector<Vector> starts;
    starts.reserve(static_cast<std::size_t>(options.random_starts));
    for (int i = 0; i < options.random_starts; ++i) {
        starts.push_back(posterior.random_start(rng.split(static_cast<std::uint64_t>(i))));
    }
    return starts;
}

/// The largest log posterior over the box; its value is +inf when no start is finite.
Minimum search(const LogPosterior& posterior, const Data& data, const FitOptions& options, const Rng& rng,
               const Parallel& parallel) {
    Starts policy = detail::starts_for(options);
    std::vector<Vector> starts = random_starts(posterior, options, rng);
    if (data.size() > screened_size && !starts.empty()) {
        const Data mixed = shuffled(data, rng.split(static_cast<std::uint64_t>(options.random_starts)));
        for (Index size = screened_size; size < data.size(); size *= 2) {
            const LogPosterior part = first(mixed, size).posterior(options, posterior.jitter());
            const auto ends = detail::minimize_posterior(part, starts, policy, options.max_iterations, parallel);
            starts.clear();
            for (const Minimum& end : ends) starts.push_back(end.x);
            policy = Starts::screened;
        }
    }
    if (options.warm_start) starts.insert(starts.begin(), posterior.encode(*options.warm_start));
    return detail::minimize_posterior(posterior, starts, policy, options.max_iterations, parallel).front();
}

/// A factor of 20 in likelihood, as for any claim that needs a proof.
constexpr double nats_of_proof = 3;

/// What was observed, in its own unit.
struct Outputs {
    const PointsRef& x;
    const VectorRef& y;
    const VectorRef& standard_errors;
};

struct Fitted {
    Hyperparameters hyperparameters;
    Standardisation standardisation;
    /// Log posterior density of hyper-parameters and outputs, in the unit of y, up to a constant of the options.
    double evidence;
    Vector theta;  ///< as the log posterior with this jitter has them
    double jitter;
    bool has_proven_noise = false;
};

/// Main effects below a hundredth of the variance change nothing and cost time.
Hyperparameters without_trifles(Hyperparameters eta) {
    if (eta.effects < 0.01) eta.effects = 0;
    return eta;
}

Fitted fitted(const Outputs& told, const OutputWarp& warp, const FitOptions& options, const Rng& rng,
              const Parallel& parallel) {
    const Standardisation units = Standardisation::of(told.y, told.standard_errors, warp);
    const Data data{told.x, units.apply(told.y), units.variances(told.standard_errors, told.y)};
    // Without noise, coincident points are singular at every θ; then, and only then, θ is sought with some jitter, and
    // the model adds its own (see GaussianProcess::jitter).
    for (const double jitter : {0.0, 1e-8, 1e-6, 1e-4}) {
        const LogPosterior posterior = data.posterior(options, jitter);
        const Minimum best = search(posterior, data, options, rng, parallel);
        if (!std::isfinite(best.value)) continue;
        const double jacobian = warp.log_jacobian(told.y) - static_cast<double>(data.size()) * std::log(units.scale);
        return {without_trifles(posterior.decode(best.x)), units, jacobian - best.value, best.x, jitter};
    }
    throw NumericalError(
        fmt::format("fit: the likelihood of {} observations with kernel \"{}\" and noise {} is not "
                    "finite at any of the starts; give a larger noise",
                    told.y.size(), options.kernel->name(), options.noise.value_or(options.noise_floor)));
}

/// Random starts of the fits that only compare warps, or ask whether there is noise.
constexpr int starts_of_comparison = 3;
/// And of those that begin at what was found under another warp.
constexpr int starts_of_candidates = 1;

/// Without noise that would need a proof; or with as much as is inferred, where that is much likelier and neighbours
/// prove it.
Fitted with_proven_noise(const Outputs& told, const OutputWarp& warp, FitOptions options, const Rng& rng,
                         const Parallel& parallel) {
    Fitted quiet = fitted(told, warp, options, rng, parallel);
    const auto unproven = std::exchange(options.unproven_noise, std::nullopt);
    const Vector targets = quiet.standardisation.apply(told.y);
    const Points places = detail::embed(told.x, options.choice_sizes);  // those of different choices are no neighbours
    if (!unproven || options.noise || !detail::neighbours_differ(places, targets, *unproven)) return quiet;
    options.random_starts = std::min(options.random_starts, starts_of_comparison);
    Fitted noisy = fitted(told, warp, options, rng, parallel);
    const bool proven = noisy.evidence > quiet.evidence + nats_of_proof &&
                        detail::noise_is_evident(places, targets, noisy.hyperparameters);
    noisy.has_proven_noise = true;
    return proven ? noisy : quiet;
}

struct Warped {
    OutputWarp warp;
    std::optional<Hyperparameters> found;
};

/// The candidate under which the outputs are likeliest, if that is by more than the margin; otherwise none. Each search
/// begins where the one before ended: hyper-parameters are much alike under all of them.
Warped likeliest_warp(const Outputs& told, FitOptions options, const Rng& rng, const Parallel& parallel) {
    const std::vector<OutputWarp> candidates = candidate_warps(told.y);
    if (candidates.empty()) return {};
    options.random_starts = std::min(options.random_starts, starts_of_comparison);
    Fitted fit_before = fitted(told, {}, options, rng, parallel);
    Warped best{{}, fit_before.hyperparameters};
    double evidence = fit_before.evidence + options.warp_margin;
    options.random_starts = std::min(options.random_starts, starts_of_candidates);
    for (const OutputWarp& warp : candidates) {
        options.warm_start = fit_before.hyperparameters;
        fit_before = fitted(told, warp, options, rng, parallel);
        if (!(fit_before.evidence > evidence)) continue;
        evidence = fit_before.evidence;
        best = {warp, fit_before.hyperparameters};
    }
    return best;
}

/// The most probable model and samples around it, each the end of a chain of its own.
GaussianProcess ensemble_about(const Fitted& found, const Outputs& told, FitOptions options, const Rng& rng,
                               const Parallel& parallel) {
    const Standardisation& units = found.standardisation;
    const Data data{told.x, units.apply(told.y), units.variances(told.standard_errors, told.y)};
    if (found.has_proven_noise) options.unproven_noise.reset();
    const LogPosterior posterior = data.posterior(options, found.jitter);
    const DifferentiableObjective negative = posterior.negative();
    const Matrix root = detail::laplace_root(negative, posterior.box(), found.theta);
    std::vector<Hyperparameters> samples(static_cast<std::size_t>(options.members), found.hyperparameters);
    parallel.for_each(options.members - 1, [&](Index k) {
        const Vector theta = detail::posterior_sample(negative, posterior.box(), found.theta, root,
                                                      detail::steps_of_chain, rng.split(static_cast<std::uint64_t>(k)));
        samples[static_cast<std::size_t>(k + 1)] = without_trifles(posterior.decode(theta));
    });
    std::vector<GaussianProcess> members;
    members.reserve(samples.size());
    for (const Hyperparameters& eta : samples)
        members.emplace_back(options.kernel, eta, told.x, told.y, units, data.known_noise);
    return GaussianProcess::ensemble(std::move(members));
}

/// The most probable model, and the warp of its outputs.
struct Sought {
    Fitted fitted;
    OutputWarp warp;
};

Sought sought(const PointsRef& inputs, const VectorRef& outputs, const VectorRef& standard_errors,
              const FitOptions& options, const Rng& rng, const Parallel& parallel) {
    check_observations(inputs, outputs);
    check_standard_errors(standard_errors, outputs.size());
    check_options(options, inputs.rows());
    const Outputs told{inputs, outputs, standard_errors};
    FitOptions final_options = options;
    OutputWarp warp;
    if (options.warp == FitOptions::Warp::by_evidence) {
        const Warped likeliest = likeliest_warp(told, options, rng, parallel);
        warp = likeliest.warp;
        if (!options.warm_start && likeliest.found) {
            final_options.warm_start = likeliest.found;
            final_options.random_starts = (options.random_starts + 1) / 2;
        }
    }
    return {with_proven_noise(told, warp, final_options, rng, parallel), warp};
}

}  // namespace

FitOptions paper_fit_options() {
    FitOptions options;
    options.lengthscales = Lengthscales::isotropic;
    options.noise = 1e-6;
    options.priors = FitOptions::Priors::none;
    return options;
}

GaussianProcess fit(const PointsRef& inputs, const VectorRef& outputs, const FitOptions& options, Rng rng,
                    const Parallel& parallel) {
    return fit(inputs, outputs, Vector(), options, rng, parallel);
}

GaussianProcess fit(const PointsRef& inputs, const VectorRef& outputs, const VectorRef& standard_errors,
                    const FitOptions& options, Rng rng, const Parallel& parallel) {
    const Sought found = sought(inputs, outputs, standard_errors, options, rng, parallel);
    const Standardisation& units = found.fitted.standardisation;
    if (options.inference == FitOptions::Inference::ensemble) {
        return ensemble_about(found.fitted, {inputs, outputs, standard_errors}, options, rng.split("ensemble"),
                              parallel);
    }
    return {options.kernel, found.fitted.hyperparameters,
            inputs,         outputs,
            units,          units.variances(standard_errors, outputs)};
}

detail::FoundModel detail::find_model(const PointsRef& inputs, const VectorRef& outputs,
                                      const VectorRef& standard_errors, const FitOptions& options, const Rng& rng,
                                      const Parallel& parallel) {
    const Sought found = sought(inputs, outputs, standard_errors, options, rng, parallel);
    return {found.fitted.hyperparameters, found.warp};
}

}  // namespace sweetspot
