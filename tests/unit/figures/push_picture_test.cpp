// The picture of a push: everything is in it, where it belongs.
#include "figures/push_picture.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "support/count.hpp"

namespace sweetspot {
namespace {

using support::count;

TEST(PushPicture, ShowsStartEndPathsAndTargetOfEveryRobot) {
    for (const Index robots : {1, 2}) {
        const Vector u = Vector::Constant(4 * robots, 0.2);
        const std::string svg = push_picture(push_paths(u), push_targets(robots, 1), "title");
        const auto n = static_cast<std::size_t>(robots);
        EXPECT_TRUE(svg.starts_with("<svg ")) << svg.substr(0, 40);
        EXPECT_TRUE(svg.ends_with("</svg>\n"));
        EXPECT_EQ(count(svg, "<circle"), 3 * n);      // start, end, the dot at the end of the path
        EXPECT_EQ(count(svg, "<polyline"), 2 * n);    // of the hand and of the object
        EXPECT_EQ(count(svg, "rotate("), 2 * n + 1);  // hand at start and end, and the table
        EXPECT_EQ(count(svg, "<line"), (1 + 4) * n);  // arrow, cross with a white edge
        EXPECT_EQ(count(svg, "nan"), 0u);
    }
}

TEST(PushPicture, PutsTheOriginInTheMiddleAndYUpwards) {
    // All within the table: the view is [-6.244.., 6.244..]², 640 wide, below a title of 34.
    PushPath path{Points::Zero(2, 2), Points::Zero(2, 2), Vector::Zero(2)};
    path.hand << -1, -1, 0, 0;
    const std::string svg = push_picture({path}, Points{{0.0}, {3.0}}, "t");
    EXPECT_EQ(count(svg, "cx=\"320.00\" cy=\"354.00\""), 3u) << svg;
    // The upper end of the cross at y = 3.22: higher up is a smaller number.
    const double scale = 320 / (5 + std::hypot(0.3, 1.0) + 0.2);
    EXPECT_EQ(count(svg, fmt::format("y2=\"{:.2f}\"", 354 - 3.22 * scale)), 2u) << svg;
}

TEST(PushPicture, GrowsToShowAnObjectThatWasPushedOffTheTable) {
    PushPath path{Points::Zero(2, 2), Points::Constant(2, 2, -4), Vector::Zero(2)};
    path.object.col(1) << 30, 0;
    const std::string svg = push_picture({path}, Points::Zero(2, 1), "t");
    for (std::size_t at = svg.find("cx=\""); at != std::string::npos; at = svg.find("cx=\"", at + 1)) {
        const double x = std::stod(svg.substr(at + 4));
        EXPECT_GE(x, 0);
        EXPECT_LE(x, 640);
    }
}

TEST(PushPicture, TheTitleIsNoMarkup) {
    const std::string svg = push_picture(push_paths(Vector::Constant(4, 0.2)), Points::Zero(2, 1), "a < b & c");
    EXPECT_EQ(count(svg, "a &lt; b &amp; c"), 1u);
}

TEST(PushPicture, RefusesAnotherNumberOfTargets) {
    EXPECT_THROW(static_cast<void>(push_picture(push_paths(Vector::Constant(4, 0.2)), Points::Zero(2, 2), "")),
                 std::invalid_argument);
    EXPECT_THROW(static_cast<void>(push_picture({}, Points::Zero(2, 0), "")), std::invalid_argument);
}

}  // namespace
}  // namespace sweetspot
