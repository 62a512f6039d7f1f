#include "sweetspot/optimize/direct.hpp"

#include <gtest/gtest.h>

#include <stdexcept>

#include "functions.hpp"
#include "support/tolerance.hpp"

namespace sweetspot {
namespace {

using namespace optimize_tests;

double bowl(const Vector& x) {
    return (x.array() - 1.3).square().sum();
}

TEST(Direct, FindsTheGlobalMinimumAmongMany) {
    // Six-hump camel: −1.0316284535 at ±(0.0898420, −0.7126564).
    const auto camel = [](const Vector& x) {
        const double a = x[0] * x[0];
        const double b = x[1] * x[1];
        return (4 - 2.1 * a + a * a / 3) * a + x[0] * x[1] + (4 * b - 4) * b;
    };
    const Box box{Vector{{-3.0, -2.0}}, Vector{{3.0, 1.9}}};
    const Minimum found = minimize_direct(camel, box);
    EXPECT_NEAR(found.value, -1.0316284535, 1e-7);
    EXPECT_TRUE(box.contains(found.x));
}

TEST(Direct, SpendsNoMoreThanItsBudgetAndRepeatsItself) {
    for (const int budget : {1, 2, 7, 100}) {
        int calls = 0;
        const auto counted = [&](const Vector& x) {
            ++calls;
            return bowl(x);
        };
        const Minimum found = minimize_direct(counted, cube(3, 5), {.max_evaluations = budget});
        EXPECT_EQ(calls, budget);
        EXPECT_EQ(found.evaluations, budget);
        EXPECT_EQ(found.stop, Stop::evaluations);
        EXPECT_EQ(found.x, minimize_direct(bowl, cube(3, 5), {.max_evaluations = budget}).x);
    }
}

TEST(Direct, WorksInOneAndInAHundredDimensions) {
    EXPECT_NEAR(minimize_direct(bowl, cube(1, 5), {.max_evaluations = 200}).x[0], 1.3, 1e-5);
    const Minimum found = minimize_direct(bowl, cube(100, 5));
    EXPECT_LT(found.value, bowl(Vector::Zero(100)));
}

TEST(Direct, PassesTheExceptionOfTheObjectiveOn) {
    int calls = 0;
    const auto throws = [&](const Vector& x) {
        if (++calls == 20) throw std::domain_error("the simulator broke");
        return bowl(x);
    };
    try {
        (void)minimize_direct(throws, cube(2, 5));
        FAIL() << "nothing was thrown";
    } catch (const std::domain_error& error) {
        EXPECT_STREQ(error.what(), "the simulator broke");
    }
    EXPECT_EQ(calls, 20);
}

TEST(Direct, LeavesDegenerateCoordinatesAlone) {
    const Box box{Vector{{-5.0, 2.0, -5.0}}, Vector{{5.0, 2.0, 5.0}}};
    const Minimum found = minimize_direct(bowl, box);
    EXPECT_LT((found.x - Vector{{1.3, 2.0, 1.3}}).norm(), 1e-4);
    const Box point{Vector::Ones(2), Vector::Ones(2)};
    const Minimum only = minimize_direct(bowl, point);
    EXPECT_EQ(only.x, Vector::Ones(2));
    EXPECT_EQ(only.evaluations, 1);
}

TEST(Direct, WalksAroundValuesThatAreNotFinite) {
    const auto f = [](const Vector& x) { return x[0] < -1 ? std::nan("") : bowl(x); };
    EXPECT_LT(minimize_direct(f, cube(2, 5)).value, 1e-4);
}

TEST(Direct, RefusesWhatMakesNoSense) {
    EXPECT_THROW((void)minimize_direct(bowl, cube(2, -1)), std::invalid_argument);
    EXPECT_THROW((void)minimize_direct(bowl, cube(2, 1), {.max_evaluations = 0}), std::invalid_argument);
}

}  // namespace
}  // namespace sweetspot
