#include "searches.hpp"

#include <algorithm>

#include "acquisition/plain_robust_expected_improvement.hpp"
#include "support/stored_instance.hpp"

namespace sweetspot::bench {

GaussianProcess Search::gp() const {
    const Fixed::Model& model = *method.model.fixed.model;
    return {model.kernel, model.hyperparameters, x, y, model.standardisation};
}

Optimizer Search::optimizer(int threads, std::uint64_t seed) const {
    Optimizer result(problem, {.seed = seed,
                               .threads = threads,
                               .initial = std::min(problem.dimension() + 1, y.size()),
                               .method = bayesian_robust_search(method)});
    for (Index n = 0; n < y.size(); ++n) result.tell(problem.space().from_unit(x.col(n)), y[n]);
    return result;
}

Search Search::with(const QualityPtr& quality) const {
    Search result = *this;
    result.problem = Problem(problem.space(), problem.robust_set().scaled(problem.edge()), quality);
    result.method.model.fixed.template_points.reset();
    return result;
}

Stored stored() {
    const testing::StoredInstance state = testing::stored_instance(SWEETSPOT_INSTANCE);
    Search search{state.problem, {}, state.x, state.y, state.T};
    search.method.sampling = sample_centre();
    search.method.model.fixed = state.fixed;
    return {std::move(search), state.peer_centre};
}

Search search_of(const Instance& instance, Index template_size) {
    Search search{instance.problem, {}, instance.x, instance.y, instance.T};
    if (template_size > 0) search.T = make_template(instance.problem.robust_set(), {.size = template_size}, Rng(2));
    search.method.sampling = sample_centre();
    search.method.model.fixed.template_points = search.T.points;
    search.method.model.fixed.incumbent = instance.x_star;
    search.method.model.fixed.model =
        Fixed::Model{matern52(), instance.hyperparameters, Standardisation::of(instance.y)};
    return search;
}

void plain_evaluation(const Search& search, const GaussianProcess& gp) {
    const Vector& x_star = *search.method.model.fixed.incumbent;
    // Optimisers cannot see that the value is not used: it is compared with what it cannot be.
    const double value = plain_robust_expected_improvement(gp, search.T, search.T.weights, *worst_quality(), x_star,
                                                           x_star + Vector::Constant(x_star.size(), 0.05), 100, Rng(1))
                             .mean;
    if (value < 0) throw std::logic_error("an expected improvement is below 0");
}

}  // namespace sweetspot::bench
