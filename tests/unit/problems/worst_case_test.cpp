#include "problems/worst_case.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "support/tolerance.hpp"
#include "sweetspot/base/errors.hpp"

namespace sweetspot {
namespace {

TEST(TrueWorstCase, FindsTheFarthestPointOfEveryNorm) {
    const auto f = [](const Vector& x) { return x.squaredNorm(); };
    const Vector c{{1.0, -2.0}};
    const Vector t{{0.5, 0.25}};
    const WorstCase one = true_worst_case(f, c, RobustSet(Norm::one, t), {}, Rng(1));
    EXPECT_NEAR(one.value, 1.5 * 1.5 + 4, 1e-9);
    const WorstCase infinity = true_worst_case(f, c, RobustSet(Norm::infinity, t), {}, Rng(1));
    EXPECT_NEAR(infinity.value, 1.5 * 1.5 + 2.25 * 2.25, 1e-9);
    EXPECT_NEAR((infinity.point - Vector{{1.5, -2.25}}).norm(), 0, tolerance::local_optimum);
    const WorstCase two = true_worst_case(f, c, RobustSet(Norm::two, Vector::Ones(2)), {}, Rng(1));
    EXPECT_NEAR(two.value, std::pow(std::sqrt(5.0) + 1, 2), 1e-9);
    EXPECT_EQ(two.agreement, 1);
    EXPECT_GT(two.reliability, 0.98);
}

TEST(TrueWorstCase, IsAttainedInsideTheRegion) {
    const auto f = [](const Vector& x) { return std::sin(3 * x[0]) * std::cos(2 * x[1]) + x[2]; };
    const RobustSet region(Norm::two, Vector{{1.0, 2.0, 0.0}});
    const Vector c{{0.2, 0.3, 0.4}};
    const WorstCase worst = true_worst_case(f, c, region, {}, Rng(2));
    EXPECT_TRUE(region.contains(worst.point - c));
    EXPECT_EQ(worst.point[2], 0.4);
    EXPECT_NEAR(f(worst.point), worst.value, tolerance::rounding);
    EXPECT_NEAR(worst.value, 1.4, tolerance::local_optimum);  // the peak (π/6, 0) is in reach
}

TEST(TrueWorstCase, ReliabilityIsLowWhereEveryStartEndsElsewhere) {
    // Some 10⁴ maxima of different heights: 30 starts can not have seen them.
    const auto f = [](const Vector& x) { return std::sin(150 * x[0]) * std::sin(150 * x[1]) + x[0] + 0.37 * x[1]; };
    const RobustSet region(Norm::infinity, Vector::Ones(2));
    const WorstCase worst = true_worst_case(f, Vector::Zero(2), region, {.starts = 30}, Rng(3));
    EXPECT_LT(worst.reliability, 0.5);
    EXPECT_LT(worst.agreement, 0.2);
}

TEST(TrueWorstCase, SameSeedSameAnswer) {
    const auto f = [](const Vector& x) { return std::sin(9 * x[0]) + std::cos(7 * x[1]); };
    const RobustSet region(Norm::two, Vector::Ones(2));
    const WorstCase a = true_worst_case(f, Vector::Zero(2), region, {.starts = 10}, Rng(4));
    const WorstCase b = true_worst_case(f, Vector::Zero(2), region, {.starts = 10}, Rng(4));
    EXPECT_EQ(a.value, b.value);
    EXPECT_EQ(a.point, b.point);
    EXPECT_EQ(a.reliability, b.reliability);
}

TEST(TrueWorstCase, RefusesWhatItCannotUse) {
    const auto f = [](const Vector& x) { return x[0]; };
    const RobustSet region(Norm::two, Vector::Ones(2));
    EXPECT_THROW(static_cast<void>(true_worst_case(f, Vector::Zero(3), region, {}, Rng(1))), std::invalid_argument);
    EXPECT_THROW(static_cast<void>(true_worst_case(f, Vector::Zero(2), region, {.starts = 0}, Rng(1))),
                 std::invalid_argument);
    const auto broken = [](const Vector& x) { return x[0] > 0.5 ? std::nan("") : x[0]; };
    EXPECT_THROW(static_cast<void>(true_worst_case(broken, Vector::Zero(2), region, {}, Rng(1))), NumericalError);
}

}  // namespace
}  // namespace sweetspot
