// The robust and the usual expected improvement of the toy example (toy-expected-improvement-comparison).
#include "acquisition/expected_improvement.hpp"
#include "acquisition/robust_expected_improvement.hpp"
#include "figures/paper_figures.hpp"
#include "figures/toy_model.hpp"

namespace sweetspot {
namespace {

using namespace plot;

/// A curve and a triangle at its highest point, on the axis "y" (left) or "y2" (right).
void add_curve(Plot& figure, const Vector& x, const Vector& y, const std::string& name, const char* colour,
               const std::string& axis) {
    Index best = 0;
    y.maxCoeff(&best);
    SortedJson curve = line(x, y, name, colour);
    SortedJson top = markers(x.segment(best, 1), y.segment(best, 1), name, colour, "triangle-down");
    top["showlegend"] = false;
    for (SortedJson* trace : {&curve, &top}) {
        (*trace)["yaxis"] = axis;
        (*trace)["legendgroup"] = name;
        figure.add(*trace);
    }
}

SortedJson axis_of(const std::string& title, const char* colour) {
    return {{"title", {{"text", title}, {"font", {{"color", colour}}}, {"standoff", 6}}},
            {"tickfont", {{"color", colour}}},
            {"tickmode", "auto"},
            {"nticks", 6},
            {"rangemode", "tozero"}};
}

}  // namespace

Figure toy_expected_improvement_figure() {
    const Optimizer search = toy::robust_search();
    const Suggestion suggestion = search.ask();
    const GaussianProcess& gp = *suggestion.reason->gp;
    const double scale = gp.standardisation().scale;
    const RobustSet& robust_set = search.problem().robust_set();
    const Template T = make_template(robust_set, {}, Rng(1).split("template"));
    const QualityPtr quality = worst_quality();
    // As many pivots as template points: the realisations are exact.
    const RobustExpectedImprovement robust(gp, T, T.weights, *quality, suggestion.reason->incumbent,
                                           {.realisations = 100, .pivots = {.max_rank = T.size(), .tolerance = 0}},
                                           Rng(1).split("realisations"));
    const ExpectedImprovement plain(gp);
    const Vector centres = spaced(toy::tolerance, 1 - toy::tolerance, toy::steps);
    const Vector x = spaced(0, 1, toy::steps);

    Plot figure({.head = 50});
    figure.name_axes("<i>x</i>", "");
    figure.axis('x')["range"] = {0, 1};
    figure.axis('y').update(axis_of("Robust expected improvement", vermilion));
    figure.layout()["yaxis2"] = axis_of("Usual expected improvement", blue);
    figure.layout()["yaxis2"].update(
        {{"overlaying", "y"}, {"side", "right"}, {"showgrid", false}, {"ticks", "outside"}, {"automargin", true}});
    add_curve(figure, centres, scale * robust.values(centres.transpose()), "Robust, 100 realisations", vermilion, "y");
    add_curve(figure, x, scale * plain.values(x.transpose()), "Usual, of a single point", blue, "y2");
    return figure.figure("toy-expected-improvement", "Robust and usual expected improvement",
                         "The expected improvement of a region's worst case, by 100 joint realisations, and that of a "
                         "single point, in closed form. Triangles mark where each is greatest: that is where the next "
                         "evaluation would be.");
}

}  // namespace sweetspot
