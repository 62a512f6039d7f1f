#include "acquisition/average_expected_improvement.hpp"

#include <gtest/gtest.h>

#include "acquisition/plain_robust_expected_improvement.hpp"
#include "support/models.hpp"
#include "support/plain_average_expected_improvement.hpp"
#include "support/tolerance.hpp"

namespace sweetspot {
namespace {

// 250 points are several blocks, 40 are one.
const std::vector<Index> template_sizes = {1, 40, 250};

TEST(AverageExpectedImprovement, AgreesWithSampling) {
    const GaussianProcess gp = testing::wavy_gp(2, 8);
    const Template T = testing::ball_template(2, 0.15, 40);
    const Vector x_star{{0.3, 0.6}};
    const Vector x{{0.6, 0.4}};
    const AverageExpectedImprovement ei(gp, T, T.weights, x_star);
    const auto plain = plain_robust_expected_improvement(gp, T, T.weights, *mean_quality(), x_star, x, 40000, Rng(4));
    ASSERT_GT(plain.mean, 1e-3);
    EXPECT_NEAR(ei.value(x, nullptr), plain.mean, tolerance::false_alarm_sds * plain.standard_error);
    EXPECT_EQ(ei.value(x_star, nullptr), 0);
    EXPECT_EQ(ei.values(x_star)[0], 0);
}

TEST(AverageExpectedImprovement, EqualsTheClosedFormFromTheJointPosterior) {
    for (const KernelPtr& kernel :
         {matern52(), squared_exponential(), KernelPtr(std::make_shared<testing::RationalQuadratic>())}) {
        const GaussianProcess gp = testing::wavy_gp(3, 12, 0.5, 1, kernel);
        for (const Index size : template_sizes) {
            const Template T = testing::ball_template(3, 0.15, size);
            const Vector x_star{{0.3, 0.6, 0.5}};
            const AverageExpectedImprovement ei(gp, T, T.weights, x_star);
            const Points x = latin_hypercube(3, 20, Rng(3));
            const Vector values = ei.values(x);
            for (Index i = 0; i < x.cols(); ++i) {
                const double plain = testing::plain_average_expected_improvement(gp, T, T.weights, x_star, x.col(i));
                EXPECT_NEAR(ei.value(x.col(i), nullptr), plain, tolerance::linear_algebra)
                    << kernel->name() << ", " << size << " points";
                EXPECT_NEAR(values[i], plain, tolerance::linear_algebra) << kernel->name() << ", " << size << " points";
            }
        }
    }
}

TEST(AverageExpectedImprovement, PointsWithoutAWeightChangeNothing) {
    const GaussianProcess gp = testing::wavy_gp(2, 8);
    const Template all = testing::ball_template(2, 0.15, 120);
    Vector weights = all.weights;
    weights.tail(60).setZero();
    const Template half = {all.points.leftCols(60), weights.head(60)};
    const Vector x_star{{0.3, 0.6}};
    const Vector x{{0.6, 0.4}};
    EXPECT_EQ(AverageExpectedImprovement(gp, all, weights, x_star).value(x, nullptr),
              AverageExpectedImprovement(gp, half, half.weights, x_star).value(x, nullptr));
}

TEST(AverageExpectedImprovement, GradientEqualsSymmetricDifferences) {
    const GaussianProcess gp = testing::wavy_gp(3, 8);
    for (const Index size : template_sizes) {
        const Template T = testing::ball_template(3, 0.15, size, Norm::one, TemplateShape::uniform);
        const AverageExpectedImprovement ei(gp, T, T.weights, Vector{{0.3, 0.6, 0.5}});
        for (const Vector& x : {Vector{{0.6, 0.4, 0.5}}, Vector{{0.31, 0.6, 0.49}}}) {
            Vector gradient(3);
            ASSERT_GT(ei.value(x, &gradient), 0);
            const Vector differences =
                testing::symmetric_differences([&](const Vector& at) { return ei.value(at, nullptr); }, x);
            EXPECT_LT((gradient - differences).norm(), tolerance::finite_difference * differences.norm() + 1e-9)
                << size << " points";
        }
    }
}

TEST(AverageExpectedImprovement, FadesWithTheDistanceToTheBestSoFar) {
    // Mean and sd of the difference are of the order of the distance: anything more would be spurious.
    const GaussianProcess gp = testing::wavy_gp(5, 60, 0.4);
    const Template T = testing::ball_template(5, 0.1, 250);
    const Vector x_star = Vector::Constant(5, 0.4);
    const AverageExpectedImprovement exact(gp, T, T.weights, x_star);
    const AverageExpectedImprovement few = exact.over(exact.rules({16, 0}).rule({16, 0}));
    for (const AverageExpectedImprovement* ei : {&exact, &few}) {
        double previous = 1;
        for (const double distance : {1e-2, 1e-3, 1e-4, 1e-5, 1e-6}) {
            const double value = ei->value(x_star + Vector::Constant(5, distance), nullptr);
            EXPECT_LT(value, 0.5 * previous);
            EXPECT_LT(value, 20 * distance);
            previous = value;
        }
    }
}

}  // namespace
}  // namespace sweetspot
