#include "figures/push_picture.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "base/check.hpp"
#include "page/html.hpp"

namespace sweetspot {
namespace {

constexpr double picture_width = 640;
constexpr double title_height = 34;
constexpr double legend_height = 30;
/// Blue and orange: told apart by the colour-blind.
constexpr std::array<const char*, 2> robot_colours = {"#2166ac", "#d95f02"};

/// The part of the table that is shown: the domain, and everything that moved.
Box view_of(const std::vector<PushPath>& paths, const Points& targets) {
    const double margin = std::hypot(push_hand_half_extents[0], push_hand_half_extents[1]) + 0.2;
    Box view{Vector::Constant(2, -push_reach - margin), Vector::Constant(2, push_reach + margin)};
    const auto show = [&](const Points& points) {
        view.lower = view.lower.cwiseMin((points.rowwise().minCoeff().array() - margin).matrix());
        view.upper = view.upper.cwiseMax((points.rowwise().maxCoeff().array() + margin).matrix());
    };
    show(targets);
    for (const PushPath& path : paths) {
        show(path.object);
        show(path.hand);
    }
    return view;
}

/// Drawn in the units of the table, y upwards; one unit is `scale()` pixels.
class Picture {
  public:
    explicit Picture(const Box& view) : view_(view), scale_(picture_width / view.width()[0]) {}

    [[nodiscard]] double table_height() const { return scale_ * view_.width()[1]; }

    void text(double x, double y, const std::string& style, const std::string& words) {
        svg_ += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" {}>{}</text>\n", x, y, style, html::escaped(words));
    }
    void line(const VectorRef& from, const VectorRef& to, const std::string& style) {
        svg_ += fmt::format("<line x1=\"{:.2f}\" y1=\"{:.2f}\" x2=\"{:.2f}\" y2=\"{:.2f}\" {}/>\n", x(from), y(from),
                            x(to), y(to), style);
    }
    void circle(const VectorRef& centre, double radius, const std::string& style) {
        svg_ += fmt::format("<circle cx=\"{:.2f}\" cy=\"{:.2f}\" r=\"{:.2f}\" {}/>\n", x(centre), y(centre),
                            scale_ * radius, style);
    }
    /// A rectangle by its half extents, turned anticlockwise.
    void rectangle(const VectorRef& centre, double half_width, double half_height, double angle,
                   const std::string& style) {
        svg_ += fmt::format(
            "<rect x=\"{:.2f}\" y=\"{:.2f}\" width=\"{:.2f}\" height=\"{:.2f}\" transform=\"translate({:.2f} {:.2f}) "
            "rotate({:.2f})\" {}/>\n",
            -scale_ * half_width, -scale_ * half_height, 2 * scale_ * half_width, 2 * scale_ * half_height, x(centre),
            y(centre), -angle * 180 / std::numbers::pi, style);
    }
    void polyline(const Points& points, const std::string& style) {
        std::string places;
        for (const auto point : points.colwise()) places += fmt::format("{:.2f},{:.2f} ", x(point), y(point));
        svg_ += fmt::format("<polyline points=\"{}\" fill=\"none\" {}/>\n", places, style);
    }
    [[nodiscard]] std::string finish() const {
        const double height = title_height + table_height() + legend_height;
        std::string head = fmt::format(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0:.0f}\" height=\"{1:.0f}\" viewBox=\"0 0 {0:.0f} "
            "{1:.0f}\" font-family=\"sans-serif\" font-size=\"14\">\n",
            picture_width, height);
        head += "<defs>\n";
        for (std::size_t i = 0; i < robot_colours.size(); ++i) {
            head += fmt::format(
                "<marker id=\"tip{}\" viewBox=\"0 0 10 10\" refX=\"9\" refY=\"5\" markerWidth=\"7\" markerHeight=\"7\" "
                "orient=\"auto\"><path d=\"M0 1 L10 5 L0 9 z\" fill=\"{}\"/></marker>\n",
                i, robot_colours[i]);
        }
        head += "</defs>\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n";
        return head + svg_ + "</svg>\n";
    }

