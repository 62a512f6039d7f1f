// The critical-difference diagram (Demšar 2006; fig:cd_plots).
#include <algorithm>

#include "base/check.hpp"
#include "figures/comparison_figures.hpp"
#include "page/plot.hpp"

namespace sweetspot {
namespace {

using namespace plot;

// Heights in rows of labels, from the axis (0) downwards.
constexpr double first_bar = 0.45;
constexpr double bar_step = 0.4;
constexpr double row_pixels = 26;
// Pixels for "Expected improvement (6.43)" beside the axis.
constexpr double label_margin = 205;

struct Bar {
    Vector ranks;  ///< of its methods, ascending
    Index level;   ///< 0 is nearest the axis
};

/// Each group on the first level where no other bar is in its way.
std::vector<Bar> bars_of(const CriticalDifference& difference) {
    std::vector<Bar> bars;
    for (const MethodGroup& group : difference.groups) {
        Vector ranks = difference.friedman.average_ranks(group);
        std::ranges::sort(ranks);
        Index level = 0;
        const auto in_the_way = [&](const Bar& other) {
            const double gap = 0.12;  // of a rank, so that bars that only meet are told apart
            return other.level == level && ranks[0] < other.ranks[other.ranks.size() - 1] + gap &&
                   other.ranks[0] < ranks[ranks.size() - 1] + gap;
        };
        while (std::ranges::any_of(bars, in_the_way)) ++level;
        bars.push_back({std::move(ranks), level});
    }
    return bars;
}

enum class Side { left, right };

/// From the axis down at the method's rank and out to its name.
void add_method(Plot& figure, const MethodLook& look, double rank, double depth, double edge, Side side) {
    SortedJson leader = line(Vector{{rank, rank, edge}}, Vector{{0, -depth, -depth}}, look.label, look.colour);
    leader["showlegend"] = false;
    leader["cliponaxis"] = false;
    leader["hovertemplate"] = fmt::format("average rank {:.3f}", rank);
    figure.add(std::move(leader));
    figure.add_note({{"text", fmt::format("{} <b>{:.2f}</b>", look.label, rank)},
                     {"showarrow", false},
                     {"xref", "x"},
                     {"yref", "y"},
                     {"x", number(edge)},
                     {"y", number(-depth)},
                     {"xanchor", side == Side::right ? "left" : "right"},
                     {"xshift", side == Side::right ? 6 : -6},
                     {"yanchor", "middle"}});
}

void add_bar(Plot& figure, const Bar& bar) {
    const double y = -first_bar - bar_step * static_cast<double>(bar.level);
    SortedJson trace = line(bar.ranks, Vector::Constant(bar.ranks.size(), y), "Not separated", ink);
    trace["mode"] = "lines+markers";
    trace["line"]["width"] = 5;
    trace["marker"] = {{"size", 10}, {"color", ink}};
    trace["showlegend"] = false;
    trace["hoverinfo"] = "skip";
    figure.add(std::move(trace));
}

}  // namespace

Figure critical_difference_figure(const CriticalDifference& difference, const std::vector<std::string>& methods,
                                  std::string id, std::string title, double alpha) {
    const Index k = difference.friedman.average_ranks.size();
    require(std::ssize(methods) == k, "critical_difference_figure: {} names were given for {} methods; give one each",
            methods.size(), k);
    const std::vector<Bar> bars = bars_of(difference);
    Index levels = 0;
    for (const Bar& bar : bars) levels = std::max(levels, bar.level + 1);
    const double first_row = first_bar + bar_step * static_cast<double>(levels) + 0.4;
    const Index right_count = k / 2;
    const double rows = first_row + static_cast<double>(k - right_count);

    Plot figure({.panel_height = row_pixels * rows, .head = 60});
    figure.set_least_width(640);
    figure.layout()["margin"].update({{"l", label_margin}, {"r", label_margin}, {"b", 10}});
    figure.layout()["height"] = row_pixels * rows + 70;
    figure.axis('x').update({{"side", "top"}, {"range", {k, 1}}, {"dtick", 1}, {"showgrid", false}, {"mirror", false}});
    figure.name_axes("Average rank", "");
    figure.axis('y').update({{"visible", false}, {"range", {-rows, 0}}});
    for (const char axis : {'x', 'y'}) figure.axis(axis)["fixedrange"] = true;
    // The best is the topmost at the right, the worst the topmost at the left: no leader crosses another.
    for (Index place = 0; place < k; ++place) {
        const Index method = difference.order[static_cast<std::size_t>(place)];
        const bool right = place < right_count;
        const auto row = static_cast<double>(right ? place : k - 1 - place);
        add_method(figure, look_of(methods[static_cast<std::size_t>(method)]),
                   difference.friedman.average_ranks[method], first_row + row, right ? 1 : static_cast<double>(k),
                   right ? Side::right : Side::left);
    }
    for (const Bar& bar : bars) add_bar(figure, bar);
    return figure.figure(
        std::move(id), std::move(title),
        fmt::format("Average ranks; further right is better. A bold bar joins methods (its dots) that paired Wilcoxon "
                    "signed-rank tests with Holm's correction do not separate at {:g}. Friedman's test that all are "
                    "alike: p = {:.2g}.",
                    alpha, difference.friedman.f_p));
}

}  // namespace sweetspot
