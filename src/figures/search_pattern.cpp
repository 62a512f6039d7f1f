// Where searches evaluate in two dimensions (fig:search patterns).
#include <numbers>

#include "base/check.hpp"
#include "figures/comparison_figures.hpp"
#include "page/plot.hpp"

namespace sweetspot {
namespace {

using namespace plot;

constexpr Index background_steps = 40;
constexpr Index most_columns = 4;

/// The function over the unit square, pale so that black and white dots stand out.
SortedJson background(const Benchmark& benchmark) {
    const Space space = benchmark.space(2);
    const Vector u = spaced(0, 1, background_steps);
    Matrix z(u.size(), u.size());
    for (Index i = 0; i < u.size(); ++i) {
        for (Index j = 0; j < u.size(); ++j) z(i, j) = benchmark.value(space.from_unit(Vector{{u[j], u[i]}}));
    }
    z = z.unaryExpr([](double value) { return std::stod(fmt::format("{:.3g}", value)); });
    return {{"type", "contour"},
            {"x", numbers(u)},
            {"y", numbers(u)},
            {"z", rows_of(z)},
            {"ncontours", 14},
            {"showscale", false},
            {"hoverinfo", "skip"},
            {"line", {{"width", 0.5}, {"color", "#9fb4c4"}}},
            {"colorscale", {{0, "#6f9fc4"}, {0.5, "#b5cfe2"}, {1, "#eef4f8"}}}};
}

Points region(const RobustSet& robust_set, const VectorRef& centre) {
    const Vector turn = spaced(0, 2 * std::numbers::pi, 72);
    Points outline(2, turn.size());
    for (Index i = 0; i < turn.size(); ++i) {
        outline.col(i) = centre + robust_set.boundary_towards(Vector{{std::cos(turn[i]), std::sin(turn[i])}});
    }
    return outline;
}

SortedJson grouped(SortedJson trace, const std::string& group, Index panel) {
    trace["legendgroup"] = group;
    trace["showlegend"] = panel == 0;
    return trace;
}

void add_centre(Plot& figure, const RobustSet& robust_set, const VectorRef& centre, const std::string& name,
                const char* colour, const char* symbol, Index panel) {
    SortedJson ring = area({region(robust_set, centre)}, name, "rgba(0,0,0,0)", colour, panel);
    ring["line"]["width"] = 2;
    ring["legendgroup"] = name;
    ring["showlegend"] = false;
    figure.add(std::move(ring));
    SortedJson middle = markers(centre.head(1), centre.tail(1), name, colour, symbol, panel);
    middle["marker"].update({{"size", 12}, {"line", {{"color", "#ffffff"}, {"width", 1}}}});
    figure.add(grouped(std::move(middle), name, panel));
}

void add_evaluations(Plot& figure, const SearchPattern& pattern, Index panel) {
    const Points first = pattern.evaluated.leftCols(pattern.initial);
    const Points later = pattern.evaluated.rightCols(pattern.evaluated.cols() - pattern.initial);
    const SortedJson rim = {{"color", ink}, {"width", 1}};
    SortedJson triangles = markers(first.row(0), first.row(1), "Initial design", ink, "triangle-up", panel);
    triangles["marker"].update({{"size", 11}, {"line", {{"color", "#ffffff"}, {"width", 1}}}});
    SortedJson dots = markers(later.row(0), later.row(1), "Evaluations, first black, last white", ink, "circle", panel);
    SortedJson shades = SortedJson::array();
    for (Index i = 0; i < later.cols(); ++i) {
        const double share = later.cols() == 1 ? 0 : static_cast<double>(i) / static_cast<double>(later.cols() - 1);
        const int level = static_cast<int>(std::lround(255 * share));
        shades.push_back(fmt::format("rgb({0},{0},{0})", level));
    }
    dots["marker"].update({{"size", 8}, {"color", shades}, {"line", rim}});
    figure.add(grouped(std::move(triangles), "initial", panel));
    figure.add(grouped(std::move(dots), "evaluations", panel));
}

}  // namespace

Figure search_pattern_figure(const Benchmark& benchmark, Norm norm, double tolerance,
                             const std::vector<SearchPattern>& patterns, std::string id, std::string title) {
    require(!patterns.empty(), "search_pattern_figure: there is no search to draw; give at least one");
    const Space space = benchmark.space(2);
    const Vector optimum = space.to_unit(benchmark.optimum(2, norm, tolerance).x);
    Vector edge(2);
    for (Index d = 0; d < 2; ++d) edge[d] = space.parameters()[d].upper - space.parameters()[d].lower;
    const RobustSet robust_set = RobustSet(norm, Vector::Constant(2, tolerance)).scaled(edge.cwiseInverse());
    const Index columns = std::min(most_columns, static_cast<Index>(patterns.size()));
    const Index rows = (std::ssize(patterns) + columns - 1) / columns;
    const SortedJson values = background(benchmark);

    Plot figure({.rows = rows,
                 .columns = columns,
                 .gap_x = 35,
                 .gap_y = 55,
                 .panel_height = 215,
                 .panel_width = 215,
                 .head = 90});
    figure.set_least_width(240.0 * static_cast<double>(columns));
    for (Index panel = 0; panel < std::ssize(patterns); ++panel) {
        const SearchPattern& pattern = patterns[static_cast<std::size_t>(panel)];
        require(pattern.evaluated.rows() == 2 && pattern.recommended.size() == 2 && pattern.initial >= 0 &&
                    pattern.initial < pattern.evaluated.cols(),
                "search_pattern_figure: the search of {} has {} coordinates and {} of {} evaluations initial; it must "
                "be two-dimensional with evaluations after the initial design",
                pattern.method, pattern.evaluated.rows(), pattern.initial, pattern.evaluated.cols());
        SortedJson behind = values;
        behind.update({{"xaxis", axis_name('x', panel)}, {"yaxis", axis_name('y', panel)}});
        figure.add(std::move(behind));
        add_evaluations(figure, pattern, panel);
        add_centre(figure, robust_set, optimum, "Robust optimum and its region", green, "star", panel);
        add_centre(figure, robust_set, pattern.recommended, "Recommended centre and its region", vermilion, "diamond",
                   panel);
        figure.name_panel(look_of(pattern.method).label, panel);
        figure.name_axes(
            panel / columns == rows - 1 || panel + columns >= std::ssize(patterns) ? "<i>x</i><sub>1</sub>" : "",
            panel % columns == 0 ? "<i>x</i><sub>2</sub>" : "", panel);
        for (const char axis : {'x', 'y'}) {
            figure.axis(axis, panel).update({{"range", {0, 1}}, {"dtick", 0.5}, {"showgrid", false}});
        }
        figure.square(panel);
    }
    for (Index panel = std::ssize(patterns); panel < rows * columns; ++panel) figure.leave_out(panel);
    return figure.figure(
        std::move(id), std::move(title),
        fmt::format("{} in the unit square, darker where it is lower. Triangles are the initial design, dots the "
                    "evaluations after it, from black (first) to white (last). The star is the robust optimum and the "
                    "diamond the centre that was recommended, each with the outline of its region.",
                    label_of_problem(std::string(benchmark.name()))));
}

}  // namespace sweetspot
