// What a state takes as given: the model, the template and the incumbent.
#pragma once

#include "base/document.hpp"
#include "sweetspot/methods/model_options.hpp"
#include "sweetspot/robust/problem.hpp"

namespace sweetspot {

/// A point of the domain, in the parameters' units.
[[nodiscard]] Vector point_in(const DocumentTable& table, const std::string& key, const Problem& problem);

/// Hyper-parameters as they are, template and incumbent from the parameters' units to the unit cube.
[[nodiscard]] Fixed read_fixed(const DocumentTable& table, const Problem& problem);

}  // namespace sweetspot
