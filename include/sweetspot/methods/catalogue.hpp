// The family of methods by name, for the edge where names are typed.
#pragma once

#include <functional>
#include <optional>
#include <string_view>

#include "sweetspot/base/family.hpp"
#include "sweetspot/methods/improvement_options.hpp"
#include "sweetspot/methods/method.hpp"
#include "sweetspot/methods/model_options.hpp"
#include "sweetspot/sampling/sampling_rule.hpp"

namespace sweetspot {

/// What a method is made of besides its own settings; nothing: what it is meant to have.
struct MethodParts {
    std::optional<ModelOptions> model = std::nullopt;
    std::optional<ImprovementOptions> improvement = std::nullopt;
    SamplingRulePtr sampling = nullptr;
    MaximiserPtr maximiser = nullptr;
};

/// A member of the family. Parts that it does not use are ignored by `make`; the edge refuses them.
struct ListedMethod : Member<MethodPtr, MethodParts> {
    bool uses_sampling_rule = false;
    bool uses_maximiser = false;
    bool has_model = true;             ///< by which it proposes; a recommendation has one in any case
    bool nominal = false;              ///< recommends the best value that it measured, not the best-so-far centre
    bool reports_by_own_rule = false;  ///< has an own_recommendation
    /// The model that it is meant to have.
    std::function<ModelOptions()> model = [] { return ModelOptions(); };
};

/// The method that is used when none is named; when a sampling rule is, the one that has such a choice.
inline constexpr std::string_view default_method = "alternating";
inline constexpr std::string_view method_with_sampling_rule = "bayesian-robust-search";

[[nodiscard]] const FamilyOf<ListedMethod>& method_family();
/// An unknown name is refused with "did you mean".
[[nodiscard]] MethodPtr method_named(std::string_view name, const MethodParts& parts = {});

}  // namespace sweetspot
