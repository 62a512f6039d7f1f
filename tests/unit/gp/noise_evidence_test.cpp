#include "gp/noise_evidence.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "support/random_points.hpp"
#include "sweetspot/gp/fit.hpp"

namespace sweetspot {
namespace {

using support::random_points;

FitOptions with_proof() {
    FitOptions options;
    options.unproven_noise = 1e-4;
    return options;
}

/// Too rough for 60 points to follow: a model that may call it noise does.
Vector rough(const Points& x) {
    Vector y(x.cols());
    for (Index i = 0; i < y.size(); ++i) y[i] = 3 * x.col(i).sum() + 0.2 * std::sin(300 * x.col(i).squaredNorm());
    return y;
}

TEST(NoiseEvidence, ADeterministicRoughFunctionIsNotSmoothedAway) {
    const Points x = random_points(3, 60, 5);
    const GaussianProcess gp = fit(x, rough(x), with_proof(), Rng(1), Parallel(1));
    EXPECT_LE(gp.hyperparameters().noise, 1e-4 * (1 + 1e-9));
    EXPECT_GT(fit(x, rough(x), {}, Rng(1), Parallel(1)).hyperparameters().noise, 1e-3);
}

TEST(NoiseEvidence, RepeatedEvaluationsThatDifferProveNoise) {
    Points x = random_points(2, 40, 6);
    x.rightCols(20) = x.leftCols(20);
    Vector y = x.colwise().sum();
    Rng rng(8);
    for (double& value : y) value += 0.1 * rng.normal();
    const GaussianProcess gp = fit(x, y, with_proof(), Rng(1), Parallel(1));
    const double sd = gp.standardisation().scale * std::sqrt(gp.hyperparameters().noise);
    EXPECT_NEAR(sd, 0.1, 0.04);
}

TEST(NoiseEvidence, RepeatedEvaluationsThatAgreeProveNothing) {
    Points x = random_points(2, 40, 6);
    x.rightCols(20) = x.leftCols(20);
    const Hyperparameters claimed{Vector::Constant(2, 0.3), 1, 0.05, 0};
    EXPECT_FALSE(detail::noise_is_evident(x, rough(x), claimed));
}

TEST(NoiseEvidence, FarNeighboursProveNothing) {
    const Points x = random_points(2, 12, 9);
    Vector y(12);
    Rng rng(3);
    for (double& value : y) value = rng.normal();
    const Hyperparameters claimed{Vector::Constant(2, 0.3), 1, 0.01, 0};
    EXPECT_FALSE(detail::noise_is_evident(x, y, claimed));
}

}  // namespace
}  // namespace sweetspot
