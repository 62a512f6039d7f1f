// The posterior against a naive implementation with an explicit inverse, and its behaviour at awkward data.
#include "sweetspot/gp/gaussian_process.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>
#include <stdexcept>
#include <string>

#include "support/models.hpp"
#include "support/random_points.hpp"
#include "support/tolerance.hpp"
#include "sweetspot/base/errors.hpp"
#include "sweetspot/base/rng.hpp"

namespace sweetspot {
namespace {

using support::random_points;
using support::smooth_outputs;

Hyperparameters some_hyperparameters(Index dimension) {
    Hyperparameters eta;
    eta.lengthscales = Vector::LinSpaced(dimension, 0.3, 0.9);
    eta.variance = 1.7;
    eta.noise = 1e-3;
    eta.mean = 0.2;
    return eta;
}

GaussianProcess some_model(const KernelPtr& kernel, Index dimension, Index size) {
    const Points x = random_points(dimension, size, 21);
    const Vector y = smooth_outputs(x);
    return {kernel, some_hyperparameters(dimension), x, y, Standardisation::of(y)};
}

/// k(a, b) by the definition, one scalar at a time.
Matrix naive_covariance(const Kernel& kernel, const Hyperparameters& eta, const Points& a, const Points& b) {
    Matrix k(a.cols(), b.cols());
    for (Index i = 0; i < a.cols(); ++i) {
        for (Index j = 0; j < b.cols(); ++j) {
            double s = 0;
            for (Index d = 0; d < a.rows(); ++d) s += std::pow((a(d, i) - b(d, j)) / eta.lengthscales[d], 2);
            kernel.evaluate(&s, &k(i, j), 1);
            k(i, j) *= eta.variance;
        }
    }
    return k;
}

JointPosterior naive_posterior(const GaussianProcess& model, const Points& points) {
    const Hyperparameters& eta = model.hyperparameters();
    Matrix a = naive_covariance(model.kernel(), eta, model.inputs(), model.inputs());
    a.diagonal().array() += eta.noise + model.jitter();
    const Matrix inverse = a.inverse();
    const Matrix k = naive_covariance(model.kernel(), eta, model.inputs(), points);
    const Vector residual = model.targets().array() - eta.mean;
    return {(k.transpose() * inverse * residual).array() + eta.mean,
            naive_covariance(model.kernel(), eta, points, points) - k.transpose() * inverse * k};
}

TEST(GaussianProcess, PosteriorEqualsTheNaiveFormula) {
    for (const KernelPtr& kernel : kernels()) {
        for (const Index dimension : {1, 3, 10}) {
            for (const Index size : {1, 2, 30}) {
                const GaussianProcess model = some_model(kernel, dimension, size);
                const Points points = random_points(dimension, 150, 22);
                const JointPosterior expected = naive_posterior(model, points);
                const JointPosterior joint = model.joint(points);
                const double allowed = tolerance::linear_algebra;
                EXPECT_LT((model.mean(points) - expected.mean).cwiseAbs().maxCoeff(), allowed);
                EXPECT_LT((model.variance(points) - expected.covariance.diagonal()).cwiseAbs().maxCoeff(), allowed);
                EXPECT_LT((joint.mean - expected.mean).cwiseAbs().maxCoeff(), allowed);
                EXPECT_LT((joint.covariance - expected.covariance).cwiseAbs().maxCoeff(), allowed);
            }
        }
    }
}

TEST(GaussianProcess, JointIsSymmetricToTheLastBitAndItsDiagonalIsTheVariance) {
    const GaussianProcess model = some_model(matern52(), 3, 40);
    const Points points = random_points(3, 301, 23);
    const JointPosterior joint = model.joint(points);
    EXPECT_EQ((joint.covariance - joint.covariance.transpose()).cwiseAbs().maxCoeff(), 0);
    EXPECT_LT((joint.covariance.diagonal() - model.variance(points)).cwiseAbs().maxCoeff(), tolerance::rounding);
    EXPECT_LT((joint.mean - model.mean(points)).cwiseAbs().maxCoeff(), tolerance::rounding);
}

TEST(GaussianProcess, FactorTimesItsTransposeIsThePriorCovarianceWithNoise) {
    const GaussianProcess model = some_model(matern32(), 4, 60);
    Matrix k = model.prior_covariance(model.inputs(), model.inputs());
    k.diagonal().array() += model.hyperparameters().noise;
    EXPECT_EQ(model.jitter(), 0);
    EXPECT_LT((model.cholesky() * model.cholesky().transpose() - k).cwiseAbs().maxCoeff(), tolerance::rounding);
    const Vector residual = model.targets().array() - model.hyperparameters().mean;
    EXPECT_LT((k * model.weights() - residual).cwiseAbs().maxCoeff(), tolerance::linear_algebra);
}

TEST(GaussianProcess, InterpolatesAsTheNoiseVanishes) {
    const Points x = random_points(2, 40, 24);
    const Vector y = smooth_outputs(x);
    Hyperparameters eta = some_hyperparameters(2);
    for (const double noise : {1e-4, 1e-8, 0.0}) {
        eta.noise = noise;
        const GaussianProcess model(matern52(), eta, x, y, Standardisation::of(y));
        const double largest_error = (model.mean(x) - model.targets()).cwiseAbs().maxCoeff();
        EXPECT_LT(largest_error, 100 * noise + tolerance::linear_algebra);
        EXPECT_LT(model.variance(x).maxCoeff(), noise + tolerance::linear_algebra);
        EXPECT_GE(model.variance(x).minCoeff(), 0);
        EXPECT_GE(model.joint(x).covariance.diagonal().minCoeff(), 0);
    }
}

TEST(GaussianProcess, ReturnsToThePriorFarFromTheData) {
    const GaussianProcess model = some_model(matern52(), 2, 10);
    const Points far = Points::Constant(2, 1, 500.0);
    EXPECT_NEAR(model.mean(far)[0], model.hyperparameters().mean, tolerance::rounding);
    EXPECT_NEAR(model.variance(far)[0], model.hyperparameters().variance, tolerance::rounding);
}

TEST(GaussianProcess, LogLikelihoodEqualsTheDensityOfTheTargets) {
    const GaussianProcess model = some_model(matern52(), 3, 12);
    Matrix k = naive_covariance(model.kernel(), model.hyperparameters(), model.inputs(), model.inputs());
    k.diagonal().array() += model.hyperparameters().noise;
    const Vector residual = model.targets().array() - model.hyperparameters().mean;
    const double expected = -0.5 * residual.dot(k.inverse() * residual) - 0.5 * std::log(k.determinant()) -
                            6 * std::log(2 * std::numbers::pi);
    EXPECT_NEAR(model.log_marginal_likelihood(), expected, tolerance::linear_algebra * std::abs(expected));
}

TEST(GaussianProcess, BatchesOfNoPointsAreEmpty) {
    const GaussianProcess model = some_model(matern52(), 3, 5);
    const Points none(3, 0);
    EXPECT_EQ(model.mean(none).size(), 0);
    EXPECT_EQ(model.variance(none).size(), 0);
    EXPECT_EQ(model.joint(none).covariance.size(), 0);
}

TEST(GaussianProcess, DuplicatedPointsWithoutNoiseGetJitterAndStayFinite) {
    for (const double distance : {0.0, 1e-12}) {
        Points x = random_points(3, 20, 25);
        x.col(7) = x.col(3);
        x(0, 7) += distance;
        Vector y = smooth_outputs(x);
        Hyperparameters eta = some_hyperparameters(3);
        eta.noise = 0;
        const GaussianProcess model(squared_exponential(), eta, x, y, Standardisation::of(y));
        EXPECT_GE(model.jitter(), 1e-10 * eta.variance);
        EXPECT_LE(model.jitter(), 1e-4 * eta.variance);
        EXPECT_TRUE(model.weights().allFinite());
        EXPECT_LT((model.mean(x) - model.targets()).cwiseAbs().maxCoeff(), 1e-3);
        EXPECT_GE(model.variance(x).minCoeff(), 0);
        EXPECT_GE(model.joint(x).covariance.diagonal().minCoeff(), 0);
    }
}

TEST(GaussianProcess, SaysWhichPointsAreClosestWhenJitterDoesNotHelp) {
    Points x(1, 4);
    x << 0.1, 0.5, 0.9, 0.51;
    try {
        const GaussianProcess model(std::make_shared<testing::Indefinite>(), {Vector::Ones(1), 1, 0, 0}, x,
                                    Vector::Zero(4), {});
        FAIL() << "factorised an indefinite matrix";
    } catch (const NumericalError& error) {
        EXPECT_EQ(
            std::string(error.what()),
            "GaussianProcess: 4 points are not positive definite even with jitter 1e-4; the closest, points 1 and "
            "3 (counting from 0), coincide to 0.01");
    }
}

std::string refusal(const Hyperparameters& eta, const Points& x, const Vector& y, const Standardisation& scale = {}) {
    try {
        const GaussianProcess model(matern52(), eta, x, y, scale);
    } catch (const std::invalid_argument& error) {
        return error.what();
    }
    return "accepted";
}

TEST(GaussianProcess, RefusesObservationsThatAreNotUsable) {
    const Hyperparameters eta = some_hyperparameters(2);
    const Points x = random_points(2, 3, 26);
    const Vector y = Vector::Ones(3);
    EXPECT_EQ(refusal(eta, x, y), "accepted");
    EXPECT_NE(refusal(eta, Points(2, 0), Vector(0)).find("0 observations"), std::string::npos);
    EXPECT_NE(refusal(eta, x, Vector::Ones(4)).find("4 outputs for 3 inputs"), std::string::npos);
    Points bad_x = x;
    bad_x(1, 2) = std::numeric_limits<double>::quiet_NaN();
    EXPECT_NE(refusal(eta, bad_x, y).find("input of observation 2"), std::string::npos);
    Vector bad_y = y;
    bad_y[1] = std::numeric_limits<double>::infinity();
    EXPECT_NE(refusal(eta, x, bad_y).find("output of observation 1"), std::string::npos);
    EXPECT_NE(refusal(eta, x, y, {0, 0}).find("scale 0"), std::string::npos);
    EXPECT_THROW(GaussianProcess(nullptr, eta, x, y, {}), std::invalid_argument);
}

TEST(GaussianProcess, RefusesHyperparametersOutOfRange) {
    const Points x = random_points(2, 3, 26);
    const Vector y = Vector::Ones(3);
    Hyperparameters eta = some_hyperparameters(3);
    EXPECT_NE(refusal(eta, x, y).find("3 length scales for inputs of dimension 2"), std::string::npos);
    eta = some_hyperparameters(2);
    eta.lengthscales[1] = 0;
    EXPECT_NE(refusal(eta, x, y).find("length scale 1"), std::string::npos);
    eta = some_hyperparameters(2);
    eta.variance = 0;
    EXPECT_NE(refusal(eta, x, y).find("prior variance is 0"), std::string::npos);
    eta = some_hyperparameters(2);
    eta.noise = -1;
    EXPECT_NE(refusal(eta, x, y).find("noise variance is -1"), std::string::npos);
    eta = some_hyperparameters(2);
    eta.mean = std::numeric_limits<double>::quiet_NaN();
    EXPECT_NE(refusal(eta, x, y).find("prior mean"), std::string::npos);
}

TEST(GaussianProcess, RefusesPointsOfAnotherDimension) {
    const GaussianProcess model = some_model(matern52(), 3, 5);
    EXPECT_THROW((void)model.mean(Points::Zero(2, 1)), std::invalid_argument);
    EXPECT_THROW((void)model.joint(Points::Zero(4, 1)), std::invalid_argument);
    EXPECT_THROW((void)model.mean_with_gradient(Vector::Zero(2)), std::invalid_argument);
}

}  // namespace
}  // namespace sweetspot
