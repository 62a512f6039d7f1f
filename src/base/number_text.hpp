// Numbers as people read them: one way for the terminal, tables, figures and pages (web/page/numbers.js is the same in
// JavaScript).
//
// A minus is a minus (−), a whole part of five digits and more is grouped by threes with a narrow space, and is never
// rounded; nothing is written with an exponent between 10⁻⁴ and 10⁹. What another program reads is written elsewhere.
#pragma once

#include <string>
#include <string_view>

namespace sweetspot {

/// As many significant digits, zeros at the end left out: "−12 345.7", "0.00123", "1.2×10⁻⁷".
[[nodiscard]] std::string number_text(double value, int digits = 5);

/// As many digits as the uncertainty (half the width of an interval) justifies: its second one is the last. The zeros
/// at the end stay, so that the ends of an interval line up: "42.1" where 3.1 is uncertain. Not finite or 0: as above.
[[nodiscard]] std::string number_text_within(double value, double uncertainty);

/// "39.2 … 45.4", each end as above.
[[nodiscard]] std::string interval_text(double lower, double upper);

/// A share of 1 in per cent: "97.3 %".
[[nodiscard]] std::string percent_text(double share, int digits = 4);

/// A number that is text already, with its unit if there is one.
[[nodiscard]] std::string with_unit(const std::string& number, std::string_view unit);

/// With its unit, if there is one: "41.2 N". A unit that takes SI prefixes gets one where the number would be awkward
/// without: "12 nF" of 1.2e-8 and "F".
[[nodiscard]] std::string quantity_text(double value, std::string_view unit, int digits = 5);

}  // namespace sweetspot
