// What one evaluation may use of its machine: read from a study file, checked, and told.
#pragma once

#include <string>

#include "base/document.hpp"
#include "sweetspot/study/config.hpp"

namespace sweetspot {

/// The keys nice, memory and cpu_time of [objective].
[[nodiscard]] EvaluationResources read_resources(const DocumentTable& objective);

/// Refuses what cannot be meant, with a sentence that begins with the name of the key.
void check_resources(const EvaluationResources& resources);

/// "nice 10, at most 2 GiB of memory, at most 600 s of processor time"; empty where nothing is stated.
[[nodiscard]] std::string resources_text(const EvaluationResources& resources);

}  // namespace sweetspot
