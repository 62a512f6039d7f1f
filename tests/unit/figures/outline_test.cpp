// Outlines of regions that are known by asking only.
#include "figures/outline.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace sweetspot {
namespace {

double area(const Points& curve) {
    double twice = 0;
    for (Index i = 0; i + 1 < curve.cols(); ++i) {
        twice += curve(0, i) * curve(1, i + 1) - curve(0, i + 1) * curve(1, i);
    }
    return twice / 2;
}

bool in_disc(const Vector& x, double radius) {
    return (x.array() - 0.5).matrix().norm() <= radius;
}

TEST(Outline, OfADiscLiesOnItsEdgeAndClosesAnticlockwise) {
    const auto curves = outlines([](const Vector& x) { return in_disc(x, 0.3); }, Box::unit(2), 50);
    ASSERT_EQ(curves.size(), 1u);
    EXPECT_EQ(curves[0].col(0), curves[0].rightCols(1));
    for (const auto& point : curves[0].colwise()) EXPECT_NEAR((point.array() - 0.5).matrix().norm(), 0.3, 1e-8);
    EXPECT_NEAR(area(curves[0]), M_PI * 0.09, 1e-3);
}

TEST(Outline, AHoleRunsClockwise) {
    const auto curves = outlines([](const Vector& x) { return in_disc(x, 0.4) && !in_disc(x, 0.2); }, Box::unit(2), 60);
    ASSERT_EQ(curves.size(), 2u);
    EXPECT_LT(area(curves[0]) * area(curves[1]), 0);
    EXPECT_NEAR(area(curves[0]) + area(curves[1]), M_PI * (0.16 - 0.04), 1e-3);
}

TEST(Outline, SeparatePartsAreSeparateCurvesAndDiagonalCellsAreNotJoined) {
    const auto two = outlines([](const Vector& x) { return (x[0] < 0.4) != (x[0] > 0.6); }, Box::unit(2), 10);
    EXPECT_EQ(two.size(), 2u);
    const auto board = outlines(
        [](const Vector& x) { return std::sin(2 * M_PI * x[0]) * std::sin(2 * M_PI * x[1]) > 0.1; }, Box::unit(2), 41);
    EXPECT_EQ(board.size(), 2u);
}

TEST(Outline, IsCutAtTheBoxAndEmptyWhereNothingIsInside) {
    const auto all = outlines([](const Vector&) { return true; }, {Vector{{-1.0, 2.0}}, Vector{{1.0, 3.0}}}, 4);
    ASSERT_EQ(all.size(), 1u);
    EXPECT_NEAR(area(all[0]), 2, 1e-6);
    EXPECT_TRUE(outlines([](const Vector&) { return false; }, Box::unit(2), 4).empty());
}

}  // namespace
}  // namespace sweetspot
