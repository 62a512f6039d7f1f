// Main effects against the definition of the kernel, one scalar at a time, wherever a covariance is made: likelihood,
// posterior, shifted means, realisations and averages; every gradient against symmetric differences.
#include "gp/main_effects.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <numbers>

#include "acquisition/average_expected_improvement.hpp"
#include "acquisition/plain_robust_expected_improvement.hpp"
#include "acquisition/realisation.hpp"
#include "acquisition/robust_expected_improvement.hpp"
#include "gp/likelihood.hpp"
#include "gp/marginal_likelihood.hpp"
#include "gp/shifted_mean.hpp"
#include "support/explicit_posterior.hpp"
#include "support/models.hpp"
#include "support/random_points.hpp"
#include "support/tolerance.hpp"
#include "sweetspot/gp/fit.hpp"
#include "sweetspot/robust/quality.hpp"

namespace sweetspot {
namespace {

using support::random_points;

constexpr double pi = std::numbers::pi;

double kernel_by_definition(const Hyperparameters& eta, const Vector& a, const Vector& b) {
    const double r = std::sqrt(5 * (a - b).cwiseQuotient(eta.lengthscales).squaredNorm());
    const double g = (1 + r + r * r / 3) * std::exp(-r);
    double shares = 0;
    double spectrum = 0;
    double h = 0;
    const auto density = [&](int j) { return std::pow(1 + std::pow(eta.effect_lengthscale * pi * j, 2) / 5, -3); };
    for (const double l : eta.lengthscales) shares += 1 / (l * l);
    for (int j = 1; j <= 6; ++j) spectrum += density(j);
    for (Index d = 0; d < a.size(); ++d) {
        const double share = std::pow(eta.lengthscales[d], -2) / shares;
        for (int j = 1; j <= 6; ++j) h += share * density(j) / spectrum * std::cos(pi * j * (a[d] - b[d]));
    }
    return eta.variance * ((1 - eta.effects) * g + eta.effects * h);
}

Matrix covariance_by_definition(const Hyperparameters& eta, const Points& a, const Points& b) {
    return Matrix::NullaryExpr(a.cols(), b.cols(),
                               [&](Index i, Index j) { return kernel_by_definition(eta, a.col(i), b.col(j)); });
}

Hyperparameters some_effects(Index dimension) {
    Hyperparameters eta;
    eta.lengthscales = Vector::LinSpaced(dimension, 0.4, 1.1);
    eta.variance = 1.7;
    eta.noise = 1e-3;
    eta.mean = 0.1;
    eta.effects = 0.6;
    eta.effect_lengthscale = 0.35;
    return eta;
}

Vector outputs(const Points& x) {
    Vector y(x.cols());
    for (Index i = 0; i < x.cols(); ++i) y[i] = std::sin(6 * x(0, i)) + 3 * x(1, i) * x(1, i) + x.col(i).prod();
    return y;
}

GaussianProcess some_model(Index dimension, Index size) {
    const Points x = random_points(dimension, size, 21);
    const Vector y = outputs(x);
    return {matern52(), some_effects(dimension), x, y, Standardisation::of(y)};
}

/// The largest difference of a gradient from symmetric differences of f, relative to the gradient.
double gradient_error(const std::function<double(const Vector&)>& f, const Vector& x, const Vector& gradient,
                      double step = 1e-6) {
    return (gradient - testing::symmetric_differences(f, x, step)).cwiseAbs().maxCoeff() /
           std::max(1.0, gradient.cwiseAbs().maxCoeff());
}

TEST(MainEffects, PriorIsTheDefinition) {
    const GaussianProcess gp = some_model(3, 20);
    const Points points = random_points(3, 7, 4);
    const Matrix expected = covariance_by_definition(gp.hyperparameters(), points, gp.inputs());
    EXPECT_LT((gp.prior_covariance(points, gp.inputs()) - expected).cwiseAbs().maxCoeff(), tolerance::rounding);
    EXPECT_NEAR(gp.prior_covariance(points.col(0), points.col(0))(0, 0), 1.7, tolerance::rounding);
}

TEST(MainEffects, PosteriorIsThatOfAnExplicitInverse) {
    // More points than one block.
    support::expect_posterior_by_inverse(some_model(4, 30), random_points(4, 150, 5), covariance_by_definition);
}

TEST(MainEffects, GradientsOfThePosteriorAreDifferences) {
    const GaussianProcess gp = some_model(3, 25);
    const Points points = random_points(3, 6, 6);
    const Vector x = points.col(0);
    const auto mean = [&](const Vector& at) { return gp.mean(at)[0]; };
    EXPECT_LT(gradient_error(mean, x, gp.mean_with_gradient(x).gradient), tolerance::finite_difference);
    EXPECT_LT(gradient_error(mean, x, gp.mean_gradients(points).col(0)), tolerance::finite_difference);
    EXPECT_LT(
        gradient_error([&](const Vector& at) { return gp.variance(at)[0]; }, x, gp.variance_with_gradient(x).gradient),
        tolerance::finite_difference);

    const support::JointAdjoint adjoint(6);
    const auto scalar = [&](const Vector& all) { return adjoint.of(gp.joint(all.reshaped(3, 6))); };
    const Points gradient = gp.joint_gradient(points, adjoint.mean, adjoint.covariance);
    EXPECT_LT(gradient_error(scalar, points.reshaped(), gradient.reshaped()), tolerance::finite_difference);
}

double likelihood_by_definition(const Hyperparameters& eta, const Points& x, const Vector& y) {
    return support::likelihood_by_eigenvalues(eta, x, y, covariance_by_definition);
}

/// (log ℓ, log variance, log noise, logit effects, log effect_lengthscale).
Hyperparameters effects_from_logarithms(const Vector& theta) {
    const Index D = theta.size() - 4;
    Hyperparameters eta;
    eta.lengthscales = theta.head(D).array().exp();
    eta.variance = std::exp(theta[D]);
    eta.noise = std::exp(theta[D + 1]);
    eta.effects = 1 / (1 + std::exp(-theta[D + 2]));
    eta.effect_lengthscale = std::exp(theta[D + 3]);
    return eta;
}

// Sizes on both sides of one panel, of a pair and of several; numbers of features that do and do not fill panels.
TEST(MainEffects, LikelihoodAndGradientOnEveryInstructionSet) {
    for (const Index dimension : {2, 3, 5}) {
        for (const Index size : {1, 2, 7, 8, 9, 17, 40}) {
            const Points x = random_points(dimension, size, 51);
            const Vector y = outputs(x);
            Vector theta(dimension + 4);
            theta.head(dimension) = Vector::LinSpaced(dimension, std::log(0.3), std::log(1.5));
            theta.tail(4) << std::log(1.4), std::log(0.02), 0.4, std::log(0.25);
            const double expected = likelihood_by_definition(effects_from_logarithms(theta), x, y);
            for (const likelihood::Loops* table : likelihood::available()) {
                detail::MarginalLikelihood likelihood(*matern52(), x, y, Vector(), *table);
                Vector gradient;
                EXPECT_NEAR(likelihood.evaluate(effects_from_logarithms(theta), &gradient), expected,
                            tolerance::linear_algebra * std::max(1.0, std::abs(expected)));
                const auto value = [&](const Vector& at) {
                    return likelihood_by_definition(effects_from_logarithms(at), x, y);
                };
                EXPECT_LT(gradient_error(value, theta, gradient, 1e-5), tolerance::finite_difference)
                    << table->name << ", D = " << dimension << ", N = " << size;
            }
        }
    }
}

TEST(MainEffects, ShiftedMeansAreMeans) {
    const GaussianProcess gp = some_model(3, 25);
    const Points offsets = 0.2 * random_points(3, 40, 7).array() - 0.1;
    const ShiftedMean shifted(gp, offsets);
    const Vector x = Vector::LinSpaced(3, 0.2, 0.8);
    const Points there = offsets.colwise() + x;
    EXPECT_LT((shifted.values(x) - gp.mean(there)).cwiseAbs().maxCoeff(), tolerance::linear_algebra);
    EXPECT_LT((shifted.gradients(x) - gp.mean_gradients(there)).cwiseAbs().maxCoeff(), tolerance::linear_algebra);
    const std::vector<Index> two = {3, 17};
    EXPECT_LT((shifted.values(x, two) - gp.mean(there)(two)).cwiseAbs().maxCoeff(), tolerance::linear_algebra);
}

struct Region {
    Template T;
    Vector x_star = Vector::LinSpaced(3, 0.42, 0.6);
    Vector x = Vector::Constant(3, 0.5);
};

Region some_region() {
    Points points = 0.2 * random_points(3, 40, 8).array() - 0.1;
    points.col(0).setZero();
    return {{points, Vector::Constant(40, 1.0 / 40)}};
}

TEST(MainEffects, RealisationsHaveThePosteriorsMoments) {
    const GaussianProcess gp = some_model(3, 25);
    const Region region = some_region();
    RealisationOptions options;
    options.realisations = 20000;
    options.pivots = {.max_rank = 40, .tolerance = 1e-9};
    const Realisations drawn(gp, region.T.points, region.x_star, options, Rng(9));
    Realisations::Conditioned at;
    drawn.condition(region.x, drawn.first_rows(40), drawn.rank(), Realisations::Slopes::unwanted, at);
    const Matrix F = drawn.draw(at).transpose().cast<double>().array() + drawn.reference();
    const JointPosterior joint = gp.joint(region.T.at(region.x)(Eigen::all, drawn.order()));
    EXPECT_LT((F.colwise().mean().transpose() - joint.mean).cwiseAbs().maxCoeff(), 1e-3);
    const Matrix centred = F.rowwise() - F.colwise().mean();
    const Matrix covariance = centred.transpose() * centred / static_cast<double>(F.rows() - 1);
    const double error = (covariance - joint.covariance).cwiseAbs().maxCoeff();
    EXPECT_LT(error, tolerance::false_alarm_sds * std::sqrt(2.0 / 20000) * joint.covariance.diagonal().maxCoeff());
}

TEST(MainEffects, GradientsOfImprovementsAreDifferences) {
    const GaussianProcess gp = some_model(3, 25);
    const Region region = some_region();
    const auto check = [&](const Acquisition& acquisition, double step, double allowed) {
        Vector gradient;
        EXPECT_GT(acquisition.value(region.x, &gradient), 0);
        const auto value = [&](const Vector& at) { return acquisition.value(at, nullptr); };
        EXPECT_LT(gradient_error(value, region.x, gradient, step), allowed);
    };
    check(AverageExpectedImprovement(gp, region.T, region.T.weights, region.x_star), 1e-6,
          tolerance::finite_difference);
    // Realisations are in single precision, so their differences need a larger step.
    const QualityPtr worst = worst_quality();
    check(RobustExpectedImprovement(gp, region.T, region.T.weights, *worst, region.x_star, {}, Rng(10)), 1e-4, 2e-3);
}

TEST(MainEffects, RobustImprovementIsThePlainOne) {
    const GaussianProcess gp = some_model(3, 25);
    const Region region = some_region();
    const QualityPtr worst = worst_quality();
    RealisationOptions options;
    options.realisations = 4000;
    const RobustExpectedImprovement improvement(gp, region.T, region.T.weights, *worst, region.x_star, options,
                                                Rng(10));
    const MonteCarlo plain = plain_robust_expected_improvement(gp, region.T, region.T.weights, *worst, region.x_star,
                                                               region.x, 40000, Rng(11));
    EXPECT_NEAR(improvement.value(region.x, nullptr), plain.mean,
                tolerance::false_alarm_sds * std::sqrt(11.0) * plain.standard_error);
}

TEST(MainEffects, AverageImprovementKnowsTheAverages) {
    const GaussianProcess gp = some_model(3, 25);
    const Region region = some_region();
    const AverageExpectedImprovement improvement(gp, region.T, region.T.weights, region.x_star);
    Points both(3, 80);
    both << region.T.at(region.x), region.T.at(region.x_star);
    const JointPosterior joint = gp.joint(both);
    Vector w(80);
    w << -region.T.weights, region.T.weights;
    const double sd = std::sqrt(w.dot(joint.covariance * w));
    const double z = w.dot(joint.mean) / sd;
    const double expected =
        sd * (z * 0.5 * std::erfc(-z / std::sqrt(2.0)) + std::exp(-0.5 * z * z) / std::sqrt(2 * pi));
    EXPECT_NEAR(improvement.value(region.x, nullptr), expected, tolerance::ill_conditioned);
}

double error_elsewhere(const FitOptions& options, Index dimension, Index size,
                       const std::function<double(const Vector&)>& f) {
    const Points x = random_points(dimension, size, 31);
    Vector y(size);
    for (Index i = 0; i < size; ++i) y[i] = f(x.col(i));
    const GaussianProcess gp = fit(x, y, options, Rng(1), Parallel(1));
    const Points other = random_points(dimension, 500, 32);
    const Vector mean = gp.mean(other);
    double square = 0;
    double spread = 0;
    for (Index i = 0; i < other.cols(); ++i) {
        square += std::pow(gp.standardisation().undo(mean[i]) - f(other.col(i)), 2);
        spread += std::pow(f(other.col(i)) - y.mean(), 2);
    }
    return std::sqrt(square / spread);
}

TEST(MainEffects, ASumIsLearntFromAFewValuesPerCoordinate) {
    const auto sum = [](const Vector& x) { return (6 * x.array()).sin().sum() + 4 * (x.array() - 0.4).square().sum(); };
    FitOptions options;
    options.tie = 0.5;
    const double without = error_elsewhere(options, 8, 80, sum);
    options.effects = true;
    EXPECT_LT(error_elsewhere(options, 8, 80, sum), 0.2 * without);
}

TEST(MainEffects, ASumOfFiftyParametersIsLearntFromThreeValuesEach) {
    const auto sum = [](const Vector& x) { return (x.array() - 0.4).square().sum(); };
    FitOptions options;
    options.tie = 0.5;
    options.random_starts = 2;
    const double without = error_elsewhere(options, 50, 150, sum);
    options.effects = true;
    EXPECT_LT(error_elsewhere(options, 50, 150, sum), 0.5 * without);
}

TEST(MainEffects, AreForTwoToAHundredAndTwentyEightParameters) {
    EXPECT_FALSE(detail::MainEffects::possible(1));
    EXPECT_TRUE(detail::MainEffects::possible(2));
    EXPECT_TRUE(detail::MainEffects::possible(128));
    EXPECT_FALSE(detail::MainEffects::possible(129));
}

TEST(MainEffects, AProductDoesNotSuffer) {
    const auto product = [](const Vector& x) { return ((2 * x.array() - 1) * 1.2).sin().prod(); };
    FitOptions options;
    options.tie = 0.5;
    const double without = error_elsewhere(options, 3, 60, product);
    options.effects = true;
    EXPECT_LT(error_elsewhere(options, 3, 60, product), 1.2 * without + 0.02);
}

TEST(MainEffects, AreNotAskedForInOneDimension) {
    const Points x = random_points(1, 12, 3);
    FitOptions options;
    options.effects = true;
    const GaussianProcess gp = fit(x, (5 * x.row(0)).array().sin().transpose(), options, Rng(1), Parallel(1));
    EXPECT_EQ(gp.hyperparameters().effects, 0);
    EXPECT_EQ(gp.main_effects(), nullptr);
}

}  // namespace
}  // namespace sweetspot
