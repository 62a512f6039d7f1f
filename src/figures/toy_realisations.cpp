// Realisations of the model of eight observations of the toy function (fig:toy-gp-realisations).
#include "figures/paper_figures.hpp"
#include "figures/toy_model.hpp"

namespace sweetspot {

Figure toy_realisations_figure() {
    using namespace plot;
    const Optimizer search = toy::robust_search();
    const Suggestion suggestion = search.ask();
    const double x_star = suggestion.reason->incumbent[0];
    const Vector x = spaced(0, 1, toy::steps);

    Plot figure({.head = 50});
    figure.name_axes("<i>x</i>", "<i>f</i>(<i>x</i>)");
    figure.axis('x')["range"] = {0, 1};
    const Matrix drawn = toy::realisations(*suggestion.reason->gp, x, 15, Rng(15));
    const double lowest = drawn.minCoeff() - 0.6;
    figure.axis('y')["range"] = {number(lowest), number(drawn.maxCoeff() + 0.2)};
    toy::add_realisations(figure, x, drawn, 0);
    toy::add_observations(figure, search.inputs().row(0), search.outputs(), 0);
    figure.add_shape(strip(x_star - toy::tolerance, x_star + toy::tolerance, faded(green, 0.12)));
    // Along the bottom, as in the paper.
    figure.add(
        markers(Vector{{x_star}}, Vector{{lowest + 0.25}}, "Best centre so far, <i>x</i>*", green, "triangle-up"));
    return figure.figure("toy-realisations", "Realisations of the model",
                         "15 functions drawn from the Gaussian process that was fitted to eight observations of the "
                         "toy function. The triangle and the shaded region show the best centre so far, the one whose "
                         "worst case by the posterior mean is least.");
}

}  // namespace sweetspot
