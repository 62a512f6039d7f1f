#include "searches.hpp"

#include <fstream>
#include <nlohmann/json.hpp>

#include "support/plain_robust_expected_improvement.hpp"

namespace sweetspot::bench {
namespace {

using nlohmann::json;

Vector vector_of(const json& numbers) {
    Vector result(static_cast<Index>(numbers.size()));
    for (std::size_t i = 0; i < numbers.size(); ++i) result[static_cast<Index>(i)] = numbers[i].get<double>();
    return result;
}

}  // namespace

GaussianProcess Search::gp() const {
    const Fixed::Model& model = *method.fixed.model;
    return {model.kernel, model.hyperparameters, x, y, model.standardisation};
}

Optimizer Search::optimizer(int threads, std::uint64_t seed) const {
    Optimizer result(problem, {.seed = seed, .threads = threads, .method = bayesian_robust_search(method)});
    for (Index n = 0; n < y.size(); ++n) result.tell(problem.space().from_unit(x.col(n)), y[n]);
    return result;
}

Search Search::with(const QualityPtr& quality) const {
    Search result = *this;
    result.problem = Problem(problem.space(), problem.robust_set().scaled(problem.edge()), quality);
    result.method.fixed.template_points.reset();
    return result;
}

Stored stored() {
    std::ifstream file(SWEETSPOT_INSTANCE);
    const json state = json::parse(file);
    const json& fixed = state["fixed"];
    const json& model = fixed["gp"];
    Search search{Problem(Space::cube(10, -5, 5), Norm::two, 1.25), {}, {}, {}, {}};
    const Space& space = search.problem.space();
    const auto n = static_cast<Index>(state["observations"].size());
    search.x.resize(10, n);
    search.y.resize(n);
    for (Index i = 0; i < n; ++i) {
        const json& o = state["observations"][static_cast<std::size_t>(i)];
        search.x.col(i) = space.to_unit(vector_of(o["x"]));
        search.y[i] = o["y"];
    }
    search.T.points.resize(10, static_cast<Index>(fixed["template"].size()));
    for (Index t = 0; t < search.T.size(); ++t) {
        search.T.points.col(t) = vector_of(fixed["template"][static_cast<std::size_t>(t)]) / 10;  // the domain's width
    }
    search.T.weights = Vector::Constant(search.T.size(), 1.0 / static_cast<double>(search.T.size()));
    search.method.sampling = sample_centre();
    search.method.fixed.template_points = search.T.points;
    search.method.fixed.incumbent = space.to_unit(vector_of(fixed["incumbent"]));
    search.method.fixed.model =
        Fixed::Model{kernel_named(model["kernel"].get<std::string>()),
                     {vector_of(model["lengthscales"]), model["variance"], model["noise"], model["mean"]},
                     {model["y_mean"], model["y_std"]}};
    const Vector peer = space.to_unit(vector_of(state["reference"]["centre"]));
    return {std::move(search), peer};
}

Search search_of(const Instance& instance, Index template_size) {
    Search search{instance.problem, {}, instance.x, instance.y, instance.T};
    if (template_size > 0) search.T = make_template(instance.problem.robust_set(), {.size = template_size}, Rng(2));
    search.method.sampling = sample_centre();
    search.method.fixed.template_points = search.T.points;
    search.method.fixed.incumbent = instance.x_star;
    search.method.fixed.model = Fixed::Model{matern52(), instance.hyperparameters, Standardisation::of(instance.y)};
    return search;
}

void plain_evaluation(const Search& search, const GaussianProcess& gp) {
    const Vector& x_star = *search.method.fixed.incumbent;
    // Optimisers cannot see that the value is not used: it is compared with what it cannot be.
    const double value =
        testing::plain_robust_expected_improvement(gp, search.T, search.T.weights, *worst_quality(), x_star,
                                                   x_star + Vector::Constant(x_star.size(), 0.05), 100, Rng(1))
            .mean;
    if (value < 0) throw std::logic_error("an expected improvement is below 0");
}

}  // namespace sweetspot::bench
