// What is said between us and the objective: parameters out, a result in. Text only; no files, no processes.
#pragma once

#include <string>
#include <string_view>

#include "study/command.hpp"

namespace sweetspot::study {

/// The parameters in the format, with as few digits as give every number back to the last bit. A real number always has
/// a point or an exponent, so that readers who tell integers from reals see its type.
[[nodiscard]] std::string parameters_text(ObjectiveFormat format, const std::vector<CommandParameter>& parameters,
                                          const VectorRef& x);

/// Reads a result. `source` says for people where the text comes from, e.g. "its standard output". A further output
/// that is missing, null or not finite is not known; the rest counts all the same.
[[nodiscard]] Outcome parse_result(ObjectiveFormat format, std::string_view text, std::string_view source,
                                   const ResultNames& names = {});

}  // namespace sweetspot::study
