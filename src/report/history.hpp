// How the answer became better while a study went on.
#pragma once

#include "report/modelled.hpp"

namespace sweetspot::study_report {

/// The measure of the region that would have been built after more and more trials, by the model of those trials;
/// sought again at up to 25 places. A yield is in per cent of good builds.
struct History {
    Vector number;  ///< of the last trial that was known
    Vector value;
    Vector lower;
    Vector upper;
};

[[nodiscard]] History history_of(const Modelled& m);

}  // namespace sweetspot::study_report
