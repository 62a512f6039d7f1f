// The three evaluations that follow, by either expected improvement (fig:comparison-after-3-iterations).
#include "figures/paper_figures.hpp"
#include "figures/toy_model.hpp"

namespace sweetspot {
namespace {

using namespace plot;

void add_panel(Plot& figure, Optimizer search, Index panel) {
    const Index before = search.observations();
    for (int i = 0; i < 3; ++i) {
        const double x = search.ask().x[0];
        search.tell(Vector{{x}}, toy::value(x));
    }
    const Vector x = spaced(0, 1, toy::steps);
    const Suggestion after = search.ask();
    toy::add_realisations(figure, x, toy::realisations(*after.reason->gp, x, 15, Rng(7)), panel);
    const Vector inputs = search.inputs().row(0).transpose();
    toy::add_observations(figure, inputs.head(before), search.outputs().head(before), panel);
    SortedJson latest = markers(inputs.tail(3), search.outputs().tail(3), "The three evaluations after", vermilion,
                                "circle-open", panel);
    latest["marker"].update({{"size", 13}, {"line", {{"width", 3}}}});
    latest["legendgroup"] = "latest";
    latest["showlegend"] = panel == 0;
    figure.add(std::move(latest));
    figure.axis('x', panel)["range"] = {0, 1};
    if (panel > 0) figure.axis('y', panel)["matches"] = "y";
}

}  // namespace

Figure toy_evaluations_figure() {
    Plot figure({.columns = 2, .panel_width = 420, .head = 80});
    figure.set_least_width(640);
    add_panel(figure, toy::robust_search(), 0);
    add_panel(figure, toy::plain_search(), 1);
    figure.name_axes("<i>x</i>", "<i>f</i>(<i>x</i>)", 0);
    figure.name_axes("<i>x</i>", "", 1);
    figure.name_panel("Robust expected improvement", 0);
    figure.name_panel("Usual expected improvement", 1);
    return figure.figure(
        "toy-evaluations", "The three evaluations after",
        "Both searches start from the same eight observations (dots) and evaluate where their "
        "expected improvement is greatest (circles). The lines are 15 realisations of the model "
        "afterwards. The robust search goes to the wide valley, the usual one to the deep but narrow.");
}

}  // namespace sweetspot
