// The neighbourhood of the observations and the extended neighbourhood (fig:neighbourhood).
#include "robust/neighbourhood.hpp"
#include "figures/outline.hpp"
#include "figures/paper_figures.hpp"
#include "page/plot.hpp"

namespace sweetspot {
namespace {

using namespace plot;

constexpr double tolerance = 0.1;
/// The edges of the box of centres lie on lines of this grid, so that they are drawn to the letter.
constexpr Index grid_cells = 250;

/// Nine places that show it all: alone, overlapping, and in the margin.
Points observed() {
    return Points{{0.17, 0.28, 0.36, 0.62, 0.78, 0.80, 0.97, 0.60, 0.30},
                  {0.30, 0.36, 0.22, 0.62, 0.71, 0.30, 0.45, 0.05, 0.93}};
}

}  // namespace

Figure neighbourhood_figure() {
    const Box domain = Box::unit(2);
    const RobustSet robust_set(Norm::two, Vector::Constant(2, tolerance));
    const Box centres = robust_set.centres(domain);
    const Neighbourhood neighbourhood(observed(), robust_set, centres);
    const ExtendedNeighbourhood extended(neighbourhood, robust_set);
    const auto in_neighbourhood = [&](const Vector& x) { return neighbourhood.contains(x); };
    // The search for a centre is slow, and most of the square is decided without it: a centre covers itself, and no
    // region of a centre reaches further than two tolerances from its observation.
    const auto in_extended = [&](const Vector& x) {
        if (neighbourhood.contains(x)) return true;
        if ((observed().colwise() - x).colwise().norm().minCoeff() > 2.01 * tolerance) return false;
        return extended.contains(x);
    };

    Plot figure({.panel_height = 480, .head = 70});
    figure.name_axes("<i>x</i><sub>1</sub>", "<i>x</i><sub>2</sub>");
    figure.add(area(outlines(in_extended, domain, grid_cells), "Extended neighbourhood", faded(sky, 0.35), sky));
    figure.add(area(outlines(in_neighbourhood, domain, grid_cells), "Neighbourhood", faded(blue, 0.45), blue));
    SortedJson margin =
        line(Vector{{centres.lower[0], centres.upper[0], centres.upper[0], centres.lower[0], centres.lower[0]}},
             Vector{{centres.lower[1], centres.lower[1], centres.upper[1], centres.upper[1], centres.lower[1]}},
             "Where centres may lie", ink);
    margin["line"].update({{"dash", "dash"}, {"width", 1.5}});
    figure.add(std::move(margin));
    SortedJson points = markers(observed().row(0), observed().row(1), "Observations", vermilion, "square");
    points["marker"]["line"] = {{"color", "#ffffff"}, {"width", 1}};
    figure.add(std::move(points));
    figure.square();
    for (const char axis : {'x', 'y'}) {
        figure.axis(axis)["range"] = {0, 1};
        figure.axis(axis)["showgrid"] = false;
    }
    return figure.figure("neighbourhood", "Neighbourhood and extended neighbourhood",
                         "Nine observations in the unit square and regions of radius 0.1. A centre is in the "
                         "neighbourhood if an observation is in its region; the extended neighbourhood is what the "
                         "regions of those centres cover. A region must lie in the domain, so no centre lies in the "
                         "margin outside the dashed line, while observations may.");
}

}  // namespace sweetspot
