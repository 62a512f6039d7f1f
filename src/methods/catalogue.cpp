#include "sweetspot/methods/catalogue.hpp"

#include <stdexcept>

#include "sweetspot/base/names.hpp"

namespace sweetspot {

const std::vector<ListedMethod>& methods() {
    static const std::vector<ListedMethod> family = {
        {"bayesian-robust-search", "expected improvement of the robust quality, then a sampling rule (the paper's)",
         [](const BayesianRobustSearchOptions& options) { return bayesian_robust_search(options); }},
    };
    return family;
}

MethodPtr method_named(std::string_view name, const BayesianRobustSearchOptions& options) {
    std::vector<std::string> known;
    for (const ListedMethod& method : methods()) {
        if (method.name == name) return method.make(options);
        known.push_back(method.name);
    }
    throw std::invalid_argument(unknown_name("method", name, known));
}

}  // namespace sweetspot
