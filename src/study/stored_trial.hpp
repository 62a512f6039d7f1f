// What every store that outlives its program says and checks alike.
#pragma once

#include <map>
#include <string>

#include "sweetspot/study/store.hpp"

namespace sweetspot {

/// What two runs of a study must agree in: the parameters, without their tolerances, which may be changed.
[[nodiscard]] std::string space_text(const StudyConfig& config);
/// Refuses a study whose stored parameters (empty: none yet) are others than the given ones.
void require_same_parameters(const std::string& where, const std::string& stored, const std::string& given);

/// Other outputs as a JSON object, {"stress": 240.5}.
[[nodiscard]] std::string outputs_text(const std::map<std::string, double>& outputs);
[[nodiscard]] std::map<std::string, double> outputs_in(const std::string& text);

/// What no sweetspot has written; empty where the trial is sound.
[[nodiscard]] std::string flaw_of(const Trial& trial, Index expected_number, Index dimension);

}  // namespace sweetspot
