// The one reader of a search's description, for every file and both syntaxes.
#pragma once

#include "base/document.hpp"
#include "sweetspot/search/description.hpp"

namespace sweetspot {

/// Refuses a name that cannot stand in a table or a command.
void check_plain_name(const std::string& name);
/// Names stand in tables: refuses an empty one, commas, quotes, line breaks and the like.
void check_name(const DocumentTable& table, const std::string& name);

/// A line for people under the key (a label, a unit); empty if it is not there.
[[nodiscard]] std::string words_of(const DocumentTable& table, const std::string& key);

/// The word under the key, one of `known`; the first if the key is not there.
[[nodiscard]] std::string one_of(const DocumentTable& table, const std::string& key,
                                 const std::vector<std::string>& known);

/// Reads parameters, region, measure, method, model and seed of `file`, whose other keys are somebody else's. What only
/// the engine can see, e.g. a region that does not fit, is refused as well.
[[nodiscard]] SearchDescription read_search(const DocumentTable& file);

}  // namespace sweetspot
