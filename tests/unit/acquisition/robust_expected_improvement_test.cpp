#include "acquisition/robust_expected_improvement.hpp"

#include <gtest/gtest.h>

#include "acquisition/average_expected_improvement.hpp"
#include "acquisition/plain_robust_expected_improvement.hpp"
#include "base/normal.hpp"
#include "support/models.hpp"
#include "support/tolerance.hpp"

namespace sweetspot {
namespace {

/// Everything one robust EI needs, in three dimensions.
struct ImprovementSetting {
    GaussianProcess gp = testing::wavy_gp(3, 12);
    Template T;
    Vector x_star{{0.6, 0.5, 0.45}};
    Vector x{{0.75, 0.35, 0.3}};
    QualityPtr worst = worst_quality();

    explicit ImprovementSetting(Index template_size = 60)
        : T(testing::ball_template(3, 0.12, template_size, Norm::two, TemplateShape::boundary_heavy)) {}

    [[nodiscard]] RobustExpectedImprovement ei(Index M, Index rank, const QualityPtr& quality) const {
        return {gp, T, T.weights, *quality, x_star, {.realisations = M, .pivots = {rank, 0.0}}, Rng(11)};
    }
};

TEST(RobustExpectedImprovement, AgreesWithThePlainVersionAtFullRank) {
    const ImprovementSetting s;
    const MonteCarlo plain =
        plain_robust_expected_improvement(s.gp, s.T, s.T.weights, *s.worst, s.x_star, s.x, 40000, Rng(3));
    ASSERT_GT(plain.mean, 0.01);
    // Stratified draws vary less than plain ones; the plain standard error covers both.
    EXPECT_NEAR(s.ei(4000, 60, s.worst).value(s.x, nullptr), plain.mean,
                tolerance::false_alarm_sds * 2 * plain.standard_error);
}

TEST(RobustExpectedImprovement, AtLowRankIsWithinAFewPercentOfFullRankOnTheSameDraws) {
    const ImprovementSetting s;
    const double full = s.ei(4000, 60, s.worst).value(s.x, nullptr);
    EXPECT_NEAR(s.ei(4000, 30, s.worst).value(s.x, nullptr), full, 0.02 * full);
    EXPECT_NEAR(s.ei(4000, 15, s.worst).value(s.x, nullptr), full, 0.06 * full);
}

TEST(RobustExpectedImprovement, WithTheCentreAloneHasTheClosedFormOfOneGaussian) {
    const ImprovementSetting s;
    const Template centre = {Points::Zero(3, 1), Vector::Ones(1)};
    const RobustExpectedImprovement ei(s.gp, centre, centre.weights, *s.worst, s.x_star, {.realisations = 20000},
                                       Rng(5));
    Points both(3, 2);
    both << s.x, s.x_star;
    const JointPosterior joint = s.gp.joint(both);
    const double variance = joint.covariance(0, 0) + joint.covariance(1, 1) - 2 * joint.covariance(0, 1);
    const double exact = expected_positive_part(joint.mean[1] - joint.mean[0], std::sqrt(variance));
    EXPECT_NEAR(ei.value(s.x, nullptr), exact, 0.01 * std::sqrt(variance));
}

TEST(RobustExpectedImprovement, WithTheAverageQualityAgreesWithItsClosedForm) {
    const ImprovementSetting s;
    const QualityPtr mean = mean_quality();
    const AverageExpectedImprovement exact(s.gp, s.T, s.T.weights, s.x_star);
    const double expected = exact.value(s.x, nullptr);
    ASSERT_GT(expected, 0.01);
    EXPECT_NEAR(s.ei(20000, 60, mean).value(s.x, nullptr), expected, 0.01 * expected);
}

TEST(RobustExpectedImprovement, IsExactlyZeroAtTheBestSoFar) {
    const ImprovementSetting s;
    Vector gradient;
    EXPECT_EQ(s.ei(500, 20, s.worst).value(s.x_star, &gradient), 0);
    EXPECT_EQ(gradient, Vector::Zero(3));
}

TEST(RobustExpectedImprovement, GoesToZeroAsThePlainVersionDoesNearTheBestSoFar) {
    const ImprovementSetting s;
    for (const double step : {1e-2, 1e-3, 1e-4}) {
        const Vector x = s.x_star + Vector{{step, -step, step}};
        const MonteCarlo plain =
            plain_robust_expected_improvement(s.gp, s.T, s.T.weights, *s.worst, s.x_star, x, 4000, Rng(3));
        EXPECT_NEAR(s.ei(4000, 12, s.worst).value(x, nullptr), plain.mean, 0.15 * plain.mean + 3e-5) << step;
    }
}

TEST(RobustExpectedImprovement, GradientEqualsSymmetricDifferences) {
    const ImprovementSetting s;
    const QualityPtr root_mean_square = custom_quality("rms", [](const VectorRef& F, const VectorRef& w) {
        return std::log(w.dot(F.array().exp().matrix()));  // smooth, monotone, shifts with a constant
    });
    for (const QualityPtr& quality : {s.worst, mean_quality(), root_mean_square}) {
        for (const Index rank : {Index{1}, Index{9}, Index{60}}) {
            const RobustExpectedImprovement ei = s.ei(64, rank, quality);
            Vector gradient(3);
            ASSERT_GT(ei.value(s.x, &gradient), 0);
            const Vector differences =
                testing::symmetric_differences([&](const Vector& x) { return ei.value(x, nullptr); }, s.x, 1e-4);
            // Values are sums in single precision; RealisationGradient has the tight comparison.
            EXPECT_LT((gradient - differences).norm(), 3e-3 * differences.norm())
                << quality->name() << " rank " << rank;
        }
    }
}

TEST(RobustExpectedImprovement, IsZeroWithZeroGradientWhereNoRealisationImproves) {
    const ImprovementSetting s;
    // Far from x* in a region that the model knows to be bad.
    const GaussianProcess& gp = s.gp;
    Index worst = 0;
    gp.targets().maxCoeff(&worst);
    const Template tiny = testing::ball_template(3, 0.001, 10);
    Index best = 0;
    gp.targets().minCoeff(&best);
    const RobustExpectedImprovement ei(gp, tiny, tiny.weights, *s.worst, gp.inputs().col(best), {.realisations = 100},
                                       Rng(1));
    Vector gradient(3);
    EXPECT_EQ(ei.value(gp.inputs().col(worst), &gradient), 0);
    EXPECT_EQ(gradient, Vector::Zero(3));
}

TEST(RobustExpectedImprovement, BoundsAreNeverBelowTheValueAndTightenByLevel) {
    const ImprovementSetting s;
    const RobustExpectedImprovement ei = s.ei(256, 25, s.worst);
    ASSERT_EQ(ei.bounds(), 2);
    const Points x = 0.12 + 0.76 * latin_hypercube(3, 60, Rng(9)).array();
    const Vector loose = ei.upper_bounds(x, 0);
    const Vector tight = ei.upper_bounds(x, 1);
    for (Index i = 0; i < x.cols(); ++i) {
        const double value = ei.value(x.col(i), nullptr);
        EXPECT_GE(loose[i], tight[i] - tolerance::linear_algebra);
        EXPECT_GE(tight[i], value - tolerance::linear_algebra);
    }
    EXPECT_EQ(s.ei(16, 5, mean_quality()).bounds(), 0);
}

TEST(RobustExpectedImprovement, ADescentSeesTheValueWhereItIsRenewedAndAnUpperBoundElsewhere) {
    const ImprovementSetting s(400);
    const RobustExpectedImprovement ei = s.ei(128, 24, s.worst);
    const LocalObjective descent = ei.descent();
    Vector gradient(3);
    Vector whole(3);
    EXPECT_EQ(descent.objective(s.x, &gradient), ei.value(s.x, &whole));
    EXPECT_EQ(gradient, whole);
    Rng rng(5);
    for (int i = 0; i < 20; ++i) {
        const Vector x = s.x + 0.02 * Vector::NullaryExpr(3, [&] { return rng.normal(); });
        const double exact = ei.value(x, nullptr);
        EXPECT_GE(descent.objective(x, &gradient), exact - tolerance::single_precision);
        EXPECT_LE(descent.objective(x, &gradient), 1.02 * exact + tolerance::single_precision);
    }
    const Vector far = s.x.array() + 0.2;
    for (int i = 0; i < 10; ++i) {
        if (descent.renew()) break;
        ASSERT_LT(i, 9);
    }
    EXPECT_EQ(descent.objective(far, &gradient), ei.value(far, nullptr));
}

TEST(RobustExpectedImprovement, StaysFiniteWithDuplicatedObservationsAndShortLengthScales) {
    Points x = testing::wavy_gp(3, 12).inputs();
    x.col(5) = x.col(4).array() + 1e-13;
    x.col(6) = x.col(4);
    Vector y(12);
    for (Index i = 0; i < 12; ++i) y[i] = testing::wavy(x.col(i));
    for (const double lengthscale : {0.01, 0.05, 50.0}) {
        const GaussianProcess gp(matern52(), {Vector::Constant(3, lengthscale), 1.0, 1e-6, 0.0}, x, y,
                                 Standardisation::of(y));
        const Template T = testing::ball_template(3, 0.12, 60);
        const QualityPtr worst = worst_quality();
        const RobustExpectedImprovement ei(gp, T, T.weights, *worst, x.col(4), {.realisations = 64}, Rng(1));
        const Points at = latin_hypercube(3, 20, Rng(3));
        for (Index i = 0; i < at.cols(); ++i) {
            Vector gradient(3);
            EXPECT_TRUE(std::isfinite(ei.value(at.col(i), &gradient)));
            EXPECT_TRUE(gradient.allFinite());
        }
    }
}

}  // namespace
}  // namespace sweetspot
