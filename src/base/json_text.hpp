// JSON as text, written for people and programs alike.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "sweetspot/base/linear_algebra.hpp"

namespace sweetspot {

/// Keeps the order in which keys were given.
using Json = nlohmann::ordered_json;

[[nodiscard]] Json array_of(const VectorRef& x);

/// Indented by two spaces; what is flat or fits stands on one line. Numbers keep every digit that is needed
/// to read back the same double; one that is not finite is a NumericalError, since JSON cannot hold it.
[[nodiscard]] std::string write_json(const Json& value);
/// The same on one line: {"number": 0, "params": {"r1": 2.51}}.
[[nodiscard]] std::string write_json_line(const Json& value);

}  // namespace sweetspot
