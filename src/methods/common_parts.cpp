#include "methods/common_parts.hpp"

#include "base/check.hpp"
#include "sweetspot/robust/neighbourhood.hpp"

namespace sweetspot {

Template region_template(const BayesianRobustSearchOptions& options, const Situation& s) {
    if (options.fixed.template_points) {
        const Points& points = *options.fixed.template_points;
        return {points, Vector::Constant(points.cols(), 1.0 / static_cast<double>(points.cols()))};
    }
    const TemplateShape shape = options.template_shape.value_or(template_shape_for(s.problem.quality()));
    return make_template(s.problem.robust_set(), {shape, options.template_size}, s.seed.split("template"));
}

Vector template_weights(const Situation& s, const Template& T) {
    return s.problem.quality().reweighted(s.problem.perturbations(T.points), T.weights);
}

GaussianProcess fitted_model(const BayesianRobustSearchOptions& options, const Situation& s) {
    const auto& [x, y, standard_errors] = s.observations;
    if (options.fixed.model) {
        const Fixed::Model& given = *options.fixed.model;
        return {given.kernel,
                given.hyperparameters,
                x,
                y,
                given.standardisation,
                given.standardisation.variances(standard_errors, y)};
    }
    FitOptions fit_options = options.fit;
    // Only an order is preserved by a warp: an average of the warped outputs is not the average of the outputs.
    if (s.problem.quality().kind() != Quality::Kind::maximum) fit_options.warp = FitOptions::Warp::none;
    return fit(x, y, standard_errors, fit_options, s.rng.split("fit"), s.parallel);
}

BestSoFar incumbent(const BayesianRobustSearchOptions& options, const Situation& s, const GaussianProcess& gp,
                    const Template& T) {
    const Vector w = template_weights(s, T);
    if (options.fixed.incumbent) {
        const Vector& x = *options.fixed.incumbent;
        return {x, mean_quality_at(gp, T, w, s.problem.quality(), x)};
    }
    const Neighbourhood neighbourhood(s.observations.x, s.problem.robust_set(), s.problem.centres());
    return best_so_far(gp, neighbourhood, s.problem.centres(), T, w, s.problem.quality(), options.best_so_far,
                       s.rng.split("best so far"), s.parallel);
}

CommonStart common_start(const BayesianRobustSearchOptions& options, const Situation& s) {
    Stopwatch watch;
    Timings t;
    Template T = region_template(options, s);
    GaussianProcess gp = fitted_model(options, s);
    t.fit_ms = watch.lap();
    BestSoFar x_star = incumbent(options, s, gp, T);
    t.incumbent_ms = watch.lap();
    return {std::move(T), std::move(gp), std::move(x_star), t};
}

Recommendation common_recommendation(const BayesianRobustSearchOptions& options, const Situation& s) {
    CommonStart start = common_start(options, s);
    return {std::move(start.x_star), std::move(start.gp)};
}

Proposal Rival::propose(const Situation& s) const {
    const CommonStart start = common_start(options_, s);
    Timings t = start.timings;
    Stopwatch watch;
    const Choice choice = choose(s, start);
    t.acquisition_ms = watch.lap();
    t.total_ms = t.fit_ms + t.incumbent_ms + t.acquisition_ms;
    const Standardisation& units = start.gp.standardisation();
    std::optional<double> pessimistic;
    if (choice.pessimistic_quality) pessimistic = units.undo(*choice.pessimistic_quality);
    const double improvement =
        units.undo_step(start.x_star.quality - choice.expected_improvement, choice.expected_improvement);
    return {choice.next, choice.centre, improvement, start.x_star, start.gp, 0, {}, t, pessimistic};
}

void require_worst_case(const Situation& s, std::string_view method) {
    require(s.problem.quality().kind() == Quality::Kind::maximum,
            "{}: the quality is \"{}\"; this method is defined for the worst case only, so use the quality \"worst\" "
            "or the method bayesian-robust-search",
            method, s.problem.quality().name());
}

}  // namespace sweetspot
