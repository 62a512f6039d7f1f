// How the pushing problems begin (fig:push4d_example, fig:push8d_example).
#include <numbers>

#include "figures/paper_figures.hpp"
#include "page/plot.hpp"
#include "problems/push.hpp"

namespace sweetspot {
namespace {

using namespace plot;

constexpr std::array<const char*, 2> colours = {blue, vermilion};

Points circle(const VectorRef& centre, double radius) {
    const Vector turn = spaced(0, 2 * std::numbers::pi, 60);
    Points outline(2, turn.size());
    outline << radius * turn.array().cos().transpose(), radius * turn.array().sin().transpose();
    return outline.colwise() + centre;
}

Points hand(const VectorRef& centre, double angle) {
    const auto [a, b] = push_hand_half_extents;
    const Points corners{{-a, a, a, -a, -a}, {-b, -b, b, b, -b}};
    return (Eigen::Rotation2Dd(angle).toRotationMatrix() * corners).colwise() + centre;
}

/// From the hand towards where its object starts, which is the way that it pushes.
SortedJson arrow(const PushPath& path, const char* colour, Index panel) {
    const Vector from = path.hand.col(0);
    const Vector way = (path.object.col(0) - from).normalized();
    const Vector to = from + 1.5 * way;
    const std::string x = axis_name('x', panel);
    const std::string y = axis_name('y', panel);
    return {{"x", number(to[0])},
            {"y", number(to[1])},
            {"ax", number(from[0])},
            {"ay", number(from[1])},
            {"xref", x},
            {"yref", y},
            {"axref", x},
            {"ayref", y},
            {"text", ""},
            {"showarrow", true},
            {"arrowhead", 2},
            {"arrowsize", 1.2},
            {"arrowwidth", 2.5},
            {"arrowcolor", colour}};
}

void add_setup(Plot& figure, const Vector& u, const Points& targets, Index panel) {
    const std::vector<PushPath> paths = push_paths(u);
    const auto in_legend = [&](SortedJson trace, const std::string& name) {
        trace["legendgroup"] = name;
        trace["showlegend"] = panel == 0;
        return trace;
    };
    for (std::size_t i = 0; i < paths.size(); ++i) {
        const PushPath& path = paths[i];
        const char* colour = colours[i];
        const Points target = targets.col(static_cast<Index>(i));
        figure.add(in_legend(area({hand(path.hand.col(0), path.angle[0])}, "Hand", faded(colour, 0.55), colour, panel),
                             "Hand"));
        SortedJson object =
            area({circle(path.object.col(0), push_object_radius)}, "Object", faded(colour, 0.15), colour, panel);
        object["line"]["width"] = 2;
        figure.add(in_legend(std::move(object), "Object"));
        SortedJson cross = markers(target.row(0), target.row(1), "Target", colour, "x-thin", panel);
        cross["marker"].update({{"size", 15}, {"line", {{"color", colour}, {"width", 3.5}}}});
        figure.add(in_legend(std::move(cross), "Target"));
        figure.add_note(arrow(path, colour, panel));
    }
    for (const char axis : {'x', 'y'}) {
        figure.axis(axis, panel)["range"] = {-push_reach - 0.8, push_reach + 0.8};
        figure.axis(axis, panel)["dtick"] = 2.5;
    }
    figure.square(panel);
    figure.name_axes("<i>x</i>", panel == 0 ? "<i>y</i>" : "", panel);
}

}  // namespace

Figure push_setup_figure() {
    Plot figure({.columns = 2, .panel_height = 420, .panel_width = 420, .head = 80});
    figure.set_least_width(640);
    add_setup(figure, Vector{{0.15, 0.25, 0.4, 0.1}}, push_targets(1, 1), 0);
    add_setup(figure, Vector{{0.15, 0.25, 0.4, 0.1, 0.8, 0.75, 0.4, 0.6}}, push_targets(2, 1), 1);
    figure.name_panel("Push4", 0);
    figure.name_panel("Push8", 1);
    return figure.figure("push-setups", "The pushing problems",
                         "How Push4 and Push8 may begin. Rectangles are the hands, circles the objects, crosses "
                         "where the objects should end, arrows the direction in which a hand starts to push. "
                         "Place, angle and duration of each hand are what is optimised.");
}

}  // namespace sweetspot
