// Every gradient of the posterior by the points against symmetric differences.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <stdexcept>

#include "support/random_points.hpp"
#include "support/tolerance.hpp"
#include "sweetspot/base/rng.hpp"
#include "sweetspot/gp/gaussian_process.hpp"

namespace sweetspot {
namespace {

using support::random_points;

GaussianProcess some_model(const KernelPtr& kernel, Index dimension) {
    const Points x = random_points(dimension, 25, 31);
    Vector y(x.cols());
    for (Index i = 0; i < x.cols(); ++i) y[i] = std::sin(4 * x(0, i)) + x.col(i).squaredNorm();
    return {kernel, {Vector::LinSpaced(dimension, 0.4, 1.1), 1.3, 1e-3, 0.1}, x, y, Standardisation::of(y)};
}

Points differences(const std::function<double(const Points&)>& f, const Points& at) {
    constexpr double step = 1e-5;
    Points gradient(at.rows(), at.cols());
    for (Index i = 0; i < at.size(); ++i) {
        Points up = at;
        Points down = at;
        up.data()[i] += step;
        down.data()[i] -= step;
        gradient.data()[i] = (f(up) - f(down)) / (2 * step);
    }
    return gradient;
}

void expect_gradient(const Points& actual, const Points& expected) {
    ASSERT_EQ(actual.rows(), expected.rows());
    ASSERT_EQ(actual.cols(), expected.cols());
    const double scale = std::max(1.0, expected.cwiseAbs().maxCoeff());
    EXPECT_LT((actual - expected).cwiseAbs().maxCoeff(), tolerance::finite_difference * scale);
}

class PosteriorGradients : public ::testing::TestWithParam<Index> {};

TEST_P(PosteriorGradients, OfTheMeanEqualDifferences) {
    for (const KernelPtr& kernel : kernels()) {
        const GaussianProcess model = some_model(kernel, GetParam());
        const Points x = random_points(GetParam(), 1, 32);
        const ValueAndGradient result = model.mean_with_gradient(x.col(0));
        EXPECT_NEAR(result.value, model.mean(x)[0], tolerance::rounding);
        expect_gradient(result.gradient, differences([&](const Points& p) { return model.mean(p)[0]; }, x));
    }
}

TEST_P(PosteriorGradients, OfTheVarianceEqualDifferences) {
    for (const KernelPtr& kernel : kernels()) {
        const GaussianProcess model = some_model(kernel, GetParam());
        const Points x = random_points(GetParam(), 1, 33);
        const ValueAndGradient result = model.variance_with_gradient(x.col(0));
        EXPECT_NEAR(result.value, model.variance(x)[0], tolerance::rounding);
        expect_gradient(result.gradient, differences([&](const Points& p) { return model.variance(p)[0]; }, x));
    }
}

TEST_P(PosteriorGradients, OfMeansInABatchEqualThoseOfOnePoint) {
    const GaussianProcess model = some_model(matern52(), GetParam());
    const Points points = random_points(GetParam(), 140, 34);
    const Points gradients = model.mean_gradients(points);
    for (Index i = 0; i < points.cols(); ++i) {
        const Vector expected = model.mean_with_gradient(points.col(i)).gradient;
        EXPECT_LT((gradients.col(i) - expected).cwiseAbs().maxCoeff(), tolerance::linear_algebra);
    }
}

TEST_P(PosteriorGradients, OfAFunctionOfTheJointPosteriorEqualDifferences) {
    for (const KernelPtr& kernel : kernels()) {
        const GaussianProcess model = some_model(kernel, GetParam());
        const Points points = random_points(GetParam(), 7, 35);
        const Vector mean_adjoint = random_points(7, 1, 36).col(0).array() - 0.5;
        const Matrix half = random_points(7, 7, 37).array() - 0.5;
        const Matrix covariance_adjoint = half + half.transpose();
        const auto functional = [&](const Points& p) {
            const JointPosterior joint = model.joint(p);
            return mean_adjoint.dot(joint.mean) + covariance_adjoint.cwiseProduct(joint.covariance).sum();
        };
        expect_gradient(model.joint_gradient(points, mean_adjoint, covariance_adjoint),
                        differences(functional, points));
    }
}

TEST_P(PosteriorGradients, StayExactForPointsCloseTogether) {
    const GaussianProcess model = some_model(matern52(), GetParam());
    // A template of radius 1e-3: the prior term is a sum of nearly cancelling differences.
    const Points points = (1e-3 * random_points(GetParam(), 6, 38)).array() + 0.7;
    const Matrix half = random_points(6, 6, 39).array() - 0.5;
    const Matrix adjoint = half + half.transpose();
    const auto functional = [&](const Points& p) { return adjoint.cwiseProduct(model.joint(p).covariance).sum(); };
    expect_gradient(model.joint_gradient(points, Vector::Zero(6), adjoint), differences(functional, points));
}

INSTANTIATE_TEST_SUITE_P(Dimensions, PosteriorGradients, ::testing::Values(1, 3, 10));

TEST(PosteriorGradientsOf, TheMeanAndVarianceAgreeWithTheJointGradient) {
    const GaussianProcess model = some_model(matern32(), 4);
    const Points x = random_points(4, 1, 40);
    const Matrix zero = Matrix::Zero(1, 1);
    const Matrix one = Matrix::Ones(1, 1);
    const Vector mean = model.mean_with_gradient(x.col(0)).gradient;
    const Vector variance = model.variance_with_gradient(x.col(0)).gradient;
    EXPECT_LT((model.joint_gradient(x, Vector::Ones(1), zero) - mean).cwiseAbs().maxCoeff(), tolerance::linear_algebra);
    EXPECT_LT((model.joint_gradient(x, Vector::Zero(1), one) - variance).cwiseAbs().maxCoeff(),
              tolerance::linear_algebra);
}

// Binary fractions and a power of two as length scale keep every distance exact under the shift, so any difference is
// cancellation in the gradient.
TEST(PosteriorGradientsOf, TheJointDoNotDependOnTheOrigin) {
    const auto on_a_grid = [](const Points& p) -> Points { return (p.array() * 1024).round() / 1024; };
    const Points x = on_a_grid(random_points(3, 20, 42));
    const Points points = on_a_grid(random_points(3, 8, 43));
    const Vector y = x.colwise().squaredNorm();
    const Hyperparameters eta{Vector::Constant(3, 0.5), 1, 1e-2, 0};
    const Matrix half = random_points(8, 8, 44).array() - 0.5;
    const Matrix adjoint = half + half.transpose();
    const auto gradient = [&](double shift) -> Points {
        const GaussianProcess model(matern52(), eta, x.array() + shift, y, {});
        return model.joint_gradient(points.array() + shift, Vector::Ones(8), adjoint);
    };
    const Points here = gradient(0);
    EXPECT_LT((gradient(1 << 20) - here).cwiseAbs().maxCoeff(), tolerance::rounding * here.cwiseAbs().maxCoeff());
}

TEST(PosteriorGradientsOf, TheVarianceVanishAtAnObservationWithoutNoise) {
    Points x(1, 3);
    x << 0.2, 0.5, 0.9;
    const GaussianProcess model(matern52(), {Vector::Constant(1, 0.5), 1, 0, 0}, x, Vector::Zero(3), {});
    const ValueAndGradient result = model.variance_with_gradient(x.col(1));
    EXPECT_GE(result.value, 0);
    EXPECT_NEAR(result.value, 0, tolerance::rounding);
    EXPECT_NEAR(result.gradient[0], 0, tolerance::linear_algebra);
}

TEST(PosteriorGradientsOf, TheJointRefuseAdjointsOfAnotherShape) {
    const GaussianProcess model = some_model(matern52(), 2);
    const Points points = random_points(2, 3, 41);
    EXPECT_THROW((void)model.joint_gradient(points, Vector::Zero(2), Matrix::Zero(3, 3)), std::invalid_argument);
    EXPECT_THROW((void)model.joint_gradient(points, Vector::Zero(3), Matrix::Zero(3, 2)), std::invalid_argument);
    EXPECT_EQ(model.joint_gradient(Points(2, 0), Vector(0), Matrix(0, 0)).cols(), 0);
}

}  // namespace
}  // namespace sweetspot
