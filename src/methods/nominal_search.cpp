#include "methods/nominal_search.hpp"

#include <utility>

namespace sweetspot {
namespace {

/// The observation with the least value.
Index best_measured(const Situation& s) {
    Index best = 0;
    s.observations.y.minCoeff(&best);
    return best;
}

/// The nearest centre to it.
Vector nearest_centre(const Situation& s, Index observation) {
    return s.problem.nearest_centre(s.observations.x.col(observation));
}

}  // namespace

Proposal NominalSearch::propose(const Situation& s) const {
    const auto begin = std::chrono::steady_clock::now();
    const Vector x = s.problem.levels().nearest(next(s));
    const Index best = best_measured(s);
    Proposal proposal{
        .next = x, .centre = x, .incumbent = nearest_centre(s, best), .incumbent_quality = s.observations.y[best]};
    const std::chrono::duration<double, std::milli> taken = std::chrono::steady_clock::now() - begin;
    proposal.timings.acquisition_ms = taken.count();
    proposal.timings.total_ms = taken.count();
    return proposal;
}

Recommendation NominalSearch::recommend(const Situation& s) const {
    Iteration iteration(model_, s);
    GaussianProcess gp = iteration.fit();
    BestSoFar best{nearest_centre(s, best_measured(s)), 0};
    best.quality = mean_quality_at(gp, iteration.region_template(), iteration.weights(), iteration.quality(), best.x);
    return {std::move(best), std::move(gp)};
}

ListedMethod nominal_method(std::string name, std::string summary, MethodPtr (*make)(ModelOptions)) {
    ListedMethod method;
    method.name = std::move(name);
    method.summary = std::move(summary);
    method.nominal = true;
    method.has_model = false;
    method.make = [make](const Settings& /*settings*/, const MethodParts& parts) {
        return make(parts.model.value_or(ModelOptions()));
    };
    return method;
}

}  // namespace sweetspot
