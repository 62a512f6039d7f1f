// One realisation, its quality, and where that improves on the best-so-far centre (fig:toy-realisation-improvement).
#include "acquisition/improvement.hpp"
#include "figures/paper_figures.hpp"
#include "figures/toy_model.hpp"

namespace sweetspot {

Figure toy_improvement_figure() {
    using namespace plot;
    const Suggestion suggestion = toy::robust_search().ask();
    const double x_star = suggestion.reason->incumbent[0];
    // The region of x* lies between the steps: its ends are drawn with the rest.
    Vector x(toy::steps + 4);
    x << spaced(0, 1, toy::steps), x_star - toy::tolerance, x_star, x_star + toy::tolerance;
    // One of those in which the left valley is better.
    const Vector drawn = toy::realisations(*suggestion.reason->gp, x, 1, Rng(37)).col(0);
    const double best_quality = toy::worst_within(x, drawn, x_star);
    const Vector centres = spaced(toy::tolerance, 1 - toy::tolerance, 320);
    const Vector quality = centres.unaryExpr([&](double at) { return toy::worst_within(x, drawn, at); });
    const Vector gain = quality.unaryExpr([&](double at) { return improvement(best_quality, at); });

    Plot figure({.head = 50});
    figure.name_axes("<i>x</i>", "<i>f</i>(<i>x</i>)");
    figure.axis('x')["range"] = {0, 1};
    figure.add(band(centres, (best_quality - gain.array()).matrix(), Vector::Constant(centres.size(), best_quality),
                    "Improvement", faded(green, 0.35)));
    figure.add(line(x.head(toy::steps + 1), drawn.head(toy::steps + 1), "Realisation", sky));
    figure.add(line(centres, quality, "Its worst case within <i>x</i> ± 0.1", vermilion));
    SortedJson level = line(Vector{{0, 1}}, Vector::Constant(2, best_quality), "Quality of <i>x</i>*", ink);
    level["line"]["dash"] = "dash";
    figure.add(std::move(level));
    figure.add(markers(Vector{{x_star}}, Vector{{best_quality}}, "<i>x</i>*", green, "circle"));
    return figure.figure("toy-improvement", "One realisation, its quality and its improvement",
                         "The quality of a centre is the realisation's largest value within its region. The dashed "
                         "line is the quality of the best centre so far, x*, in this realisation; the shaded area is "
                         "the improvement on it.");
}

}  // namespace sweetspot
