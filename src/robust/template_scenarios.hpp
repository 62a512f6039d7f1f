// Templates of regions whose choices may be confused: the product of deviations and scenarios.
#pragma once

#include "sweetspot/robust/template.hpp"

namespace sweetspot {

/// Plain templates of what is built as ordered, and of what is built in any other scenario.
struct ScenarioTemplates {
    const Template& as_ordered;
    const Template& otherwise;
    const ConfusionPtr& confusion;
};

/// The points of the first, then those of the second once for each other scenario; the weights of each are multiplied
/// by that of its scenario.
[[nodiscard]] Template in_every_scenario(const ScenarioTemplates& plain);

}  // namespace sweetspot
