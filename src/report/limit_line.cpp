#include "report/limit_line.hpp"

#include <string>

#include "base/number_text.hpp"

namespace sweetspot::study_report {
namespace {

constexpr auto limit_colour = plot::pink;
constexpr auto limit_dash = "dashdot";

}  // namespace

plot::SortedJson limit_line(double limit, char axis, Index panel) {
    const char across = axis == 'y' ? 'x' : 'y';
    const auto key = [](char name, char end) { return std::string{name, end}; };
    plot::SortedJson shape = {{"type", "line"},
                              {"name", "limit"},
                              {std::string{axis} + "ref", plot::axis_name(axis, panel)},
                              {std::string{across} + "ref", plot::axis_name(across, panel) + " domain"},
                              {"line", {{"color", limit_colour}, {"width", 2}, {"dash", limit_dash}}},
                              {"label",
                               {{"text", "limit"},
                                {"textposition", axis == 'y' ? "start" : "end"},
                                {"yanchor", axis == 'y' ? "bottom" : "top"},
                                {"font", {{"size", 11}, {"color", limit_colour}}}}}};
    shape[key(axis, '0')] = plot::number(limit);
    shape[key(axis, '1')] = plot::number(limit);
    shape[key(across, '0')] = 0;
    shape[key(across, '1')] = 1;
    return shape;
}

void add_limit_line(plot::Plot& figure, const std::optional<double>& limit, char axis, Index panel) {
    if (limit) figure.add_shape(limit_line(*limit, axis, panel));
}

void add_limit_contour(plot::Plot& figure, const std::optional<double>& limit, const VectorRef& a, const VectorRef& b,
                       const MatrixRef& values, Index panel) {
    if (!limit) return;
    figure.add({{"type", "contour"},
                {"name", "limit " + number_text(*limit)},
                {"meta", panel == 0 ? "limit" : "robust-limit"},
                {"x", plot::numbers(a)},
                {"y", plot::numbers(b)},
                {"z", plot::rows_of(values)},
                {"xaxis", plot::axis_name('x', panel)},
                {"yaxis", plot::axis_name('y', panel)},
                {"autocontour", false},
                {"contours",
                 {{"start", plot::number(*limit)},
                  {"end", plot::number(*limit)},
                  {"size", 1},
                  {"coloring", "none"},
                  {"showlabels", false}}},
                {"line", {{"color", limit_colour}, {"width", 2.5}, {"dash", limit_dash}}},
                {"showscale", false},
                {"showlegend", panel == 0},
                {"legendgroup", "limit"},
                {"hoverinfo", "skip"}});
}

}  // namespace sweetspot::study_report
