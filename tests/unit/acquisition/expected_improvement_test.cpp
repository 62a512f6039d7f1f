#include <gtest/gtest.h>

#include "acquisition/expected_improvement.hpp"
#include "support/models.hpp"
#include "support/tolerance.hpp"

namespace sweetspot {
namespace {

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

TEST(ExpectedImprovement, DoesNotCompeteWithALuckyValue) {
    const GaussianProcess exact = testing::wavy_gp(2, 8);
    Vector y = exact.targets();
    y[3] = -20;
    Vector known_noise = Vector::Zero(8);
    known_noise[3] = 1e4;
    const GaussianProcess gp(exact.kernel_ptr(), exact.hyperparameters(), exact.inputs(), y, {}, known_noise);
    const Vector x{{0.7, 0.35}};
    const double f_star = gp.mean(gp.inputs()).minCoeff();
    ASSERT_GT(f_star, -5);
    EXPECT_EQ(ExpectedImprovement(gp).value(x, nullptr), expected_improvements_below(f_star, gp, x)[0]);
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
