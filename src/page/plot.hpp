// Building blocks of Plotly figures: the common look, traces, axes and panels.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "sweetspot/base/linear_algebra.hpp"
#include "sweetspot/page/page.hpp"

namespace sweetspot::plot {

using SortedJson = nlohmann::json;

// Okabe and Ito's colours, which people with any colour vision tell apart.
inline constexpr auto blue = "#0072B2";
inline constexpr auto orange = "#E69F00";
inline constexpr auto green = "#009E73";
inline constexpr auto pink = "#CC79A7";
inline constexpr auto sky = "#56B4E9";
inline constexpr auto vermilion = "#D55E00";
inline constexpr auto black = "#000000";
inline constexpr auto grey = "#8a8a8a";
inline constexpr auto ink = "#222222";  ///< of text and axes

/// One colour and one mark for one thing, in every figure of a study.
struct Role {
    const char* colour;
    const char* symbol;
};
namespace role {
inline constexpr Role robust = {green, "diamond"};  ///< the robust centre, and its region as area or outline
inline constexpr Role single = {orange, "triangle-up"};
inline constexpr Role observation = {ink, "circle"};
inline constexpr Role failure = {vermilion, "x"};
inline constexpr Role model = {blue, "circle"};  ///< what is expected, and its interval as a band
inline constexpr Role limit = {pink, "line-ew"};
}  // namespace role

/// The colour with an opacity, as Plotly reads it: "rgba(0,114,178,0.2)" of "#0072B2".
[[nodiscard]] std::string faded(const std::string& colour, double opacity);

/// How a method is named and drawn, the same in every figure.
struct MethodLook {
    std::string label;
    std::string colour;
    std::string dash;  ///< solid for the paper's sampling rules, broken for its rivals
};
/// An unknown method is labelled by its name and gets a colour by it.
[[nodiscard]] MethodLook look_of(const std::string& method);
/// "Bumped bowl" of "bumped-bowl".
[[nodiscard]] std::string label_of_problem(const std::string& problem);

/// Text that Plotly shows as it is: what would be markup is escaped.
[[nodiscard]] std::string text(std::string_view plain);
/// To six significant digits, more than can be seen; null where not finite.
[[nodiscard]] SortedJson number(double value);
[[nodiscard]] SortedJson numbers(const VectorRef& values);
/// One array per row.
[[nodiscard]] SortedJson rows_of(const MatrixRef& values);

/// A trace of a line, and of markers, in panel k (from 0).
[[nodiscard]] SortedJson line(const VectorRef& x, const VectorRef& y, const std::string& name,
                              const std::string& colour, Index panel = 0);
[[nodiscard]] SortedJson markers(const VectorRef& x, const VectorRef& y, const std::string& name,
                                 const std::string& colour, const std::string& symbol, Index panel = 0);
/// A filled area between two curves, without a border.
[[nodiscard]] SortedJson band(const VectorRef& x, const VectorRef& lower, const VectorRef& upper,
                              const std::string& name, const std::string& fill, Index panel = 0);
/// A filled area inside closed outlines (2 x n each).
[[nodiscard]] SortedJson area(const std::vector<Points>& outlines, const std::string& name, const std::string& fill,
                              const std::string& border, Index panel = 0);
/// A vertical strip from `from` to `to` over the panel's whole height, behind everything.
[[nodiscard]] SortedJson strip(double from, double to, const std::string& fill, Index panel = 0);
/// A straight line across panel k at one x.
[[nodiscard]] SortedJson vertical(double x, const std::string& colour, const std::string& dash, Index panel = 0);

/// n + 1 equally spaced values, both ends included.
[[nodiscard]] Vector spaced(double from, double to, Index n);

/// The name of panel k's axis in a layout ("xaxis", "xaxis2", …) and in a trace ("x", "x2", …).
[[nodiscard]] std::string axis_key(char axis, Index panel);
[[nodiscard]] std::string axis_name(char axis, Index panel);

struct PanelGrid {
    Index rows = 1;
    Index columns = 1;
    double gap_x = 70;  ///< pixels between panels, for tick labels and axis titles
    double gap_y = 70;
    double panel_height = 300;
    double panel_width = 300;  ///< at the width of a page; what is left is shared
    double head = 10;          ///< pixels above the panels
};

/// A figure in the making: a grid of panels, numbered row by row from the top left.
class Plot {
  public:
    explicit Plot(const PanelGrid& grid = {});

    void add(SortedJson trace) { data_.push_back(std::move(trace)); }
    void add_shape(SortedJson shape) { layout_["shapes"].push_back(std::move(shape)); }
    void add_note(SortedJson annotation) { layout_["annotations"].push_back(std::move(annotation)); }
    [[nodiscard]] SortedJson& layout() { return layout_; }
    [[nodiscard]] SortedJson& axis(char axis, Index panel = 0) { return layout_[axis_key(axis, panel)]; }
    void name_axes(const std::string& x, const std::string& y, Index panel = 0);
    /// Above panel k. On a screen too narrow for two panels side by side they stand one below the other, and the title
    /// goes with its panel.
    void name_panel(const std::string& title, Index panel);
    /// Leaves panel k empty, without axes.
    void leave_out(Index panel);
    /// Equal units along both axes of panel k.
    void square(Index panel = 0);
    /// Narrower screens scroll the figure sideways.
    void set_least_width(double pixels) { layout_["meta"]["least_width"] = pixels; }

    [[nodiscard]] Figure figure(std::string id, std::string title, std::string caption) const;

  private:
    SortedJson data_ = SortedJson::array();
    SortedJson layout_;
};

}  // namespace sweetspot::plot
