#include "sweetspot/robust/problem.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "support/refusal.hpp"
#include "support/tolerance.hpp"

namespace sweetspot {
namespace {

using support::refusal;

TEST(Problem, MapsTolerancesToTheUnitCube) {
    const Problem problem(Space({{"a", -4, 4}, {"b", 0, 10}}), Norm::two, Vector{{1, 2.5}});
    EXPECT_EQ(problem.robust_set().tolerance(), Vector({{0.125, 0.25}}));
    EXPECT_EQ(problem.centres().lower, Vector({{0.125, 0.25}}));
    EXPECT_EQ(problem.centres().upper, Vector({{0.875, 0.75}}));
}

TEST(Problem, APlainToleranceOnALogScaleIsOfTheNominalValue) {
    const Problem problem(Space({{"c", 1, 100, Scale::log}}), Norm::two, 0.05);
    const Space& space = problem.space();
    for (const double x : {2.0, 10.0, 50.0}) {
        const Vector centre = space.to_unit(Vector{{x}});
        const Box& bounds = problem.robust_set().bounds();
        EXPECT_NEAR(space.from_unit(centre + bounds.upper)[0], 1.05 * x, 10 * x * tolerance::rounding);
        EXPECT_NEAR(space.from_unit(centre + bounds.lower)[0], 0.95 * x, 10 * x * tolerance::rounding);
    }
}

TEST(Problem, AToleranceOfTheNominalValueMeansTheSameOnAnyScale) {
    const std::vector<RegionTolerance> share = {{0.05, RegionTolerance::Of::nominal}};
    const Problem linear(Space({{"c", 1, 100}}), Norm::two, share);
    const Problem log(Space({{"c", 1, 100, Scale::log}}), Norm::two, share);
    EXPECT_EQ(linear.space().parameters()[0].scale, Scale::log);
    EXPECT_EQ(linear.centres().lower, log.centres().lower);
    EXPECT_EQ(linear.centres().upper, log.centres().upper);
}

TEST(Problem, ARegionThatDoesNotFitIsRefusedWithTheLargestToleranceThatWould) {
    EXPECT_EQ(refusal([] {
                  Problem(Space({{"r1", 0, 5}}), Norm::two, 3);
              }),
              "RobustSet: tolerance of \"r1\" is 3; it must be at most 2.5 so that the region fits in its bounds");
    EXPECT_EQ(refusal([] {
                  Problem(Space({{"c", 1, 4, Scale::log}}), Norm::two, 1.5);
              }),
              "Problem: tolerance of \"c\" is 150% of the nominal value; it must be at most 60.00% so that the region "
              "fits in "
              "its bounds");
    EXPECT_EQ(refusal([] {
                  Problem(Space({{"r1", 0, 5}}), Norm::two, -1);
              }),
              "Problem: tolerance of \"r1\" is -1; it must be a number ≥ 0 (0: built exactly)");
    EXPECT_EQ(refusal([] { Problem(Space::cube(2, 0, 1), Norm::two, Vector::Ones(3)); }),
              "Problem: 3 tolerances were given for 2 parameters; give one per parameter");
}

TEST(Problem, TakesTheGeneralFormInParameterUnits) {
    const auto d = [](const Vector& delta) { return std::max(std::abs(delta[0]), 3 * std::abs(delta[1])); };
    const Problem problem(Space::cube(2, 0, 10), RobustSet(d, 1.5, {Vector{{-1.5, -0.5}}, Vector{{1.5, 0.5}}}));
    EXPECT_TRUE(problem.robust_set().contains(Vector{{0.149, 0.049}}));
    EXPECT_FALSE(problem.robust_set().contains(Vector{{0.149, 0.051}}));
    EXPECT_NEAR(problem.centres().lower[0], 0.15, tolerance::rounding);
}

}  // namespace
}  // namespace sweetspot
