#include "sweetspot/gp/gaussian_process.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "support/random_points.hpp"
#include "support/tolerance.hpp"
#include "sweetspot/gp/fit.hpp"

namespace sweetspot {
namespace {

Points warp_points(Index dimension, Index count) {
    return support::random_points(dimension, count, 7);
}

/// A bowl of height 1 with a penalty up to 90 outside a disc: what engineers write.
Vector penalised(const Points& x) {
    Vector y(x.cols());
    for (Index i = 0; i < y.size(); ++i) {
        const double r2 = (x.col(i).array() - 0.5).square().sum();
        const double outside = std::max(0.0, r2 - 0.05);
        y[i] = r2 - 3 + 400 * outside * outside;
    }
    return y;
}

FitOptions by_evidence() {
    FitOptions options;
    options.warp = FitOptions::Warp::by_evidence;
    return options;
}

TEST(OutputWarp, IsUndoneAndKeepsTheOrder) {
    const OutputWarp warp{-3, 0.5};
    double before = -1e300;
    for (const double y : {-3.4, -3.0, -2.9, 0.0, 70.0}) {
        EXPECT_NEAR(warp.undo(warp.apply(y)), y, tolerance::rounding * 100);
        EXPECT_GT(warp.apply(y), before);
        before = warp.apply(y);
        const double step = 1e-5;
        EXPECT_NEAR(warp.slope(y), (warp.apply(y + step) - warp.apply(y - step)) / (2 * step),
                    1e-4 * warp.slope(y));  // the curvature of the logarithm near its end
    }
}

TEST(OutputWarp, WithoutAScaleIsTheIdentity) {
    const OutputWarp none;
    EXPECT_EQ(none.apply(41.5), 41.5);
    EXPECT_EQ(none.undo(41.5), 41.5);
    EXPECT_EQ(none.log_jacobian(Vector{{1, 2, 3}}), 0);
}

TEST(OutputWarp, ItsJacobianIsTheSumOfTheLogarithmsOfTheSlopes) {
    const OutputWarp warp{1, 2};
    EXPECT_NEAR(warp.log_jacobian(Vector{{1, 3}}), std::log(1.0 / 2) + std::log(1.0 / 4), tolerance::rounding);
}

TEST(OutputWarp, CandidatesStandOnTheLeastOutputAndTheMedianHeight) {
    const auto candidates = candidate_warps(Vector{{5, 1, 2, 3, 101}});
    ASSERT_EQ(candidates.size(), 3);
    for (const OutputWarp& warp : candidates) EXPECT_EQ(warp.origin, 1);
    EXPECT_DOUBLE_EQ(candidates[0].scale, 0.2);
    EXPECT_DOUBLE_EQ(candidates[2].scale, 4);
    EXPECT_TRUE(candidate_warps(Vector{{4, 4, 4, 9}}).empty());
    EXPECT_TRUE(candidate_warps(Vector{{4, 5}}).empty());
}

TEST(OutputWarp, APenaltysTailIsWarpedAndASamplePathIsNot) {
    const Points x = warp_points(2, 40);
    const GaussianProcess tail = fit(x, penalised(x), by_evidence(), Rng(1), Parallel(1));
    EXPECT_TRUE(tail.standardisation().warp.active());

    const Hyperparameters truth{Vector::Constant(2, 0.3), 1.0, 1e-6, 0};
    const GaussianProcess prior(matern52(), truth, x, Vector::Zero(40), {});
    Vector z(40);
    Rng rng(3);
    for (double& value : z) value = rng.normal();
    const GaussianProcess path = fit(x, Vector(prior.cholesky() * z), by_evidence(), Rng(1), Parallel(1));
    EXPECT_FALSE(path.standardisation().warp.active());
}

TEST(OutputWarp, AWarpedModelPassesThroughTheOutputsInTheirOwnUnit) {
    const Points x = warp_points(2, 40);
    const Vector y = penalised(x);
    const GaussianProcess gp = fit(x, y, by_evidence(), Rng(1), Parallel(1));
    const Vector mean = gp.mean(x);
    for (Index i = 0; i < y.size(); ++i) EXPECT_NEAR(gp.standardisation().undo(mean[i]), y[i], 0.02 * (y[i] + 4));
}

TEST(OutputWarp, PredictsTheLowPartOfAnExponentialBetterThanNoWarp) {
    const auto f = [](const Points& x) -> Vector {
        return x.colwise().squaredNorm().transpose().unaryExpr([](double r2) { return std::exp(2.5 * r2); });
    };
    const Points x = warp_points(4, 40);
    const Points low = 0.5 * warp_points(4, 200);
    const auto error = [&](const FitOptions& options) {
        const GaussianProcess gp = fit(x, f(x), options, Rng(1), Parallel(1));
        const Vector mean = gp.mean(low).unaryExpr([&](double m) { return gp.standardisation().undo(m); });
        return (mean - f(low)).norm();
    };
    EXPECT_LT(error(by_evidence()), 0.3 * error({}));
}

TEST(OutputWarp, StandardErrorsShrinkWithTheSlopeOfTheWarp) {
    const Vector y{{0, 9}};
    const OutputWarp warp{0, 1};
    const Standardisation units = Standardisation::of(y, Vector(), warp);
    const Vector variances = units.variances(Vector{{0.1, 0.1}}, y);
    EXPECT_NEAR(std::sqrt(variances[0] / variances[1]), 10, 1e-9);
}

}  // namespace
}  // namespace sweetspot
