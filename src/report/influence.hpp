// Which parameters matter most near the answer.
#pragma once

#include "report/modelled.hpp"

namespace sweetspot::study_report {

/// By the range of the mean over each parameter's slice through the robust centre, the largest first.
[[nodiscard]] std::vector<Index> by_influence(const Modelled& m);

/// The mean, and the measure of the mean over the region, with the centre moved to a grid in two parameters, some
/// tolerances around the robust centre, where the two differ; NaN where that region would not fit in the bounds. Rows
/// follow b, columns a.
struct Landscapes {
    static constexpr double tolerances_around = 8;

    Vector a;
    Vector b;
    Matrix mean;
    Matrix robust;
};
[[nodiscard]] Landscapes landscapes_of(const Modelled& m, Index a, Index b);

}  // namespace sweetspot::study_report
