// A search whose observations have standard errors.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "sweetspot/methods/catalogue.hpp"
#include "sweetspot/search/optimizer.hpp"

namespace sweetspot {
namespace {

Problem interval() {
    return {Space::cube(1, 0, 1), Norm::two, 0.05};
}

double parabola(double x) {
    return std::pow(x - 0.7, 2);
}

/// Eleven exact values of the parabola.
Optimizer told() {
    Optimizer optimizer(interval());
    for (int i = 0; i <= 10; ++i) optimizer.tell(Vector{{i / 10.0}}, parabola(i / 10.0));
    return optimizer;
}

TEST(StandardErrors, AreKeptFromTheFirstOneOn) {
    Optimizer optimizer = told();
    EXPECT_EQ(optimizer.standard_errors().size(), 0);
    optimizer.tell(Vector{{0.33}}, 1, std::numeric_limits<double>::quiet_NaN());
    EXPECT_EQ(optimizer.standard_errors().size(), 0);
    optimizer.tell(Vector{{0.25}}, 1, 0.5);
    optimizer.tell(Vector{{0.35}}, 1);
    Vector expected = Vector::Zero(14);
    expected[12] = 0.5;
    EXPECT_EQ(optimizer.standard_errors(), expected);
}

TEST(StandardErrors, TheAnswerIsByTheModelNotByTheLuckiestValue) {
    const Best without = told().best();
    Optimizer lucky = told();
    lucky.tell(Vector{{0.2}}, -3, 3);
    EXPECT_NEAR(lucky.best().x[0], 0.7, 0.02);
    EXPECT_NEAR(lucky.best().worst_value, without.worst_value, 0.02);
    Optimizer believed = told();
    believed.tell(Vector{{0.2}}, -3);
    EXPECT_LT(believed.best().worst_value, without.worst_value - 0.2) << "without its error it would count";
}

TEST(StandardErrors, SuggestionsDependOnThem) {
    Optimizer exact = told();
    Optimizer noisy = told();
    exact.tell(Vector{{0.66}}, 0.05);
    noisy.tell(Vector{{0.66}}, 0.05, 0.05);
    EXPECT_NE(exact.ask().x, noisy.ask().x);
    EXPECT_EQ(noisy.ask().x, noisy.ask().x);
}

TEST(StandardErrors, AreGivenToARivalsEarlierRounds) {
    Optimizer exact(interval(), {.method = stableopt()});
    Optimizer noisy(interval(), {.method = stableopt()});
    for (const double x : {0.1, 0.9, 0.5, 0.65}) {
        exact.tell(Vector{{x}}, parabola(x));
        noisy.tell(Vector{{x}}, parabola(x), x == 0.5 ? 0.2 : 0);
    }
    ASSERT_TRUE(noisy.best_by_own_rule().has_value());
    EXPECT_NE(noisy.best_by_own_rule()->x, exact.best_by_own_rule()->x);
}

TEST(StandardErrors, ThatAreNoneAreRefusedAndNothingIsRecorded) {
    Optimizer optimizer(interval());
    for (const double wrong : {-0.1, std::numeric_limits<double>::infinity()})
        EXPECT_THROW(optimizer.tell(Vector{{0.5}}, 1, wrong), std::invalid_argument);
    EXPECT_EQ(optimizer.observations(), 0);
}

}  // namespace
}  // namespace sweetspot
