// The paper's six benchmark functions as surfaces in two dimensions (fig:benchmark functions).
#include <fmt/format.h>

#include "figures/paper_figures.hpp"
#include "page/plot.hpp"
#include "sweetspot/problems/benchmark.hpp"

namespace sweetspot {
namespace {

using namespace plot;

/// Enough for the ripples of Levy 03 to be seen, small enough for a page of six.
constexpr Index grid_steps = 60;

SortedJson scene_axis(const std::string& title) {
    return {{"title", {{"text", title}, {"font", {{"size", 15}}}}},
            {"gridcolor", "#d5d5d5"},
            {"showbackground", false},
            {"zeroline", false},
            {"nticks", 4},
            {"tickfont", {{"size", 11}}}};
}

/// Its ticks stay away from the corners, where those of two axes would lie on one another.
SortedJson side_axis(const std::string& title, const Parameter& side) {
    SortedJson axis = scene_axis(title);
    axis["tickvals"] = {side.lower / 2, (side.lower + side.upper) / 2, side.upper / 2};
    return axis;
}

Figure surface(const std::string& problem, int place) {
    const BenchmarkPtr benchmark = benchmark_named(problem);
    const Parameter side = benchmark->space(2).parameters()[0];
    const Vector x = spaced(side.lower, side.upper, grid_steps);
    Matrix z(x.size(), x.size());
    for (Index i = 0; i < x.size(); ++i) {
        for (Index j = 0; j < x.size(); ++j) z(i, j) = benchmark->value(Vector{{x[j], x[i]}});
    }
    // Four digits are finer than a pixel.
    z = z.unaryExpr([](double value) { return std::stod(fmt::format("{:.4g}", value)); });

    Plot figure({.panel_height = 265, .head = 10});
    for (const char* key : {"xaxis", "yaxis", "legend", "shapes", "annotations"}) figure.layout().erase(key);
    figure.layout()["margin"] = {{"l", 0}, {"r", 0}, {"t", 0}, {"b", 0}};
    figure.layout()["scene"] = {
        {"xaxis", side_axis("x₁", side)},
        {"yaxis", side_axis("x₂", side)},
        {"zaxis", scene_axis("f")},
        {"aspectmode", "manual"},
        {"aspectratio", {{"x", 1}, {"y", 1}, {"z", 0.75}}},
        // A little to the right, where the ticks of the left axis leave room.
        {"camera",
         {{"eye", {{"x", 1.52}, {"y", -1.72}, {"z", 1.15}}}, {"center", {{"x", -0.09}, {"y", -0.08}, {"z", -0.1}}}}}};
    figure.add({{"type", "surface"},
                {"x", numbers(x)},
                {"y", numbers(x)},
                {"z", rows_of(z)},
                {"colorscale", "Viridis"},
                {"showscale", false}});
    return figure.figure("surface-" + problem, fmt::format("f{}: {}", place, label_of_problem(problem)), "");
}

}  // namespace

std::vector<Figure> surface_figures() {
    std::vector<Figure> figures;
    for (const char* problem :
         {"bumped-bowl", "levy03", "styblinski-tang", "robust-problem-4", "stepped-sphere", "quintic"}) {
        figures.push_back(surface(problem, static_cast<int>(figures.size()) + 1));
    }
    return figures;
}

}  // namespace sweetspot
