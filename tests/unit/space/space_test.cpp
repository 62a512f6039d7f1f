#include "sweetspot/space/space.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>
#include <stdexcept>

#include "support/refusal.hpp"
#include "support/tolerance.hpp"
#include "sweetspot/base/rng.hpp"

namespace sweetspot {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
const double nan = std::numeric_limits<double>::quiet_NaN();

Parameter linear(std::string name, double lower, double upper, std::optional<double> step = {}) {
    return {.name = std::move(name), .lower = lower, .upper = upper, .scale = Scale::linear, .step = step};
}
Parameter log_scaled(std::string name, double lower, double upper) {
    return {.name = std::move(name), .lower = lower, .upper = upper, .scale = Scale::log, .step = {}};
}

using support::refusal;
std::string refusal(std::vector<Parameter> parameters) {
    return refusal([&] { const Space space(parameters); });
}

const Space mixed({linear("width", -5, 7.3), log_scaled("rate", 1e-6, 0.3), linear("count", 1, 9, 1)});

TEST(Space, CubeNamesItsParameters) {
    const Space cube = Space::cube(3, -5, 5);
    ASSERT_EQ(cube.dimension(), 3);
    EXPECT_EQ(cube.parameters()[0].name, "x1");
    EXPECT_EQ(cube.parameters()[2].name, "x3");
    EXPECT_EQ(cube.parameters()[2].lower, -5);
    EXPECT_EQ(cube.parameters()[2].upper, 5);
    EXPECT_EQ(cube, Space::cube(3, -5, 5));
    EXPECT_NE(cube, Space::cube(3, -5, 6));
}

TEST(Space, MapsTheMiddleOfEachScale) {
    const Vector x = mixed.from_unit(Vector::Constant(3, 0.5));
    EXPECT_DOUBLE_EQ(x[0], 1.15);
    EXPECT_NEAR(x[1], std::sqrt(1e-6 * 0.3), tolerance::rounding * x[1]);  // geometric mean
    EXPECT_DOUBLE_EQ(x[2], 5);
}

TEST(Space, ReturnsTheBoundsExactly) {
    const Space odd({linear("a", 0.1, 0.7), linear("b", -1e300, 1e-300), log_scaled("c", 1e-3, 0.7),
                     log_scaled("d", 1e-300, 1e300), log_scaled("e", 3, std::nextafter(3, 4))});
    const Vector zero = Vector::Zero(5), one = Vector::Ones(5);
    EXPECT_EQ(odd.to_unit(odd.from_unit(zero)), zero);
    EXPECT_EQ(odd.to_unit(odd.from_unit(one)), one);
    for (Index i = 0; i < 5; ++i) {
        EXPECT_EQ(odd.from_unit(zero)[i], odd.parameters()[i].lower);
        EXPECT_EQ(odd.from_unit(one)[i], odd.parameters()[i].upper);
    }
}

TEST(Space, ComesBackFromTheUnitCube) {
    Rng rng(1);
    const Space wide({linear("a", -5, 7.3), log_scaled("b", 1e-6, 0.3), log_scaled("c", 1e-300, 1e300)});
    for (int repeat = 0; repeat < 1000; ++repeat) {
        const Vector u = Vector::NullaryExpr(3, [&] { return rng.uniform(); });
        const Vector x = wide.from_unit(u);
        wide.require_contains(x, "round trip");
        EXPECT_NEAR((wide.to_unit(x) - u).cwiseAbs().maxCoeff(), 0, tolerance::rounding);
        const Vector again = wide.from_unit(wide.to_unit(x));
        EXPECT_NEAR(again[0], x[0], tolerance::rounding);
        EXPECT_NEAR(again[1] / x[1], 1, tolerance::rounding);
        EXPECT_NEAR(again[2] / x[2], 1, tolerance::rounding);
    }
}

TEST(Space, RoundingNeverLeavesTheBounds) {
    const double almost_one = std::nextafter(1.0, 0.0), almost_zero = std::numeric_limits<double>::denorm_min();
    Rng rng(2);
    for (int repeat = 0; repeat < 1000; ++repeat) {
        const double lower = std::exp(rng.uniform(-9, 9)), upper = lower + std::exp(rng.uniform(-9, 9));
        const Space space({linear("a", lower, upper), log_scaled("b", lower, upper)});
        space.require_contains(space.from_unit(Vector::Constant(2, almost_one)), "almost one");
        space.require_contains(space.from_unit(Vector::Constant(2, almost_zero)), "almost zero");
    }
}

TEST(Space, DoesNotClampOutsideTheCube) {
    const Space cube = Space::cube(1, 0, 2);
    EXPECT_DOUBLE_EQ(cube.from_unit(Vector::Constant(1, 1.5))[0], 3);
    EXPECT_DOUBLE_EQ(cube.to_unit(Vector::Constant(1, -1))[0], -0.5);
}

TEST(Space, RefusesALogarithmOfZero) {
    EXPECT_EQ(refusal([] {
                  (void)mixed.to_unit(Vector{{0, 0, 1}});
              }),
              "Space::to_unit: \"rate\" is 0; on a log scale it must be > 0");
}

TEST(Space, SnapsToTheNearestStepInsideTheBounds) {
    const Space space({linear("a", -1, 1, 0.25), linear("b", 0, 1, 0.4), linear("c", 0, 1)});
    const auto snap = [&](double a, double b, double c) { return space.snap(Vector{{a, b, c}}); };
    EXPECT_EQ(snap(0.1, 0.1, 0.1), (Vector{{0, 0, 0.1}}));
    EXPECT_EQ(snap(0.13, 0.5, 1.5), (Vector{{0.25, 0.4, 1}}));
    EXPECT_EQ(snap(-7, 1, -1), (Vector{{-1, 0.8, 0}}));  // 1 lies on no step of 0.4
    EXPECT_EQ(snap(infinity, -infinity, infinity), (Vector{{1, 0, 1}}));
}

TEST(Space, SnapReachesAnUpperBoundThatIsAStepUpToRounding) {
    // 3 · 0.1 exceeds 0.3 in doubles, and 0.3 / 0.1 falls short of 3.
    const Space space({linear("a", 0, 0.3, 0.1)});
    EXPECT_EQ(space.snap(Vector::Constant(1, 0.29))[0], 0.3);
    EXPECT_EQ(space.snap(Vector::Constant(1, 9))[0], 0.3);
}

TEST(Space, SnapIsIdempotentAndNoOtherStepIsNearer) {
    Rng rng(3);
    for (int repeat = 0; repeat < 1000; ++repeat) {
        const double lower = rng.uniform(-5, 5), width = rng.uniform(0.1, 10), step = width * rng.uniform(0.01, 1);
        const Space space({linear("a", lower, lower + width, step)});
        const Vector x = Vector::Constant(1, rng.uniform(lower, lower + width));
        const Vector snapped = space.snap(x);
        space.require_contains(snapped, "snapped");
        EXPECT_EQ(space.snap(snapped), snapped);
        double nearest = infinity;
        for (int k = 0; lower + k * step <= lower + width; ++k) {
            nearest = std::min(nearest, std::abs(x[0] - (lower + k * step)));
        }
        EXPECT_NEAR(std::abs(x[0] - snapped[0]), nearest, tolerance::rounding);
    }
}

TEST(Space, SnapsOnALogScaleToo) {
    Parameter p = log_scaled("n", 1, 1000);
    p.step = 1;
    EXPECT_EQ(Space({p}).snap(Vector::Constant(1, 31.4))[0], 31);
}

TEST(Space, RefusesBadParametersInOneSentence) {
    EXPECT_EQ(refusal(std::vector<Parameter>{}), "Space: there are no parameters; give at least one");
    EXPECT_EQ(refusal([] { (void)Space::cube(1001, 0, 1); }),
              "Space: there are 1001 parameters; at most 1000 are supported");
    EXPECT_EQ(refusal([] { (void)Space::cube(1000, 0, 1); }), "");
    EXPECT_EQ(refusal([] { (void)Space::cube(0, 0, 1); }), "Space::cube: dimension is 0; it must be at least 1");
    EXPECT_EQ(refusal({linear("a", 0, 1), linear("", 0, 1)}), "Space: parameter 2 has an empty name; give it one");
    EXPECT_EQ(refusal({linear("a", 0, 1), linear("b", 0, 1), linear("a", 0, 1)}),
              "Space: parameters 1 and 3 are both named \"a\"; names must be unique");
    EXPECT_EQ(refusal({linear("a", -infinity, 1)}), "Space: bounds of \"a\" are [-inf, 1]; they must be finite");
    EXPECT_EQ(refusal({linear("a", 0, nan)}), "Space: bounds of \"a\" are [0, nan]; they must be finite");
    EXPECT_EQ(refusal({linear("a", 2, 1)}), "Space: bounds of \"a\" are [2, 1]; the lower must be less than the upper");
    EXPECT_EQ(refusal({linear("a", 1, 1)}), "Space: bounds of \"a\" are [1, 1]; the lower must be less than the upper");
    EXPECT_EQ(refusal({log_scaled("a", 0, 1)}),
              "Space: lower bound of \"a\" is 0; on a log scale it must be > 0, so raise it or use a linear scale");
    EXPECT_NE(refusal({linear("a", -1e308, 1e308)}).find("their difference must be at most"), std::string::npos);
}

TEST(Space, RefusesBadSteps) {
    for (const double step : {0.0, -1.0, 3.0, infinity, nan}) {
        EXPECT_NE(refusal({linear("a", 0, 2, step)}).find("it must be > 0 and at most 2"), std::string::npos) << step;
    }
    EXPECT_EQ(refusal({linear("a", 0, 2, 2)}), "");
}

TEST(Space, RefusesPointsOutsideWithAReason) {
    const Space space = Space::cube(2, -5, 5);
    const auto refuse = [&](const Vector& x) { return refusal([&] { space.require_contains(x, "observation 3"); }); };
    EXPECT_EQ(refuse(Vector{{-5, 5}}), "");
    EXPECT_EQ(refuse(Vector{{0, 7}}), "observation 3: \"x2\" is 7; it must lie in [-5, 5]");
    EXPECT_EQ(refuse(Vector{{-5.5, 0}}), "observation 3: \"x1\" is -5.5; it must lie in [-5, 5]");
    EXPECT_EQ(refuse(Vector{{0, nan}}), "observation 3: \"x2\" is NaN; it must be a number in [-5, 5]");
    EXPECT_EQ(refuse(Vector{{-infinity, 0}}),
              "observation 3: \"x1\" is infinite; it must be finite and lie in [-5, 5]");
    EXPECT_EQ(refuse(Vector{{1, 2, 3}}),
              "observation 3: the point has 3 coordinates; it must have 2, one per parameter");
}

TEST(Space, RefusesPointsOfTheWrongSizeEverywhere) {
    const Space space = Space::cube(2, -5, 5);
    const Vector three = Vector::Zero(3);
    EXPECT_NE(refusal([&] { (void)space.to_unit(three); }), "");
    EXPECT_NE(refusal([&] { (void)space.from_unit(three); }), "");
    EXPECT_NE(refusal([&] { (void)space.snap(three); }), "");
    EXPECT_NE(refusal([&] { (void)space.snap(Vector{{0, nan}}); }), "");
}

TEST(Space, TakesEveryColumnToTheUnitCube) {
    const Space space({linear("a", -5, 5), log_scaled("b", 1, 100)});
    const Points x{{-5, 0, 2}, {10, 1, 100}};
    const Points units = space.points_to_unit(x);
    for (Index n = 0; n < x.cols(); ++n) EXPECT_EQ(units.col(n), space.to_unit(x.col(n)));
    EXPECT_EQ(space.points_to_unit(Points(0, 0)).rows(), 2);
}

}  // namespace
}  // namespace sweetspot
