#include "sweetspot/robust/quality.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "support/tolerance.hpp"
#include "sweetspot/base/errors.hpp"

namespace sweetspot {
namespace {

const Vector responses{{1.0, 4.0, -2.0, 4.0}};
const Vector weights{{0.1, 0.2, 0.3, 0.4}};

TEST(Quality, WorstIsTheLargestResponseWhateverTheWeights) {
    EXPECT_EQ(worst_quality()->value(responses, weights), 4);
    EXPECT_EQ(worst_quality()->value(responses, Vector::Unit(4, 2)), 4);
    EXPECT_EQ(worst_quality()->kind(), Quality::Kind::maximum);
    EXPECT_EQ(worst_quality()->label(), "worst case");
}

TEST(Quality, GradientOfWorstPointsToTheFirstOfEqualMaxima) {
    EXPECT_EQ(worst_quality()->gradient(responses, weights), Vector::Unit(4, 1));
}

TEST(Quality, MeanIsTheWeightedSum) {
    EXPECT_NEAR(mean_quality()->value(responses, weights), 0.1 + 0.8 - 0.6 + 1.6, tolerance::rounding);
    EXPECT_EQ(mean_quality()->gradient(responses, weights), weights);
    EXPECT_EQ(mean_quality()->kind(), Quality::Kind::linear);
}

TEST(Quality, MeanWithADensityWeighsByIt) {
    const Points points{{0.0, 1.0, 2.0, 3.0}};
    const QualityPtr quality = mean_quality([](const Vector& delta) { return delta[0]; });
    EXPECT_TRUE(quality->reweighted(points, weights).isApprox(Vector{{0.0, 0.1, 0.3, 0.6}}, tolerance::rounding));
    EXPECT_EQ(mean_quality()->reweighted(points, weights), weights);
    EXPECT_EQ(worst_quality()->reweighted(points, weights), weights);
}

TEST(Quality, DensitiesThatCannotBeNormalisedAreRefused) {
    const Points points = Points::Zero(1, 4);
    const double nan = std::numeric_limits<double>::quiet_NaN();
    for (const double bad : {0.0, -1.0, nan, std::numeric_limits<double>::infinity()}) {
        const QualityPtr quality = mean_quality([bad](const Vector&) { return bad; });
        EXPECT_THROW(static_cast<void>(quality->reweighted(points, weights)), std::invalid_argument) << bad;
    }
    EXPECT_THROW(static_cast<void>(mean_quality(nullptr)), std::invalid_argument);
}

TEST(Quality, CustomReducesAsTheUserSays) {
    const QualityPtr quality =
        custom_quality("median-like", [](const VectorRef& F, const VectorRef& w) { return F[0] * F[0] + w.sum(); });
    EXPECT_EQ(quality->name(), "median-like");
    EXPECT_EQ(quality->label(), "median-like") << "people call it by its name";
    EXPECT_EQ(quality->kind(), Quality::Kind::general);
    EXPECT_NEAR(quality->value(responses, weights), 2, tolerance::rounding);
    EXPECT_NEAR(quality->gradient(responses, weights)[0], 2, tolerance::finite_difference);
    EXPECT_NEAR(quality->gradient(responses, weights)[1], 0, tolerance::finite_difference);
}

TEST(Quality, GradientByDifferencesKeepsItsAccuracyAtAnyScale) {
    const QualityPtr square = custom_quality("norm", [](const VectorRef& F, const VectorRef&) { return F.norm(); });
    for (const double scale : {1e-12, 1.0, 1e12}) {
        const Vector F = scale * responses;
        EXPECT_LE((square->gradient(F, weights) - F / F.norm()).norm(), tolerance::finite_difference) << scale;
    }
    EXPECT_TRUE(mean_quality()->gradient(Vector::Zero(4), weights).allFinite());
}

TEST(Quality, CustomThatGivesNoNumberIsAnError) {
    const QualityPtr quality =
        custom_quality("broken", [](const VectorRef&, const VectorRef&) { return std::nan(""); });
    EXPECT_THROW(static_cast<void>(quality->value(responses, weights)), NumericalError);
    EXPECT_THROW(static_cast<void>(custom_quality("", [](const VectorRef&, const VectorRef&) { return 0.0; })),
                 std::invalid_argument);
    EXPECT_THROW(static_cast<void>(custom_quality("empty", nullptr)), std::invalid_argument);
}

TEST(Quality, IsFoundByItsNameAndASlipIsAnswered) {
    EXPECT_EQ(quality_named("worst")->name(), "worst");
    EXPECT_EQ(quality_named("mean")->name(), "mean");
    ASSERT_EQ(qualities().size(), 5U) << "all but yield, which needs a limit";
    EXPECT_EQ(qualities()[0]->name(), "worst");
    try {
        static_cast<void>(quality_named("wrost"));
        FAIL();
    } catch (const std::invalid_argument& error) {
        EXPECT_STREQ(error.what(),
                     "unknown measure \"wrost\"; did you mean \"worst\"? Known: worst, mean, quantile, "
                     "cvar, mean-sd, yield");
    }
}

TEST(Quality, SizesThatDoNotAgreeAreRefused) {
    EXPECT_THROW(static_cast<void>(mean_quality()->value(responses, Vector::Ones(3))), std::invalid_argument);
    EXPECT_THROW(static_cast<void>(worst_quality()->value(Vector(0), Vector(0))), std::invalid_argument);
}

}  // namespace
}  // namespace sweetspot