  private:
    [[nodiscard]] double x(const VectorRef& point) const { return scale_ * (point[0] - view_.lower[0]); }
    [[nodiscard]] double y(const VectorRef& point) const { return title_height + scale_ * (view_.upper[1] - point[1]); }

    Box view_;
    double scale_;
    std::string svg_;
};

std::string stroke(const char* colour, double width, const std::string& more = "") {
    return fmt::format("stroke=\"{}\" stroke-width=\"{}\" {}", colour, width, more);
}

void draw_hand(Picture& picture, const PushPath& path, Index t, const std::string& style) {
    picture.rectangle(path.hand.col(t), push_hand_half_extents[0], push_hand_half_extents[1], path.angle[t], style);
}

void draw_ends(Picture& picture, const PushPath& path, const char* colour) {
    const Index last = path.object.cols() - 1;
    const std::string filled = stroke(colour, 1.5, fmt::format("fill=\"{}\" fill-opacity=\"0.25\"", colour));
    picture.circle(path.object.col(last), push_object_radius, filled);
    draw_hand(picture, path, last, filled);
}

void draw_start_and_paths(Picture& picture, const PushPath& path, std::size_t robot) {
    const char* colour = robot_colours[robot];
    const std::string outline = stroke(colour, 1.5, "stroke-dasharray=\"5 3\" fill=\"none\"");
    picture.circle(path.object.col(0), push_object_radius, outline);
    draw_hand(picture, path, 0, outline);
    picture.polyline(path.hand, stroke(colour, 1, "stroke-dasharray=\"1 3\""));
    picture.polyline(path.object, stroke(colour, 2.5));
    picture.circle(path.object.rightCols(1), 0.08, fmt::format("fill=\"{}\"", colour));
    const Vector way = path.object.col(0) - path.hand.col(0);
    // As long as the hand itself: the arrow shows a direction, the path how far.
    if (way.norm() > 0) {
        const double length = std::min(1.2, way.norm());
        picture.line(path.hand.col(0), path.hand.col(0) + length * way.normalized(),
                     stroke(colour, 2, fmt::format("marker-end=\"url(#tip{})\"", robot)));
    }
}

void draw_target(Picture& picture, const VectorRef& target, const char* colour) {
    const Vector rising{{0.22, 0.22}};
    const Vector falling{{0.22, -0.22}};
    for (const auto& [shade, width] : {std::pair{"white", 6.0}, std::pair{colour, 3.0}}) {
        picture.line(target - rising, target + rising, stroke(shade, width));
        picture.line(target - falling, target + falling, stroke(shade, width));
    }
}

}  // namespace

std::string push_picture(const std::vector<PushPath>& paths, const Points& targets, const std::string& title) {
    require(targets.rows() == 2 && !paths.empty() && targets.cols() == std::ssize(paths) &&
                paths.size() <= robot_colours.size(),
            "push_picture: there are {} paths and {} targets; give as many of each, 1 or 2", paths.size(),
            targets.cols());
    Picture picture(view_of(paths, targets));
    picture.text(12, 23, "font-size=\"16\"", title);
    picture.rectangle(Vector::Zero(2), push_reach, push_reach, 0,
                      "fill=\"#f7f7f7\" stroke=\"#bbbbbb\" stroke-width=\"1\"");
    for (std::size_t i = 0; i < paths.size(); ++i) draw_ends(picture, paths[i], robot_colours[i]);
    for (std::size_t i = 0; i < paths.size(); ++i) draw_start_and_paths(picture, paths[i], i);
    for (std::size_t i = 0; i < paths.size(); ++i)
        draw_target(picture, targets.col(static_cast<Index>(i)), robot_colours[i]);
    picture.text(12, title_height + picture.table_height() + 20, "fill=\"#444444\" font-size=\"13\"",
                 "dashed: start · filled: end · line: path of the object · dots: path of the hand · cross: target");
    return picture.finish();
}

}  // namespace sweetspot
