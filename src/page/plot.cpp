#include "page/plot.hpp"

#include <fmt/format.h>

#include <cmath>
#include <string_view>

namespace sweetspot::plot {
namespace {

constexpr double left_margin = 70;
constexpr double right_margin = 20;
constexpr double bottom_margin = 55;

struct NamedLook {
    std::string_view method;
    MethodLook look;
};

const std::vector<NamedLook>& looks() {
    static const std::vector<NamedLook> known = {
        {"most-uncertain", {"Most uncertain", blue, "solid"}},
        {"random", {"Random", orange, "solid"}},
        {"ucb", {"UCB", green, "solid"}},
        {"centre", {"Centre", pink, "solid"}},
        {"worst-case", {"Worst case", sky, "solid"}},
        {"stableopt", {"StableOpt", vermilion, "dash"}},
        {"ur-rehman", {"ur Rehman", black, "dot"}},
        {"expected-improvement", {"Expected improvement", "#7F5539", "dashdot"}},
        {"latin-hypercube", {"Latin hypercube", grey, "longdash"}},
    };
    return known;
}

std::string sentence_case(std::string name) {
    for (char& c : name) c = c == '-' ? ' ' : c;
    if (!name.empty() && name[0] >= 'a' && name[0] <= 'z') name[0] = static_cast<char>(name[0] - 'a' + 'A');
    return name;
}

SortedJson axis_look() {
    return {{"automargin", true}, {"gridcolor", "#e8e8e8"}, {"linecolor", "#666666"}, {"mirror", true},
            {"showline", true},   {"tickcolor", "#666666"}, {"ticks", "outside"},     {"zeroline", false}};
}

/// As base/number_text writes numbers, as far as Plotly can.
SortedJson number_look() {
    return {{"exponentformat", "power"}, {"minexponent", 5}, {"separatethousands", true}, {"hoverformat", ",.6~r"}};
}

/// A trace that belongs to panel k.
SortedJson trace_in(Index panel) {
    return {{"type", "scatter"}, {"xaxis", axis_name('x', panel)}, {"yaxis", axis_name('y', panel)}};
}

}  // namespace

std::string faded(const std::string& colour, double opacity) {
    const auto part = [&](std::size_t at) { return std::stoi(colour.substr(at, 2), nullptr, 16); };
    return fmt::format("rgba({},{},{},{:g})", part(1), part(3), part(5), opacity);
}

MethodLook look_of(const std::string& method) {
    for (const NamedLook& known : looks()) {
        if (known.method == method) return known.look;
    }
    // By the name's letters, so that it does not depend on who else is drawn.
    static const std::vector<std::string> spare = {"#882255", "#999933", "#44AA99", "#332288", "#AA4499"};
    std::size_t sum = 0;
    for (const char c : method) sum = 31 * sum + static_cast<unsigned char>(c);
    return {sentence_case(method), spare[sum % spare.size()], "longdashdot"};
}

std::string label_of_problem(const std::string& problem) {
    if (problem == "styblinski-tang") return "Styblinski–Tang";
    if (problem == "levy03") return "Levy 03";
    return sentence_case(problem);
}

std::string text(std::string_view plain) {
    std::string safe;
    for (const char c : plain) {
        if (c == '&') {
            safe += "&amp;";
        } else if (c == '<') {
            safe += "&lt;";
        } else if (c == '>') {
            safe += "&gt;";
        } else {
            safe += c;
        }
    }
    return safe;
}

SortedJson number(double value) {
    if (!std::isfinite(value)) return nullptr;
    return std::stod(fmt::format("{:.6g}", value));
}

SortedJson numbers(const VectorRef& values) {
    SortedJson array = SortedJson::array();
    for (const double value : values) array.push_back(number(value));
    return array;
}

SortedJson rows_of(const MatrixRef& values) {
    SortedJson rows = SortedJson::array();
    for (const auto& row : values.rowwise()) rows.push_back(numbers(row.transpose()));
    return rows;
}

SortedJson line(const VectorRef& x, const VectorRef& y, const std::string& name, const std::string& colour,
                Index panel) {
    SortedJson trace = trace_in(panel);
    trace.update({{"mode", "lines"},
                  {"x", numbers(x)},
                  {"y", numbers(y)},
                  {"name", name},
                  {"line", {{"color", colour}, {"width", 2}, {"simplify", false}}}});
    return trace;
}

SortedJson markers(const VectorRef& x, const VectorRef& y, const std::string& name, const std::string& colour,
                   const std::string& symbol, Index panel) {
    SortedJson trace = trace_in(panel);
    trace.update({{"mode", "markers"},
                  {"x", numbers(x)},
                  {"y", numbers(y)},
                  {"name", name},
                  {"cliponaxis", false},
                  {"marker", {{"color", colour}, {"symbol", symbol}, {"size", 10}}}});
    return trace;
}

SortedJson band(const VectorRef& x, const VectorRef& lower, const VectorRef& upper, const std::string& name,
                const std::string& fill, Index panel) {
    Points outline(2, 2 * x.size());
    outline.row(0) << x.transpose(), x.reverse().transpose();
    outline.row(1) << lower.transpose(), upper.reverse().transpose();
    return area({outline}, name, fill, "rgba(0,0,0,0)", panel);
}

SortedJson area(const std::vector<Points>& outlines, const std::string& name, const std::string& fill,
                const std::string& border, Index panel) {
    SortedJson x = SortedJson::array();
    SortedJson y = SortedJson::array();
    for (const Points& outline : outlines) {
        // A gap closes one outline and begins the next.
        if (!x.empty()) {
            x.push_back(nullptr);
            y.push_back(nullptr);
        }
        for (const auto& point : outline.colwise()) {
            x.push_back(number(point[0]));
            y.push_back(number(point[1]));
        }
    }
    SortedJson trace = trace_in(panel);
    trace.update({{"mode", "lines"},
                  {"x", x},
                  {"y", y},
                  {"name", name},
                  {"fill", "toself"},
                  {"fillcolor", fill},
                  {"hoverinfo", "skip"},
                  {"line", {{"color", border}, {"width", 1}, {"simplify", false}}}});
    return trace;
}

SortedJson strip(double from, double to, const std::string& fill, Index panel) {
    return {{"type", "rect"},
            {"layer", "below"},
            {"xref", axis_name('x', panel)},
            {"yref", axis_name('y', panel) + " domain"},
            {"x0", number(from)},
            {"x1", number(to)},
            {"y0", 0},
            {"y1", 1},
            {"fillcolor", fill},
            {"line", {{"width", 0}}}};
}

SortedJson vertical(double x, const std::string& colour, const std::string& dash, Index panel) {
    return {{"type", "line"},
            {"xref", axis_name('x', panel)},
            {"yref", axis_name('y', panel) + " domain"},
            {"x0", number(x)},
            {"x1", number(x)},
            {"y0", 0},
            {"y1", 1},
            {"line", {{"color", colour}, {"width", 1.5}, {"dash", dash}}}};
}

Vector spaced(double from, double to, Index n) {
    return Vector::LinSpaced(n + 1, from, to);
}

std::string axis_name(char axis, Index panel) {
    return panel == 0 ? std::string(1, axis) : fmt::format("{}{}", axis, panel + 1);
}

std::string axis_key(char axis, Index panel) {
    return panel == 0 ? fmt::format("{}axis", axis) : fmt::format("{}axis{}", axis, panel + 1);
}

Plot::Plot(const PanelGrid& grid) {
    const auto rows = static_cast<double>(grid.rows);
    const auto columns = static_cast<double>(grid.columns);
    const double height = rows * grid.panel_height + (rows - 1) * grid.gap_y;
    const double width = columns * grid.panel_width + (columns - 1) * grid.gap_x;
    layout_ = {
        {"autosize", true},
        {"height", grid.head + height + bottom_margin},
        {"margin", {{"l", left_margin}, {"r", right_margin}, {"t", grid.head}, {"b", bottom_margin}, {"pad", 0}}},
        {"paper_bgcolor", "#ffffff"},
        {"plot_bgcolor", "#ffffff"},
        {"font", {{"family", "system-ui, 'DejaVu Sans', sans-serif"}, {"size", 14}, {"color", ink}}},
        {"hovermode", "closest"},
        {"separators", ".\u202f"},
        {"shapes", SortedJson::array()},
        {"annotations", SortedJson::array()},
        // Above the panels and their titles; Plotly makes room for as many lines as the width needs.
        {"legend",
         {{"orientation", "h"},
          {"x", 0},
          {"xanchor", "left"},
          {"y", 1 + (grid.rows * grid.columns > 1 ? 34.0 : 10.0) / height},
          {"yanchor", "bottom"}}}};
    // How to put the panels one below the other where the screen is too narrow for more (web/page/look.js).
    if (grid.columns > 1) {
        layout_["meta"]["stack"] = {
            {"panel_height", grid.panel_height}, {"gap", grid.gap_y}, {"head", grid.head}, {"bottom", bottom_margin}};
    }
    for (Index k = 0; k < grid.rows * grid.columns; ++k) {
        const auto column = static_cast<double>(k % grid.columns);
        const Index above = k / grid.columns;
        const auto row = static_cast<double>(above);
        const double left = column * (grid.panel_width + grid.gap_x) / width;
        const double top = 1 - row * (grid.panel_height + grid.gap_y) / height;
        axis('x', k) = axis_look();
        axis('x', k)["domain"] = {number(left), number(left + grid.panel_width / width)};
        axis('x', k)["anchor"] = axis_name('y', k);
        axis('y', k) = axis_look();
        axis('y', k)["domain"] = {number(std::max(0.0, top - grid.panel_height / height)), number(top)};
        axis('y', k)["anchor"] = axis_name('x', k);
        for (const char a : {'x', 'y'}) axis(a, k).update(number_look());
    }
}

void Plot::name_axes(const std::string& x, const std::string& y, Index panel) {
    axis('x', panel)["title"] = {{"text", x}, {"standoff", 6}};
    axis('y', panel)["title"] = {{"text", y}, {"standoff", 6}};
}

void Plot::name_panel(const std::string& title, Index panel) {
    const SortedJson& domain = axis('x', panel)["domain"];
    add_note({{"name", "panel-" + axis_name('x', panel)},
              {"text", "<b>" + title + "</b>"},
              {"showarrow", false},
              {"xref", "paper"},
              {"yref", "paper"},
              {"x", number((domain[0].get<double>() + domain[1].get<double>()) / 2)},
              {"xanchor", "center"},
              {"y", axis('y', panel)["domain"][1]},
              {"yanchor", "bottom"},
              {"yshift", 4},
              {"font", {{"size", 15}}}});
}

void Plot::leave_out(Index panel) {
    for (const char a : {'x', 'y'}) layout_.erase(axis_key(a, panel));
}

void Plot::square(Index panel) {
    axis('y', panel)["scaleanchor"] = axis_name('x', panel);
    for (const char a : {'x', 'y'}) axis(a, panel)["constrain"] = "domain";
}

Figure Plot::figure(std::string id, std::string title, std::string caption) const {
    return {
        std::move(id), std::move(title), std::move(caption),
        SortedJson{{"data", data_}, {"layout", layout_}}.dump(-1, ' ', false, SortedJson::error_handler_t::replace)};
}

}  // namespace sweetspot::plot
