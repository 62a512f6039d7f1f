// The improvement under an ensemble: against plain joint realisations of its members, and the laws of an acquisition.
#include "acquisition/mean_acquisition.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "acquisition/average_expected_improvement.hpp"
#include "acquisition/plain_robust_expected_improvement.hpp"
#include "acquisition/robust_expected_improvement.hpp"
#include "support/models.hpp"
#include "support/tolerance.hpp"

namespace sweetspot {
namespace {

/// Robust improvements by models that differ in their length scales.
struct EnsembleSetting {
    std::vector<GaussianProcess> members = {testing::wavy_gp(3, 12, 0.5), testing::wavy_gp(3, 12, 0.9),
                                            testing::wavy_gp(3, 12, 0.3)};
    Template T = testing::ball_template(3, 0.12, 60, Norm::two, TemplateShape::boundary_heavy);
    Vector x_star{{0.6, 0.5, 0.45}};
    Vector x{{0.75, 0.35, 0.3}};
    QualityPtr worst = worst_quality();

    [[nodiscard]] std::vector<AcquisitionPtr> of_members(Index M) const {
        std::vector<AcquisitionPtr> result;
        for (std::size_t k = 0; k < members.size(); ++k) {
            result.push_back(std::make_shared<RobustExpectedImprovement>(
                members[k], T, T.weights, *worst, x_star, RealisationOptions{M, {60, 0.0}}, Rng(11).split(k)));
        }
        return result;
    }
};

TEST(MeanAcquisition, IsTheImprovementOverPlainRealisationsOfTheMixture) {
    const EnsembleSetting s;
    double mean = 0;
    double variance = 0;
    for (const GaussianProcess& member : s.members) {
        const MonteCarlo plain =
            plain_robust_expected_improvement(member, s.T, s.T.weights, *s.worst, s.x_star, s.x, 20000, Rng(3));
        mean += plain.mean / 3;
        variance += plain.standard_error * plain.standard_error / 9;
    }
    ASSERT_GT(mean, 0.01);
    EXPECT_NEAR(mean_acquisition(s.of_members(2000))->value(s.x, nullptr), mean,
                tolerance::false_alarm_sds * 4 * std::sqrt(variance))
        << "of 10 times as many realisations: the standard error is a third";
}

TEST(MeanAcquisition, HasTheGradientOfSymmetricDifferencesAndBoundsAboveItsValue) {
    const EnsembleSetting s;
    const AcquisitionPtr mean = mean_acquisition(s.of_members(64));
    Vector gradient(3);
    const double value = mean->value(s.x, &gradient);
    ASSERT_GT(value, 0);
    EXPECT_EQ(value, mean->value(s.x, nullptr));
    double sum = 0;
    Vector slopes = Vector::Zero(3);
    for (const AcquisitionPtr& member : s.of_members(64)) {
        Vector slope(3);
        sum += member->value(s.x, &slope);
        slopes += slope;
    }
    EXPECT_NEAR(value, sum / 3, tolerance::rounding);
    EXPECT_LT((gradient - slopes / 3).norm(), tolerance::rounding);
    // Single precision inside: differences of many steps' width.
    const Vector differences =
        testing::symmetric_differences([&](const Vector& x) { return mean->value(x, nullptr); }, s.x, 1e-3);
    EXPECT_LT((gradient - differences).norm(), 0.01 * gradient.norm());

    ASSERT_EQ(mean->bounds(), 2);
    for (int level = 0; level < 2; ++level)
        EXPECT_GE(mean->upper_bounds(s.x, level)[0], value - tolerance::single_precision);
    EXPECT_EQ(mean->value(s.x_star, &gradient), 0);
    EXPECT_EQ(gradient, Vector::Zero(3));
    EXPECT_EQ(mean->values(s.x)[0], value);
}

TEST(MeanAcquisition, DescendsByTheDescentsOfItsMembersAndRenewsEachOfThem) {
    EnsembleSetting s;
    s.T = testing::ball_template(3, 0.12, 200, Norm::two, TemplateShape::boundary_heavy);  // enough to choose from
    const AcquisitionPtr mean = mean_acquisition(s.of_members(64));
    const LocalObjective descent = mean->descent();
    Vector gradient(3);
    const double value = mean->value(s.x, nullptr);
    EXPECT_EQ(descent.objective(s.x, &gradient), value) << "the first evaluation sees the whole template";
    EXPECT_GE(descent.objective(s.x, &gradient), value - tolerance::single_precision) << "an upper bound from then on";
    int renewals = 0;
    for (int k = 0; k < 8; ++k) renewals += descent.renew() ? 1 : 0;
    EXPECT_EQ(renewals, 1);
    EXPECT_EQ(descent.objective(s.x, &gradient), value) << "every member sees the whole template again";
}

TEST(MeanAcquisition, OfOneMemberIsThatMemberAndOfEqualOnesHasTheirValue) {
    const EnsembleSetting s;
    const auto average = std::make_shared<const AverageExpectedImprovement>(s.members[0], s.T, s.T.weights, s.x_star);
    EXPECT_EQ(mean_acquisition({average}), average);
    const AcquisitionPtr four = mean_acquisition({average, average, average, average});
    Vector gradient(3);
    Vector of_four(3);
    EXPECT_EQ(four->value(s.x, &of_four), average->value(s.x, &gradient));
    EXPECT_EQ(of_four, gradient);
    EXPECT_EQ(four->bounds(), 0);
}

}  // namespace
}  // namespace sweetspot
