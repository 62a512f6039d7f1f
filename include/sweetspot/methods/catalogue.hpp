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
    /// The settings that it is meant to have: what `make` is given unless somebody asks for others.
    std::function<BayesianRobustSearchOptions()> defaults = [] { return BayesianRobustSearchOptions(); };
};

/// The method that is used when none is named; when a sampling rule is, the one that has such a choice.
inline constexpr std::string_view default_method = "alternating";
inline constexpr std::string_view method_with_sampling_rule = "bayesian-robust-search";

[[nodiscard]] const std::vector<ListedMethod>& methods();
/// An unknown name is refused with "did you mean".
[[nodiscard]] const ListedMethod& listed_method(std::string_view name);
/// Makes the method of that name with its own settings, or with these; an unknown one is refused with "did you mean".
[[nodiscard]] MethodPtr method_named(std::string_view name);
[[nodiscard]] MethodPtr method_named(std::string_view name, const BayesianRobustSearchOptions& options);

}  // namespace sweetspot
