// The likelihood against its naive formula, its gradient against symmetric differences of that formula.
#include "gp/marginal_likelihood.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <stdexcept>

#include "gp/likelihood.hpp"
#include "support/tolerance.hpp"
#include "sweetspot/base/rng.hpp"

namespace sweetspot {
namespace {

struct Data {
    Points x;
    Vector y;
};

Data some_data(Index dimension, Index size) {
    Rng rng(51);
    Data data{Points(dimension, size), Vector(size)};
    for (Index i = 0; i < data.x.size(); ++i) data.x.data()[i] = rng.uniform();
    for (Index i = 0; i < size; ++i) data.y[i] = std::sin(5 * data.x(0, i)) + 0.3 * rng.normal();
    return data;
}

Hyperparameters from_logarithms(const Vector& theta) {
    const Index dimension = theta.size() - 2;
    Hyperparameters eta;
    eta.lengthscales = theta.head(dimension).array().exp();
    eta.variance = std::exp(theta[dimension]);
    eta.noise = std::exp(theta[dimension + 1]);
    eta.mean = 0.1;
    return eta;
}

Vector some_logarithms(Index dimension) {
    Vector theta(dimension + 2);
    theta.head(dimension) = Vector::LinSpaced(dimension, std::log(0.3), std::log(1.5));
    theta[dimension] = std::log(1.4);
    theta[dimension + 1] = std::log(0.02);
    return theta;
}

double naive(const Kernel& kernel, const Hyperparameters& eta, const Data& data) {
    const Index n = data.y.size();
    Matrix k(n, n);
    for (Index i = 0; i < n; ++i) {
        for (Index j = 0; j < n; ++j) {
            const double s = ((data.x.col(i) - data.x.col(j)).array() / eta.lengthscales.array()).square().sum();
            kernel.evaluate(&s, &k(i, j), 1);
        }
    }
    k *= eta.variance;
    k.diagonal().array() += eta.noise;
    const Eigen::SelfAdjointEigenSolver<Matrix> eigen(k);
    const Vector residual = data.y.array() - eta.mean;
    const Vector rotated = eigen.eigenvectors().transpose() * residual;
    return -0.5 * (rotated.array().square() / eigen.eigenvalues().array()).sum() -
           0.5 * eigen.eigenvalues().array().log().sum() -
           0.5 * static_cast<double>(n) * std::log(2 * std::numbers::pi);
}

// Sizes on both sides of one panel, of a pair and of several, odd and even.
TEST(MarginalLikelihood, EqualsTheNaiveFormula) {
    for (const KernelPtr& kernel : kernels()) {
        for (const Index dimension : {1, 3, 10}) {
            for (const Index size : {1, 2, 7, 8, 9, 16, 17, 24, 25, 100}) {
                const Data data = some_data(dimension, size);
                const Hyperparameters eta = from_logarithms(some_logarithms(dimension));
                const double expected = naive(*kernel, eta, data);
                EXPECT_NEAR(log_marginal_likelihood(*kernel, eta, data.x, data.y).value, expected,
                            tolerance::linear_algebra * std::max(1.0, std::abs(expected)));
            }
        }
    }
}

TEST(MarginalLikelihood, GradientEqualsDifferences) {
    constexpr double step = 1e-5;
    for (const KernelPtr& kernel : kernels()) {
        for (const Index dimension : {1, 3, 7, 8, 10}) {
            for (const Index size : {1, 2, 8, 9, 17, 33, 70}) {
                const Data data = some_data(dimension, size);
                const Vector theta = some_logarithms(dimension);
                const Vector gradient =
                    log_marginal_likelihood(*kernel, from_logarithms(theta), data.x, data.y).gradient;
                ASSERT_EQ(gradient.size(), dimension + 2);
                for (Index i = 0; i < theta.size(); ++i) {
                    Vector up = theta;
                    Vector down = theta;
                    up[i] += step;
                    down[i] -= step;
                    const double difference =
                        (naive(*kernel, from_logarithms(up), data) - naive(*kernel, from_logarithms(down), data)) /
                        (2 * step);
                    EXPECT_NEAR(gradient[i], difference,
                                tolerance::finite_difference * std::max(1.0, std::abs(difference)))
                        << kernel->name() << ", D = " << dimension << ", N = " << size << ", entry " << i;
                }
            }
        }
    }
}

/// ½ tr((α αᵀ - A⁻¹) ∂K/∂log ℓ_d) for the squared exponential, whose ∂K/∂log ℓ_d is K Δ_d²/ℓ_d², differences first.
double naive_lengthscale_gradient(const Hyperparameters& eta, const Data& data, Index d) {
    const Index n = data.y.size();
    Matrix k(n, n);
    Matrix dk(n, n);
    for (Index i = 0; i < n; ++i) {
        for (Index j = 0; j < n; ++j) {
            const Vector z = (data.x.col(i) - data.x.col(j)).cwiseQuotient(eta.lengthscales);
            k(i, j) = eta.variance * std::exp(-0.5 * z.squaredNorm());
            dk(i, j) = k(i, j) * z[d] * z[d];
        }
    }
    k.diagonal().array() += eta.noise;
    const Matrix inverse = k.inverse();
    const Vector weights = inverse * (data.y.array() - eta.mean).matrix();
    return 0.5 * (weights * weights.transpose() - inverse).cwiseProduct(dk).sum();
}

// Large entries of the inverse times small squared differences, far from the origin: the expansion of the squares must
// not feel it. Differences of the value are too noisy here to be the oracle.
TEST(MarginalLikelihood, GradientSurvivesNearDuplicates) {
    Data data = some_data(3, 40);
    for (Index i = 0; i < 20; ++i) data.x.col(20 + i) = data.x.col(i).array() + 1e-4 * static_cast<double>(i % 3);
    data.x.array() += 100;
    Vector theta = some_logarithms(3);
    theta[4] = std::log(1e-4);
    const Hyperparameters eta = from_logarithms(theta);
    const Vector gradient = log_marginal_likelihood(*squared_exponential(), eta, data.x, data.y).gradient;
    for (Index d = 0; d < 3; ++d) {
        const double expected = naive_lengthscale_gradient(eta, data, d);
        EXPECT_NEAR(gradient[d], expected, tolerance::ill_conditioned * std::max(1.0, std::abs(expected)));
    }
}

TEST(MarginalLikelihood, IsTheSameOnEveryInstructionSet) {
    for (const Index dimension : {1, 7, 8, 20}) {
        for (const Index size : {1, 8, 20, 67}) {
            const Data data = some_data(dimension, size);
            const Hyperparameters eta = from_logarithms(some_logarithms(dimension));
            const ValueAndGradient expected = log_marginal_likelihood(*matern52(), eta, data.x, data.y);
            for (const likelihood::Loops* table : likelihood::available()) {
                detail::MarginalLikelihood likelihood(*matern52(), data.x, data.y, Vector(), *table);
                Vector gradient;
                EXPECT_NEAR(likelihood.evaluate(eta, &gradient), expected.value, tolerance::linear_algebra)
                    << table->name;
                EXPECT_LT((gradient - expected.gradient).cwiseAbs().maxCoeff(), tolerance::linear_algebra)
                    << table->name;
            }
        }
    }
}

/// The squared exponential as a user would write it.
class OwnKernel final : public Kernel {
  public:
    [[nodiscard]] std::string_view name() const override { return "own"; }
    void evaluate(const double* s, double* g, std::ptrdiff_t n) const override {
        for (std::ptrdiff_t i = 0; i < n; ++i) g[i] = std::exp(-0.5 * s[i]);
    }
    void evaluate(const double* s, double* g, double* dg, std::ptrdiff_t n) const override {
        evaluate(s, g, n);
        for (std::ptrdiff_t i = 0; i < n; ++i) dg[i] = -0.5 * g[i];
    }
};

TEST(MarginalLikelihood, TakesAKernelOfTheUsers) {
    const Data data = some_data(3, 21);
    const Hyperparameters eta = from_logarithms(some_logarithms(3));
    const ValueAndGradient own = log_marginal_likelihood(OwnKernel(), eta, data.x, data.y);
    const ValueAndGradient built_in = log_marginal_likelihood(*squared_exponential(), eta, data.x, data.y);
    EXPECT_NEAR(own.value, built_in.value, tolerance::linear_algebra);
    EXPECT_LT((own.gradient - built_in.gradient).cwiseAbs().maxCoeff(), tolerance::linear_algebra);
}

TEST(MarginalLikelihood, EqualsThatOfTheModel) {
    const Data data = some_data(4, 50);
    const Hyperparameters eta = from_logarithms(some_logarithms(4));
    const GaussianProcess model(matern52(), eta, data.x, data.y, {});
    EXPECT_NEAR(log_marginal_likelihood(*matern52(), eta, data.x, data.y).value, model.log_marginal_likelihood(),
                tolerance::linear_algebra);
}

TEST(MarginalLikelihood, DoesNotRememberEarlierEvaluations) {
    const Data data = some_data(3, 45);
    detail::MarginalLikelihood likelihood(*matern52(), data.x, data.y);
    const Hyperparameters eta = from_logarithms(some_logarithms(3));
    Vector first;
    const double value = likelihood.evaluate(eta, &first);
    Hyperparameters other = eta;
    other.lengthscales *= 3;
    Vector ignored;
    (void)likelihood.evaluate(other, &ignored);
    Vector again;
    EXPECT_EQ(likelihood.evaluate(eta, &again), value);
    EXPECT_EQ(again, first);
    EXPECT_EQ(likelihood.evaluate(eta, nullptr), value);
}

TEST(MarginalLikelihood, IsMinusInfinityWhereNotPositiveDefinite) {
    Data data = some_data(2, 5);
    data.x.col(4) = data.x.col(1);
    Hyperparameters eta = from_logarithms(some_logarithms(2));
    eta.noise = 0;
    const ValueAndGradient result = log_marginal_likelihood(*matern52(), eta, data.x, data.y);
    EXPECT_EQ(result.value, -std::numeric_limits<double>::infinity());
    EXPECT_TRUE(result.gradient.allFinite());
}

TEST(MarginalLikelihood, RefusesSizesThatDoNotFit) {
    const Data data = some_data(2, 5);
    const Hyperparameters eta = from_logarithms(some_logarithms(2));
    EXPECT_THROW((void)log_marginal_likelihood(*matern52(), eta, data.x, Vector::Zero(4)), std::invalid_argument);
    EXPECT_THROW((void)log_marginal_likelihood(*matern52(), eta, Points(2, 0), Vector(0)), std::invalid_argument);
    EXPECT_THROW((void)log_marginal_likelihood(*matern52(), from_logarithms(some_logarithms(3)), data.x, data.y),
                 std::invalid_argument);
}

}  // namespace
}  // namespace sweetspot
