// An answer in words and numbers for people, the same on the terminal and on pages.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "study/evidence.hpp"

namespace sweetspot {

/// "1 evaluation", "12 evaluations".
[[nodiscard]] std::string counted(Index count, std::string_view what);

/// "38.729 N": a value of the objective.
[[nodiscard]] std::string value_words(const ObjectiveConfig& objective, double value);
/// "3.1844 mm"; the name of a choice.
[[nodiscard]] std::string value_words(const StudyParameter& described, double value);

/// "38.73 N (38.63 … 38.83)": what the model expects at a design itself.
[[nodiscard]] std::string expected_words(const ObjectiveConfig& objective, const Candidate& candidate);

/// The study's measure as people read it: a yield is the share of builds within its limit, in per cent, and large is
/// good.
struct ShownMeasure {
    std::string name;   ///< "worst case", "95 % quantile", "share of builds within 41"
    Estimate estimate;  ///< in the unit
    std::string unit;   ///< of the objective, or "%"
    enum class Good { small, large } good = Good::small;

    [[nodiscard]] std::string value() const;     ///< "42.1 N"
    [[nodiscard]] std::string interval() const;  ///< "39.2 … 45.4 N"
};
[[nodiscard]] ShownMeasure shown_measure(const ObjectiveConfig& objective, const RegionMeasure& measure);
/// A change of the measure's value, above 0 for worse, as an amount above 0: "0.02 N", "1.3 percentage points".
[[nodiscard]] std::string change_words(const ObjectiveConfig& objective, const RegionMeasure& measure, double change);

/// A row of region_rows() as text, the second with its interval.
[[nodiscard]] std::string value_of_row(const RegionRow& row);
/// … with the digits that the interval of another row justifies, to stand beside it.
[[nodiscard]] std::string value_beside(const RegionRow& row, const RegionRow& other);
[[nodiscard]] std::string interval_of_row(const RegionRow& row);

/// What robustness costs at the centre itself, and what it saves in its region, a sentence each; each side with where
/// its number is from.
[[nodiscard]] std::vector<std::string> price_words(const StudyConfig& config, const Answer& answer);
/// The first half: "0.3223 N", "nothing".
[[nodiscard]] std::string price_amount(const StudyConfig& config, const Answer& answer);

/// "width = 3.2 mm, height = 12.2 mm": what is chosen of a rounded design.
[[nodiscard]] std::string in_words(const StudyConfig& config, const RoundedDesign& rounded);
/// "0.02 of 42.1 in the worst case, nothing that matters".
[[nodiscard]] std::string rounding_words(const StudyConfig& config, const Answer& answer, const RoundedDesign& rounded);

/// "38.411 in trial 41".
[[nodiscard]] std::string in_words(const ObjectiveConfig& objective, const MeasuredValue& measured);
/// What was measured, in two sentences: the best of all, and the worst inside the region.
[[nodiscard]] std::string in_words(const StudyConfig& config, const Evidence& evidence);

/// "width = 3.1844338, height = 12.163" with every digit and the plain names, in ASCII where the names are.
[[nodiscard]] std::string plain_text(const StudyConfig& config, const Vector& x);

}  // namespace sweetspot
