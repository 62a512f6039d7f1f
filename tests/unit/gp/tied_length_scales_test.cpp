// FitOptions::tie: one length scale where data say nothing, one per coordinate where they do.
#include <gtest/gtest.h>

#include <cmath>

#include "gp/log_posterior.hpp"
#include "support/random_points.hpp"
#include "support/tolerance.hpp"

namespace sweetspot {
namespace {

using detail::LogPosterior;

FitOptions tied(double sd) {
    FitOptions options;
    options.tie = sd;
    return options;
}

Points tied_points(Index dimension, Index count) {
    return support::random_points(dimension, count, 11);
}

Vector along_the_first(const Points& x) {
    return x.row(0).transpose().unaryExpr([](double u) { return std::sin(9 * u); });
}

TEST(TiedLengthScales, EachHasAStudentDistributionAroundTheMeanWhichHasTheWeakPrior) {
    const Points x = tied_points(3, 6);
    const Vector y = along_the_first(x);
    const LogPosterior with(x, y, tied(0.4), 0);
    const LogPosterior without(x, y, {}, 0);
    const LogNormalPrior common = detail::weak_priors(3).lengthscale;
    const auto normal = [&](double log) { return 0.5 * std::pow((log - common.log_mean) / common.log_sd, 2); };
    const auto student = [](double apart) { return -std::log(std::pow(1 + apart * apart / (4 * 0.16), -2.5)); };
    for (const double spread : {0.0, 0.3, 1.1}) {
        const Vector theta{{-1.0, -1.0 + spread, -1.0 - 4 * spread, 0.1, -9.0}};
        const double mean = -1 - spread;
        double tied_part = normal(mean);
        double free_part = 0;
        for (Index d = 0; d < 3; ++d) {
            tied_part += student(theta[d] - mean);
            free_part += normal(theta[d]);
        }
        EXPECT_NEAR(with.negative()(theta, nullptr) - without.negative()(theta, nullptr), tied_part - free_part,
                    tolerance::linear_algebra);
    }
}

TEST(TiedLengthScales, TheGradientIsThatOfSymmetricDifferences) {
    const Points x = tied_points(3, 8);
    const LogPosterior posterior(x, along_the_first(x), tied(0.5), 0);
    const DifferentiableObjective f = posterior.negative();
    const Vector theta{{-0.6, -1.4, 0.2, 0.3, -8.0}};
    Vector gradient(5);
    static_cast<void>(f(theta, &gradient));
    for (Index i = 0; i < 5; ++i) {
        const Vector step = 1e-5 * Vector::Unit(5, i);
        const double difference = (f(theta + step, nullptr) - f(theta - step, nullptr)) / 2e-5;
        EXPECT_NEAR(gradient[i], difference, 1e-5 * (1 + std::abs(difference)));
    }
}

TEST(TiedLengthScales, DataLoosenTheTie) {
    const Points x = tied_points(4, 60);
    const GaussianProcess gp = fit(x, along_the_first(x), tied(0.5), Rng(1), Parallel(1));
    const Vector& scales = gp.hyperparameters().lengthscales;
    EXPECT_GT(scales.tail(3).minCoeff(), 3 * scales[0]);
}

TEST(TiedLengthScales, FewDataGiveNearlyOneLengthScale) {
    const Points x = tied_points(6, 7);
    const Vector y = x.colwise().squaredNorm();
    const auto spread = [&](const FitOptions& options) {
        const Vector logs = fit(x, y, options, Rng(1), Parallel(1)).hyperparameters().lengthscales.array().log();
        return logs.maxCoeff() - logs.minCoeff();
    };
    EXPECT_LT(spread(tied(0.5)), 1.0);
    EXPECT_GT(spread({}), 2 * spread(tied(0.5)));
}

}  // namespace
}  // namespace sweetspot
