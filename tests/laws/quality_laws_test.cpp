// Laws of every quality: monotone, shifts with a constant, does not depend on the order, gradient.

#include <gtest/gtest.h>

#include <ostream>

#include "support/tolerance.hpp"
#include "support/worst_half.hpp"
#include "sweetspot/base/rng.hpp"
#include "sweetspot/robust/quality.hpp"

namespace sweetspot {

/// For the messages of gtest.
// NOLINTNEXTLINE(readability-identifier-naming): the name is gtest's
static void PrintTo(const QualityPtr& quality, std::ostream* out) {
    *out << quality->name();
}

namespace {

std::vector<QualityPtr> members_of_the_family() {
    std::vector<QualityPtr> all = qualities();
    all.push_back(mean_quality([](const Vector& delta) { return std::exp(-delta.squaredNorm()); }));
    for (const double share : {0.05, 0.5, 0.99}) {
        all.push_back(quantile_quality(share));
        all.push_back(cvar_quality(share));
    }
    all.push_back(mean_sd_quality(0));
    all.push_back(yield_quality(0.2));
    all.push_back(support::worst_half());
    return all;
}

class QualityLaws : public ::testing::TestWithParam<QualityPtr> {
  protected:
    void SetUp() override {
        responses.resize(12);
        weights.resize(12);
        points.resize(3, 12);
        for (double& value : responses) value = rng.normal();
        for (double& value : weights) value = rng.uniform();
        for (double& value : points.reshaped()) value = rng.normal();
        weights /= weights.sum();
        weights = quality().reweighted(points, weights);
    }
    const Quality& quality() const { return *GetParam(); }

    Rng rng{99};
    Vector responses;
    Vector weights;
    Points points;
};

TEST_P(QualityLaws, NoResponseThatGetsWorseMakesItBetter) {
    if (!quality().is_monotone()) GTEST_SKIP() << "it says that it is not monotone";
    const double before = quality().value(responses, weights);
    for (Index i = 0; i < responses.size(); ++i) {
        Vector worse = responses;
        worse[i] += 3;
        EXPECT_GE(quality().value(worse, weights), before - tolerance::rounding);
    }
}

TEST_P(QualityLaws, LiesBetweenTheBestAndTheWorstResponse) {
    if (!quality().is_monotone()) GTEST_SKIP() << "it says that it is not monotone";
    EXPECT_LE(quality().value(responses, weights), responses.maxCoeff());
    EXPECT_GE(quality().value(responses, weights), responses.minCoeff());
}

TEST_P(QualityLaws, ShiftsWithAConstantAndScalesWithTheUnit) {
    const double before = quality().value(responses, weights);
    const Vector standard = (responses.array() + 2.5) / 4;
    if (const auto standardised = quality().standardised(-2.5, 4)) {
        EXPECT_NEAR(standardised->value(standard, weights), before, tolerance::rounding);
    } else {
        EXPECT_NEAR(quality().value(standard, weights), (before + 2.5) / 4, tolerance::rounding);
    }
}

TEST_P(QualityLaws, OfManyRealisationsIsThatOfEach) {
    constexpr double offset = -1.25;
    Eigen::MatrixXf realised(12, 50);
    for (float& value : realised.reshaped()) value = static_cast<float>(rng.normal());
    Vector even = Vector::Constant(12, 1.0 / 11);
    even[4] = 0;
    for (const Vector& w : {weights, even}) {
        Eigen::MatrixXf slopes;
        const Vector values = quality().values(realised, offset, w, &slopes);
        EXPECT_EQ(quality().values(realised, offset, w, nullptr), values);
        for (Index m = 0; m < realised.cols(); ++m) {
            const Vector F = realised.col(m).cast<double>().array() + offset;
            EXPECT_NEAR(values[m], quality().value(F, w), tolerance::single_precision) << m;
            const double error = (slopes.col(m).cast<double>() - quality().gradient(F, w)).cwiseAbs().maxCoeff();
            EXPECT_LT(error, 10 * tolerance::single_precision) << m;
        }
    }
}

/// So many that they are not put in order as a whole, with equal ones among them and some that weigh nothing.
TEST_P(QualityLaws, OfManyResponsesWithWeightsOfTheirOwnIsThatOfEachRealisation) {
    constexpr Index many = 301;
    Eigen::MatrixXf realised(many, 20);
    for (float& value : realised.reshaped()) value = static_cast<float>(std::round(40 * rng.normal()) / 8);
    Vector w(many);
    for (double& value : w) value = rng.uniform() < 0.1 ? 0 : std::pow(rng.uniform(), 8);
    w /= w.sum();
    w = quality().reweighted(Points::Zero(3, many), w);
    Eigen::MatrixXf slopes;
    const Vector values = quality().values(realised, 0, w, &slopes);
    for (Index m = 0; m < realised.cols(); ++m) {
        const Vector F = realised.col(m).cast<double>();
        EXPECT_NEAR(values[m], quality().value(F, w), 10 * tolerance::single_precision) << m;
        const double error = (slopes.col(m).cast<double>() - quality().gradient(F, w)).cwiseAbs().maxCoeff();
        EXPECT_LT(error, 10 * tolerance::single_precision) << m;
    }
}

TEST_P(QualityLaws, DoesNotDependOnTheOrderOfTheResponses) {
    const double reversed = quality().value(responses.reverse(), weights.reverse());
    EXPECT_NEAR(reversed, quality().value(responses, weights), tolerance::rounding);
}

TEST_P(QualityLaws, ReweightedWeightsAreWeights) {
    EXPECT_GE(weights.minCoeff(), 0);
    EXPECT_NEAR(weights.sum(), 1, tolerance::rounding);
}

TEST_P(QualityLaws, GradientAgreesWithSymmetricDifferencesAndSumsToOne) {
    const Vector gradient = quality().gradient(responses, weights);
    constexpr double step = 1e-5;
    for (Index i = 0; i < responses.size(); ++i) {
        Vector above = responses;
        Vector below = responses;
        above[i] += step;
        below[i] -= step;
        const double slope = (quality().value(above, weights) - quality().value(below, weights)) / (2 * step);
        EXPECT_NEAR(gradient[i], slope, tolerance::finite_difference);
    }
    if (!quality().has_unit()) return;
    EXPECT_NEAR(gradient.sum(), 1, tolerance::finite_difference);
}

INSTANTIATE_TEST_SUITE_P(Members, QualityLaws, ::testing::ValuesIn(members_of_the_family()));

}  // namespace
}  // namespace sweetspot
