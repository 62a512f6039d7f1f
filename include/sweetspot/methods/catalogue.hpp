// The family of methods by name, for the edge where names are typed.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "sweetspot/methods/bayesian_robust_search.hpp"

namespace sweetspot {

/// A member of the family: how it is called, what it is, and how it is made from the common options.
struct ListedMethod {
    std::string name;
    std::string summary;
    std::function<MethodPtr(const BayesianRobustSearchOptions& options)> make;
    bool uses_sampling_rule = false;
    bool nominal = false;  ///< recommends the best value that it measured, not the best-so-far centre
};

[[nodiscard]] const std::vector<ListedMethod>& methods();
/// An unknown name is refused with "did you mean".
[[nodiscard]] const ListedMethod& listed_method(std::string_view name);
/// Makes the method of that name; an unknown one is refused with "did you mean".
[[nodiscard]] MethodPtr method_named(std::string_view name, const BayesianRobustSearchOptions& options = {});

}  // namespace sweetspot
