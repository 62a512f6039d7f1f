#include "sweetspot/methods/iteration.hpp"

#include <utility>

#include "base/check.hpp"
#include "gp/scheduled_fit.hpp"
#include "methods/local_models.hpp"
#include "robust/adapted_template.hpp"
#include "robust/neighbourhood.hpp"
#include "robust/template_scenarios.hpp"

namespace sweetspot {
namespace {

bool is_worst_case(const Situation& s) {
    return s.problem.quality().kind() == Quality::Kind::maximum;
}

Template frozen_template(const ModelOptions& options, const Situation& s) {
    if (options.fixed.template_points) {
        const Points& points = *options.fixed.template_points;
        const Template plain{points, Vector::Constant(points.cols(), 1.0 / static_cast<double>(points.cols()))};
        return s.problem.confusion() ? in_every_scenario({plain, plain, s.problem.confusion()}) : plain;
    }
    const TemplateShape shape = options.template_shape.value_or(template_shape_for(s.problem.quality()));
    return make_template(s.problem.robust_set(), {shape, options.template_size}, s.seed.split("template"),
                         s.problem.confusion());
}

/// Whether T follows the model. A rise that the template does not show matters to a worst case only.
bool is_adapted(const ModelOptions& options, const Situation& s) {
    return options.adapted_from && std::ssize(s.problem.robust_set().free_coordinates()) >= *options.adapted_from &&
           is_worst_case(s) && !s.problem.confusion() && !options.fixed.template_points;
}

/// x* by the exchange method of semi-infinite programming: where the whole region of the centre found has a place that
/// is worse than the template shows, that place joins the template, without weight, and the search is repeated. Of all
/// centres found that with the least maximum of the mean over its whole region.
BestSoFar best_by_exchange(const std::function<BestSoFar()>& search, const GaussianProcess& gp, const Situation& s,
                           Template& T) {
    constexpr int rounds = 8;
    constexpr double close = 0.01;  // of the outputs' spread; a promise allows for five times as much
    BestSoFar best;
    for (int round = 0; round < rounds; ++round) {
        BestSoFar found = search();
        const Vector worst = sample_worst_case()->sample({gp, s.problem.robust_set(), T, found.x}, s.rng);
        const double shown = found.quality;
        found.quality = std::max(shown, gp.mean(worst)[0]);
        if (round == 0 || found.quality < best.quality) best = found;
        if (found.quality <= shown + close) break;
        T.add(found.x, worst);
    }
    return best;
}

}  // namespace

Iteration::Iteration(const ModelOptions& options, const Situation& situation)
    : options_(options),
      situation_(situation),
      T_(frozen_template(options, situation)),
      weights_(situation.problem.quality().reweighted(situation.problem.perturbations(T_.points), T_.weights)) {}

double Iteration::lap() {
    const auto now = std::chrono::steady_clock::now();
    const double ms = std::chrono::duration<double, std::milli>(now - last_).count();
    last_ = now;
    timings_.total_ms += ms;
    return ms;
}

GaussianProcess Iteration::fit() {
    const auto& [x, y, standard_errors, outputs] = situation_.observations;
    if (options_.fixed.model) {
        const Fixed::Model& given = *options_.fixed.model;
        Hyperparameters hyperparameters = given.hyperparameters;
        hyperparameters.choice_sizes = situation_.problem.space().choice_sizes();
        GaussianProcess gp(given.kernel, hyperparameters, x, y, given.standardisation,
                           given.standardisation.variances(standard_errors, y));
        fitted(gp);
        return gp;
    }
    FitOptions fit_options = options_.fit;
    fit_options.choice_sizes = situation_.problem.space().choice_sizes();
    // Only an order is preserved by a warp: an average of the warped outputs is not the average of the outputs.
    if (!situation_.problem.quality().is_by_order()) fit_options.warp = FitOptions::Warp::none;
    GaussianProcess gp = detail::scheduled_fit(x, y, standard_errors, fit_options, situation_.rng.split("fit"),
                                               fit_streams(situation_, "fit"), situation_.parallel);
    fitted(gp);
    return gp;
}

void Iteration::fitted(const GaussianProcess& gp) {
    standardised_ = standardised_quality(situation_.problem, gp);
    if (is_adapted(options_, situation_)) {
        T_ = adapted_template(T_, gp, situation_.problem.robust_set(), situation_.seed.split("adapted template"));
        weights_ = T_.weights;
    }
    timings_.fit_ms = lap();
}

BestSoFar Iteration::best_so_far(const GaussianProcess& gp) {
    const Problem& problem = situation_.problem;
    BestSoFar x_star;
    if (options_.fixed.incumbent) {
        const Vector& x = *options_.fixed.incumbent;
        x_star = {x, mean_quality_at(gp, T_, weights_, quality(), x)};
    } else {
        const Neighbourhood neighbourhood = neighbourhood_of(problem, situation_.observations.x);
        const auto search = [&](const Vector& weights) {
            return sweetspot::best_so_far(gp, neighbourhood, problem.centres(), T_, weights, quality(),
                                          options_.best_so_far, situation_.rng.split("best so far"),
                                          situation_.parallel);
        };
        if (is_adapted(options_, situation_)) {
            x_star = best_by_exchange([&] { return search(T_.weights); }, gp, situation_, T_);
            weights_ = T_.weights;
        } else {
            x_star = search(weights_);
        }
    }
    timings_.incumbent_ms = lap();
    return x_star;
}

Vector Iteration::sample(const SamplingRule& w, const GaussianProcess& gp, const Vector& x_prime) {
    timings_.acquisition_ms = lap();
    const ModelNear near(gp, x_prime, at_the_end);
    Vector next = w.sample({*near, situation_.problem.robust_set(), T_, x_prime}, situation_.rng.split("sampling"));
    timings_.sampling_ms = lap();
    return next;
}

Proposal Iteration::proposal(Vector next, const ChosenRegion& x_prime, const BestSoFar& x_star, GaussianProcess gp) {
    // What is left is of the region's choice, for a method that takes no sample in it.
    if (timings_.sampling_ms == 0) timings_.acquisition_ms = lap();
    const auto in_units = [&](double quality) { return quality_in_units(situation_.problem, gp, quality); };
    const double ei = x_prime.expected_improvement;
    std::optional<double> pessimistic;
    if (x_prime.pessimistic_quality) pessimistic = in_units(*x_prime.pessimistic_quality);
    const bool has_unit = situation_.problem.quality().has_unit();
    const double improvement = has_unit ? gp.standardisation().undo_step(x_star.quality - ei, ei) : ei;
    const double incumbent_quality = in_units(x_star.quality);
    GaussianProcess near = local_from(std::move(gp), both(x_star.x, x_prime.x));
    return {std::move(next),      x_prime.x,    improvement, x_star.x,   incumbent_quality, std::move(near),
            x_prime.realisations, x_prime.note, timings_,    pessimistic};
}

std::function<Rng(Index)> fit_streams(const Situation& situation, std::string_view purpose) {
    return [&situation, purpose](Index first) { return suggestion_rng(situation.seed, first).split(purpose); };
}

QualityPtr standardised_quality(const Problem& problem, const GaussianProcess& gp) {
    const Standardisation& units = gp.standardisation();
    return problem.quality().standardised(units.mean, units.scale);
}

double quality_in_units(const Problem& problem, const GaussianProcess& gp, double quality) {
    return problem.quality().has_unit() ? gp.standardisation().undo(quality) : quality;
}

Recommendation recommend_best_so_far(const ModelOptions& options, const Situation& situation) {
    Iteration iteration(options, situation);
    GaussianProcess gp = iteration.fit();
    BestSoFar x_star = iteration.best_so_far(gp);
    GaussianProcess near = local_from(std::move(gp), x_star.x);
    return {std::move(x_star), std::move(near)};
}

void require_worst_case(const Situation& situation, std::string_view method) {
    require(is_worst_case(situation),
            "{}: the quality is \"{}\"; this method is defined for the worst case only, so use the quality \"worst\" "
            "or the method bayesian-robust-search",
            method, situation.problem.quality().name());
}

}  // namespace sweetspot
