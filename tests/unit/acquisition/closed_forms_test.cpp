#include <gtest/gtest.h>

#include "support/models.hpp"
#include "support/plain_robust_expected_improvement.hpp"
#include "support/tolerance.hpp"
#include "sweetspot/acquisition/average_expected_improvement.hpp"
#include "sweetspot/acquisition/expected_improvement.hpp"

namespace sweetspot {
namespace {

TEST(AverageExpectedImprovement, AgreesWithThePlainVersion) {
    const GaussianProcess gp = testing::wavy_gp(2, 8);
    const Template T = testing::ball_template(2, 0.15, 40);
    const Vector x_star{{0.3, 0.6}};
    const Vector x{{0.6, 0.4}};
    const AverageExpectedImprovement ei(gp, T, T.weights, x_star);
    const auto plain =
        testing::plain_robust_expected_improvement(gp, T, T.weights, *mean_quality(), x_star, x, 40000, Rng(4));
    ASSERT_GT(plain.mean, 1e-3);
    EXPECT_NEAR(ei.value(x, nullptr), plain.mean, tolerance::false_alarm_sds * plain.standard_error);
    EXPECT_EQ(ei.value(x_star, nullptr), 0);
}

TEST(AverageExpectedImprovement, GradientEqualsSymmetricDifferences) {
    const GaussianProcess gp = testing::wavy_gp(3, 8);
    const Template T = testing::ball_template(3, 0.15, 40, Norm::one, TemplateShape::boundary_heavy);
    const AverageExpectedImprovement ei(gp, T, T.weights, Vector{{0.3, 0.6, 0.5}});
    for (const Vector& x : {Vector{{0.6, 0.4, 0.5}}, Vector{{0.31, 0.6, 0.49}}}) {
        Vector gradient(3);
        ASSERT_GT(ei.value(x, &gradient), 0);
        const Vector differences =
            testing::symmetric_differences([&](const Vector& at) { return ei.value(at, nullptr); }, x);
        EXPECT_LT((gradient - differences).norm(), tolerance::finite_difference * differences.norm() + 1e-9);
    }
}

TEST(ExpectedImprovement, EqualsTheIntegralOfTheImprovement) {
    const GaussianProcess gp = testing::wavy_gp(2, 6);
    const ExpectedImprovement ei(gp);
    const Vector x{{0.7, 0.35}};
    const double mean = gp.mean(x)[0];
    const double sd = std::sqrt(gp.variance(x)[0]);
    const double f_star = gp.targets().minCoeff();
    double integral = 0;  // midpoint rule over ±10 standard deviations
    constexpr int steps = 200000;
    for (int i = 0; i < steps; ++i) {
        const double z = -10 + 20 * (i + 0.5) / steps;
        integral += std::max(0.0, f_star - mean - sd * z) * std::exp(-0.5 * z * z) / std::sqrt(2 * M_PI) * 20 / steps;
    }
    EXPECT_NEAR(ei.value(x, nullptr), integral, 1e-8 * std::max(1.0, integral));
}

TEST(ExpectedImprovement, GradientEqualsSymmetricDifferences) {
    const ExpectedImprovement ei(testing::wavy_gp(3, 6));
    const Vector x{{0.7, 0.35, 0.5}};
    Vector gradient(3);
    ASSERT_GT(ei.value(x, &gradient), 0);
    const Vector differences =
        testing::symmetric_differences([&](const Vector& at) { return ei.value(at, nullptr); }, x);
    EXPECT_LT((gradient - differences).norm(), tolerance::finite_difference * differences.norm());
}

}  // namespace
}  // namespace sweetspot
