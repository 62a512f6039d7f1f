#include "methods/nominal_search.hpp"

#include <cmath>

#include "methods/common_parts.hpp"

namespace sweetspot {
namespace {

/// The least value and the nearest centre to where it was measured.
BestSoFar best_measured(const Situation& s, const GaussianProcess& gp) {
    Index best = 0;
    s.observations.y.minCoeff(&best);
    return {s.problem.centres().clamp(s.observations.x.col(best)), gp.targets()[best]};
}

/// The observations under hyper-parameters that nobody fitted.
GaussianProcess unfitted_model(BayesianRobustSearchOptions options, const Situation& s) {
    const auto& [x, y, standard_errors] = s.observations;
    Hyperparameters typical;
    typical.lengthscales = Vector::Constant(x.rows(), 0.2 * std::sqrt(static_cast<double>(x.rows())));
    options.fixed.model = Fixed::Model{options.fit.kernel, typical, Standardisation::of(y, standard_errors)};
    return fitted_model(options, s);
}

}  // namespace

Proposal NominalSearch::propose(const Situation& s) const {
    Stopwatch watch;
    GaussianProcess gp = options_.fixed.model ? fitted_model(options_, s) : unfitted_model(options_, s);
    Timings t;
    t.fit_ms = watch.lap();
    const Vector x = next(s);
    t.acquisition_ms = watch.lap();
    t.total_ms = t.fit_ms + t.acquisition_ms;
    BestSoFar best = best_measured(s, gp);
    return {x, x, 0, std::move(best), std::move(gp), 0, {}, t};
}

Recommendation NominalSearch::recommend(const Situation& s) const {
    GaussianProcess gp = fitted_model(options_, s);
    const Template T = region_template(options_, s);
    BestSoFar best = best_measured(s, gp);
    best.quality = mean_quality_at(gp, T, template_weights(s, T), s.problem.quality(), best.x);
    return {std::move(best), std::move(gp)};
}

}  // namespace sweetspot
