// The state of a search as JSON: what to optimise, how, and what was observed so far.
#pragma once

#include <string>

#include "json_node.hpp"
#include "sweetspot/search/optimizer.hpp"

namespace sweetspot::app {

/// A search that can be continued: `problem`, how it is searched, and the observations in the parameters' units.
struct State {
    Problem problem;
    Options options;
    Points x;  ///< one per column
    Vector y;
    Vector standard_errors;  ///< of y, 0 where none is given
    enum class Fixed { nothing, something } fixed;
};

/// Reads `{"parameters": […], "region": {…}, "measure": …, "method": {…}, "seed": …, "observations": […], "fixed":
/// {…}}`; only "parameters" must be there. `source` (a file's name) begins every sentence that refuses something.
[[nodiscard]] State read_state(const std::string& text, const std::string& source);

/// "fixed": hyper-parameters as they are, template and incumbent from the parameters' units to the unit cube.
[[nodiscard]] Fixed read_fixed(const Node& node, const Problem& problem);

}  // namespace sweetspot::app
