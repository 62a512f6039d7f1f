// `sweetspot trials`, `status`, `best`, `export` and `import`: what a study knows.
#pragma once

#include <vector>

#include "apps/sweetspot/command_line.hpp"

namespace sweetspot::app {

[[nodiscard]] std::vector<Command> add_study_queries(CLI::App& app);

}  // namespace sweetspot::app
