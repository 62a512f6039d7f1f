#include "acquisition/pivots.hpp"

#include <gtest/gtest.h>

#include <set>

#include "support/models.hpp"

namespace sweetspot {
namespace {

TEST(PivotOrder, StartsAtTheCentreAndHasNoRepeats) {
    const GaussianProcess gp = testing::wavy_gp(3, 10);
    const Template T = testing::ball_template(3, 0.1, 80);
    const std::vector<Index> order = pivot_order(gp, T.points, {.max_rank = 30, .tolerance = 0});
    EXPECT_EQ(order.front(), 0);
    EXPECT_EQ(order.size(), 30U);
    EXPECT_EQ(std::set<Index>(order.begin(), order.end()).size(), order.size());
}

TEST(PivotOrder, StopsWhenEveryPointIsKnownToTheTolerance) {
    const GaussianProcess gp = testing::wavy_gp(2, 10);
    const Template T = testing::ball_template(2, 0.1, 60);
    constexpr double tolerance = 0.02;
    const std::vector<Index> order = pivot_order(gp, T.points, {.max_rank = 60, .tolerance = tolerance});
    ASSERT_LT(order.size(), 60U);
    // The prior variance left at each point, by the plain formula.
    const auto residual = [&](std::size_t rank) {
        const std::vector<Index> first(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(rank));
        const Points pivots = T.points(Eigen::all, first);
        const Matrix K = gp.prior_covariance(pivots, pivots);
        const Matrix k = gp.prior_covariance(pivots, T.points);
        const double variance = gp.hyperparameters().variance;
        return ((variance - k.cwiseProduct(K.llt().solve(k)).colwise().sum().array()) / variance).maxCoeff();
    };
    EXPECT_LE(residual(order.size()), tolerance * tolerance + 1e-9);
    EXPECT_GT(residual(order.size() - 1), tolerance * tolerance);
}

TEST(PivotOrder, IsTheSameWithAndWithoutARankCap) {
    const GaussianProcess gp = testing::wavy_gp(3, 10);
    const Template T = testing::ball_template(3, 0.2, 80);
    const std::vector<Index> few = pivot_order(gp, T.points, {.max_rank = 8, .tolerance = 0});
    const std::vector<Index> many = pivot_order(gp, T.points, {.max_rank = 20, .tolerance = 0});
    EXPECT_TRUE(std::equal(few.begin(), few.end(), many.begin()));
}

}  // namespace
}  // namespace sweetspot
