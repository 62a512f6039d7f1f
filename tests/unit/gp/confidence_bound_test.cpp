#include "gp/confidence_bound.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "support/known_functions.hpp"
#include "sweetspot/base/rng.hpp"

namespace sweetspot {
namespace {

TEST(ConfidenceBound, IsMeanAndStandardDeviationWithTheGradientOfBoth) {
    const GaussianProcess gp = known::model_of(
        2, [](const Vector& x) { return std::sin(5 * x[0]) + x[1] * x[1]; }, 12);
    const Points points{{0.2, 0.7, 0.45}, {0.3, 0.9, 0.55}};
    for (const double kappa : {-2.0, 0.0, 1.5}) {
        const Vector bounds = confidence_bounds(gp, points, kappa);
        const Vector expected = gp.mean(points) + kappa * gp.variance(points).cwiseSqrt();
        EXPECT_LT((bounds - expected).norm(), 1e-14);
        const Points gradients = confidence_bound_gradients(gp, points, kappa);
        for (Index i = 0; i < points.cols(); ++i) {
            for (Index d = 0; d < 2; ++d) {
                const Vector step = 1e-5 * Vector::Unit(2, d);
                const double slope = (confidence_bounds(gp, points.col(i) + step, kappa)[0] -
                                      confidence_bounds(gp, points.col(i) - step, kappa)[0]) /
                                     2e-5;
                EXPECT_NEAR(gradients(d, i), slope, 1e-5 * (1 + std::abs(slope)));
            }
        }
    }
}

TEST(ConfidenceBound, OfManyPointsIsThatOfEach) {
    const GaussianProcess gp = known::model_of(
        2, [](const Vector& x) { return std::sin(5 * x[0]) + x[1] * x[1]; }, 12);
    Rng rng(1);
    Points points(2, 300);  // more than are taken at a time
    for (Index i = 0; i < points.size(); ++i) points.data()[i] = rng.uniform();
    const Vector bounds = confidence_bounds(gp, points, -2);
    for (Index i = 0; i < points.cols(); ++i) {
        const double sd = std::sqrt(gp.variance(points.col(i))[0]);
        EXPECT_NEAR(bounds[i], gp.mean(points.col(i))[0] - 2 * sd, 1e-13);
    }
}

TEST(StandardisedLimit, BelowTheRangeOfTheWarpIsBelowEverything) {
    const Points x{{0.1, 0.5, 0.9}};
    const Vector y{{1, 2, 4}};
    const Hyperparameters eta{.lengthscales = Vector::Constant(1, 0.3)};
    const OutputWarp warp{.origin = 1, .scale = 0.5};
    const GaussianProcess warped(squared_exponential(), eta, x, y, Standardisation::of(y, Vector(), warp));
    EXPECT_NEAR(warped.standardisation().undo(standardised_limit(warped, 3)), 3, 1e-12);
    EXPECT_LT(standardised_limit(warped, 0.4), -1e300);
    const GaussianProcess plain(squared_exponential(), eta, x, y, Standardisation::of(y));
    EXPECT_NEAR(plain.standardisation().undo(standardised_limit(plain, 0.4)), 0.4, 1e-12);
}

}  // namespace
}  // namespace sweetspot
