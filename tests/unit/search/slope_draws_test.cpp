// The supremum of a realisation over a ball of many dimensions against the closed form for linear functions.
#include "search/slope_draws.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "search/region_supremum.hpp"
#include "support/tolerance.hpp"
#include "sweetspot/robust/template.hpp"

namespace sweetspot {
namespace {

constexpr Index dimension = 60;
constexpr double radius = 0.1;
constexpr double lengthscale = 40;  // of realisations that are linear over the region

Vector centre() {
    return Vector::Constant(dimension, 0.5);
}

/// Knows the value at the centre alone, 0.
GaussianProcess linear_model() {
    Hyperparameters eta{.lengthscales = Vector::Constant(dimension, lengthscale), .noise = 0};
    return {matern52(), eta, centre(), Vector::Zero(1), {}};
}

/// E χ with that many degrees of freedom.
double mean_length(Index n) {
    const auto k = static_cast<double>(n);
    return std::sqrt(2.0) * std::exp(std::lgamma((k + 1) / 2) - std::lgamma(k / 2));
}

// The slope of a realisation is normal with variance 5/(3 ℓ²) along every coordinate (-k''(0) of the Matérn 5/2
// kernel), so the supremum over the ball is radius √(5/3)/ℓ times a χ of D degrees of freedom.
TEST(SupremaAlongSlopes, AreThoseOfLinearFunctionsInABall) {
    constexpr Index count = 400;
    const RobustSet ball(Norm::two, Vector::Constant(dimension, radius));
    const Vector suprema = suprema_along_slopes(linear_model(), ball, centre(), centre(), count, Rng(3));
    const double unit = radius * std::sqrt(5.0 / 3) / lengthscale;
    const double expected = unit * mean_length(dimension);
    const double sd = unit * std::sqrt(static_cast<double>(dimension) - std::pow(mean_length(dimension), 2));
    const double error = tolerance::false_alarm_sds * sd / std::sqrt(static_cast<double>(count));
    // What curves over the region is a thousandth of the rise.
    EXPECT_NEAR(suprema.mean(), expected, error + 1e-3 * expected);
}

TEST(SupremaAlongSlopes, OfABoxAreSumsOverItsAxes) {
    constexpr Index count = 400;
    const RobustSet box(Norm::infinity, Vector::Constant(dimension, radius));
    const Vector suprema = suprema_along_slopes(linear_model(), box, centre(), centre(), count, Rng(3));
    const double unit = radius * std::sqrt(5.0 / 3) / lengthscale;
    const auto d = static_cast<double>(dimension);
    const double expected = unit * d * std::sqrt(2 / std::acos(-1.0));  // E|N(0, 1)| each
    const double sd = unit * std::sqrt(d * (1 - 2 / std::acos(-1.0)));
    const double error = tolerance::false_alarm_sds * sd / std::sqrt(static_cast<double>(count));
    EXPECT_NEAR(suprema.mean(), expected, error + 0.01 * expected);  // a corner is √60 times as far: it curves more
}

TEST(SupremaAlongSlopes, FourHundredFixedPlacesShowHalfOfThem) {
    const RobustSet ball(Norm::two, Vector::Constant(dimension, radius));
    const Template T = make_template(ball, {.size = 400}, Rng(1));
    const Matrix fixed = joint_draws(linear_model(), T.at(centre()), 200, Rng(3));
    const Vector suprema = suprema_along_slopes(linear_model(), ball, centre(), centre(), 200, Rng(3));
    EXPECT_LT(fixed.colwise().maxCoeff().mean(), 0.55 * suprema.mean());
}

TEST(SupremaAlongSlopes, AreThatOfARegionThatIsKnown) {
    // Values at the centre and at both ends of every axis of a box of one free coordinate.
    Vector tolerance = Vector::Zero(3);
    tolerance[1] = 0.2;
    const RobustSet set(Norm::two, tolerance);
    Points x(3, 5);
    x.colwise() = Vector::Constant(3, 0.5);
    x.row(1) << 0.3, 0.4, 0.5, 0.6, 0.7;
    const Vector y{{0.1, 0.2, 0.3, 0.4, 0.5}};
    const GaussianProcess gp(matern52(), {.lengthscales = Vector::Constant(3, 1), .noise = 1e-8}, x, y, {});
    const Vector suprema = suprema_along_slopes(gp, set, Vector::Constant(3, 0.5), x, 50, Rng(2));
    EXPECT_NEAR(suprema.minCoeff(), 0.5, 1e-3);
    EXPECT_NEAR(suprema.maxCoeff(), 0.5, 1e-3);
}

}  // namespace
}  // namespace sweetspot
