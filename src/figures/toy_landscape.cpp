// The toy function and the landscape of its worst cases (fig:toy-and-induced-robust-landscape).
#include "figures/paper_figures.hpp"
#include "figures/toy_model.hpp"
#include "problems/line.hpp"

namespace sweetspot {

Figure toy_landscape_figure() {
    using namespace plot;
    const BenchmarkPtr benchmark = benchmark_named("toy");
    const Vector tolerance = Vector::Constant(1, toy::tolerance);
    const auto worst_case = [&](double x) { return benchmark->worst_case(Vector{{x}}, Norm::two, tolerance); };
    const Vector x = spaced(0, 1, toy::steps);
    const Vector centres = spaced(toy::tolerance, 1 - toy::tolerance, toy::steps);
    const double robust = benchmark->optimum(1, Norm::two, toy::tolerance).x[0];
    const double fragile = maximum_on([](double at) { return -toy::value(at); }, 0, 1, toy::steps).x;

    Plot figure({.head = 50});
    figure.name_axes("<i>x</i>", "<i>f</i>(<i>x</i>)");
    figure.axis('x')["range"] = {0, 1};
    figure.axis('y')["range"] = {-2.15, 2.75};
    figure.add(line(x, toy::values(x), "Toy function <i>f</i>", blue));
    figure.add(line(centres, centres.unaryExpr(worst_case), "Worst case within <i>x</i> ± 0.1", vermilion));
    figure.add(markers(Vector{{fragile}}, Vector{{toy::value(fragile)}}, "Minimum of <i>f</i>", blue, "triangle-up"));
    figure.add(markers(Vector{{robust}}, Vector{{worst_case(robust)}}, "Robust optimum", vermilion, "triangle-up"));
    figure.add_shape(strip(robust - toy::tolerance, robust + toy::tolerance, faded(vermilion, 0.1)));
    // The bar: as wide as a region, in the corner where the function leaves room.
    const double right = 0.97;
    SortedJson bar = line(Vector{{right - 2 * toy::tolerance, right}}, Vector{{2.45, 2.45}}, "Width of a region", ink);
    bar["mode"] = "lines+markers";
    bar["line"]["width"] = 3;
    bar["marker"] = {{"symbol", "line-ns-open"}, {"size", 12}, {"color", ink}, {"line", {{"width", 3}}}};
    figure.add(std::move(bar));
    return figure.figure("toy-landscape", "The toy function and its robust landscape",
                         "f(x) = sin(3πx³) − sin(8πx³) and the largest value within 0.1 of each centre. Triangles mark "
                         "the lowest point of each; the shaded strip is the region of the robust optimum, as wide as "
                         "the bar in the corner.");
}

}  // namespace sweetspot
