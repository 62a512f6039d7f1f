#include "sweetspot/methods/catalogue.hpp"

#include <stdexcept>

#include "sweetspot/base/names.hpp"
#include "sweetspot/methods/alternating_robust_search.hpp"
#include "sweetspot/methods/rivals.hpp"

namespace sweetspot {

const std::vector<ListedMethod>& methods() {
    static const std::vector<ListedMethod> family = {
        {"alternating",
         "takes turns: expected improvement, optimism, making sure of the answer; warped outputs (the default)",
         [](const BayesianRobustSearchOptions& options) {
             AlternatingOptions own = alternating_defaults();
             own.common = options;
             return alternating_robust_search(own);
         },
         false, false, warped_profile},
        {"bayesian-robust-search", "expected improvement of the robust quality, then a sampling rule (the paper's)",
         [](const BayesianRobustSearchOptions& options) { return bayesian_robust_search(options); }, true},
        {"stableopt",
         "best lower confidence bound of the worst case, then the upper bound's worst place in that region",
         [](const BayesianRobustSearchOptions& options) { return stableopt(options); }},
        {"ur-rehman", "expected improvement at the worst place of the region, by its mean (ur Rehman et al. 2014)",
         [](const BayesianRobustSearchOptions& options) { return ur_rehman(options); }},
        {"expected-improvement", "the usual expected improvement of a single point: not robust",
         [](const BayesianRobustSearchOptions& options) { return expected_improvement_search(options); }},
        {"latin-hypercube", "points of a Latin hypercube, whatever the observations: the floor",
         [](const BayesianRobustSearchOptions& options) { return latin_hypercube_search(options); }},
        {"differential-evolution", "differential evolution of the function itself: not robust, no model",
         [](const BayesianRobustSearchOptions& options) { return differential_evolution(options); }, false, true},
        {"cma-es", "CMA-ES of the function itself, with restarts: not robust, no model",
         [](const BayesianRobustSearchOptions& options) { return cma_es_search(options); }, false, true},
    };
    return family;
}

const ListedMethod& listed_method(std::string_view name) {
    std::vector<std::string> known;
    for (const ListedMethod& method : methods()) {
        if (method.name == name) return method;
        known.push_back(method.name);
    }
    throw std::invalid_argument(unknown_name("method", name, known));
}

MethodPtr method_named(std::string_view name) {
    const ListedMethod& listed = listed_method(name);
    return listed.make(listed.defaults());
}

MethodPtr method_named(std::string_view name, const BayesianRobustSearchOptions& options) {
    return listed_method(name).make(options);
}

}  // namespace sweetspot
