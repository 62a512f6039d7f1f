// The state of a search as one text: what to optimise, how, and what was observed so far. A program that keeps its own
// loop sends it to `sweetspot suggest`.
#pragma once

#include <string>
#include <string_view>

#include "sweetspot/search/description.hpp"

namespace sweetspot {

/// A search that can be continued, with the observations in the parameters' units.
struct SearchState {
    SearchDescription search;
    Points x;  ///< one per column
    Vector y;
    Vector standard_errors;  ///< of y, 0 where none is given
    Fixed fixed;
    bool has_fixed = false;  ///< something is taken as given
};

enum class Syntax { json, toml };

/// Reads `{"parameters": […], "region": {…}, "measure": …, "method": {…}, "model": {…}, "seed": …, "observations": […],
/// "fixed": {…}}`, or the same words in TOML; only the parameters must be there. They are the words of a study file.
/// `source` (a file's name) begins every sentence that refuses something.
[[nodiscard]] SearchState read_state(std::string_view text, const std::string& source, Syntax syntax = Syntax::json);

/// The search with all that was observed told to it.
[[nodiscard]] Optimizer optimizer_of(const SearchState& state, int threads = 1);

}  // namespace sweetspot
