// What the answer would be with other tolerances, by the same model.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "report/modelled.hpp"

namespace sweetspot::study_report {

/// By how much the quality at the robust centre changes with one tolerance.
struct ToleranceEffect {
    std::string name;  ///< of the parameter
    std::optional<double> halved;
    std::optional<double> doubled;  ///< nothing if such a region fits nowhere
    bool reaches_out = false;       ///< the doubled region at this centre reaches beyond the bounds

    [[nodiscard]] double span() const { return doubled.value_or(0) - halved.value_or(0); }
};

/// Of every parameter that is not built exactly, the costliest tolerance first.
[[nodiscard]] std::vector<ToleranceEffect> tolerance_effects(const Modelled& m);

/// The quality of the best region with all tolerances multiplied.
struct ToleranceCurve {
    Vector factor;
    Vector value;
    Vector lower;
    Vector upper;
    std::vector<Vector> centres;   ///< in the parameters' units
    std::vector<double> left_out;  ///< factors whose region does not fit in the bounds
};
[[nodiscard]] ToleranceCurve tolerance_curve(const Modelled& m);

}  // namespace sweetspot::study_report
