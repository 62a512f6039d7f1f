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
/// How finely: so many steps along each parameter, and of the template's points so many at most, evenly chosen.
struct LandscapeDetail {
    Index steps = 30;
    /// A picture needs no more, and 1000 of them over 31 x 31 places take seconds.
    Index most_points = 250;
};
[[nodiscard]] Landscapes landscapes_of(const Modelled& m, Index a, Index b, const LandscapeDetail& detail = {});

/// The parameter between narrower bounds, those of a landscape: so many tolerances around the robust centre, and as far
/// as the best single point; all of it where it is built exactly.
[[nodiscard]] Parameter window(const Modelled& m, Index d);

}  // namespace sweetspot::study_report
