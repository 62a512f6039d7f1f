#include "acquisition/average_rule.hpp"

#include <gtest/gtest.h>

#include "acquisition/pivots.hpp"
#include "support/models.hpp"

namespace sweetspot {
namespace {

struct Case {
    GaussianProcess gp = testing::wavy_gp(3, 5, 0.4);
    Template T = testing::ball_template(3, 0.2, 80);
    Matrix k = gp.prior_covariance(T.points, T.points);
    Vector averaged = k * T.weights;

    [[nodiscard]] AverageRules rules(const AverageRuleOptions& most) const {
        return {gp, T.points, T.weights, averaged, most};
    }
    /// The prior sd of (average - rule) as a fraction of that of the average.
    [[nodiscard]] double error(const AverageRule& rule) const {
        const double both = rule.weights.dot(gp.prior_covariance(rule.points, T.points) * T.weights);
        const double own = rule.weights.dot(gp.prior_covariance(rule.points, rule.points) * rule.weights);
        const double prior = T.weights.dot(averaged);
        return std::sqrt(std::max(0.0, (prior - 2 * both + own) / prior));
    }
};

TEST(AverageRule, WeightsAreTheBestForTheirPoints) {
    const Case c;
    const AverageRule rule = c.rules({12, 0}).rule({12, 0});
    ASSERT_EQ(rule.points.cols(), 12);
    const Vector residual = c.gp.prior_covariance(rule.points, rule.points) * rule.weights -
                            c.gp.prior_covariance(rule.points, c.T.points) * c.T.weights;
    EXPECT_LT(residual.norm(), 1e-10);
}

TEST(AverageRule, KeepsItsToleranceWithNoPointTooMany) {
    const Case c;
    const AverageRules rules = c.rules({80, 1e-3});
    for (const double tolerance : {0.1, 0.03, 0.01, 1e-3}) {
        const AverageRule rule = rules.rule({80, tolerance});
        EXPECT_LE(c.error(rule), tolerance * (1 + 1e-6));
        ASSERT_GT(rule.points.cols(), 1);
        EXPECT_GT(c.error(rules.rule({rule.points.cols() - 1, tolerance})), tolerance);
    }
}

TEST(AverageRule, MorePointsExtendTheSameOrder) {
    const Case c;
    const AverageRules rules = c.rules({20, 0});
    EXPECT_EQ(rules.rule({20, 0}).points.leftCols(7), rules.rule({7, 0}).points);
}

TEST(AverageRule, AllPointsGiveTheAverageItself) {
    const Case c;
    const AverageRule rule = c.rules({80, 0}).rule({80, 0});
    EXPECT_LT(c.error(rule), 1e-4);  // the sd of which 1e-10 of the variance is left by rounding
}

TEST(AverageRule, BeatsThePivotsOfThePoints) {
    const Case c;
    const AverageRule chosen = c.rules({16, 0}).rule({16, 0});
    const Points pivots = c.T.points(Eigen::all, pivot_order(c.gp, c.T.points, {16, 1e-6}));
    const Matrix k = c.gp.prior_covariance(pivots, pivots);
    const AverageRule other = {pivots, k.ldlt().solve(c.gp.prior_covariance(pivots, c.T.points) * c.T.weights)};
    EXPECT_LT(c.error(chosen), c.error(other));
}

TEST(AverageRule, OnePointIsARule) {
    const GaussianProcess gp = testing::wavy_gp(2, 5);
    const Points centre = Points::Zero(2, 1);
    const Vector averaged = Vector::Constant(1, gp.hyperparameters().variance);
    const AverageRule rule = AverageRules(gp, centre, Vector::Ones(1), averaged, {16, 0.01}).rule({16, 0.01});
    EXPECT_EQ(rule.points, centre);
    EXPECT_DOUBLE_EQ(rule.weights[0], 1);
}

}  // namespace
}  // namespace sweetspot
