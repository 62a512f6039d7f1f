// What tolerances cost, and which may change, as people write it: "width=1/t,height=table.csv".
#pragma once

#include <string>
#include <vector>

#include "sweetspot/search/tolerance_questions.hpp"
#include "sweetspot/study/config.hpp"

namespace sweetspot {

struct ChoiceTexts {
    std::string cost;    ///< "width=3/t^2,height=table.csv"; empty: usual_choices()
    std::string lock;    ///< "width" at its present tolerance, or "width=0.1"
    std::string bounds;  ///< "height=0.05:0.4"
};

/// One per parameter; a mistake is an ArgumentMistake in cost, lock or bounds. Costs are of the tolerance as people
/// write it: in the parameter's unit, or in per cent.
[[nodiscard]] std::vector<ToleranceChoice> tolerance_choices(const StudyConfig& config, const ChoiceTexts& texts);

/// "0.2", "5%".
[[nodiscard]] std::string shown_tolerance(const StudyParameter& parameter, double amount);

}  // namespace sweetspot
