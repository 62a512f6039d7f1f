// Observations with a known noise each: likelihood, gradient, posterior and fit against plain dense algebra in long
// double, and against cases that must coincide with something simpler.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "gp/likelihood.hpp"
#include "support/models.hpp"
#include "support/tolerance.hpp"
#include "sweetspot/gp/fit.hpp"

namespace sweetspot {
namespace {

using LongMatrix = Eigen::Matrix<long double, Eigen::Dynamic, Eigen::Dynamic>;
using LongVector = Eigen::Matrix<long double, Eigen::Dynamic, 1>;

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

struct NoisyData {
    Points x;
    Vector y;
    Vector known_noise;
};

/// Variances from 0 to 1 beside targets of variance 1.
NoisyData some_noisy_data(Index dimension, Index size) {
    Rng rng(77);
    NoisyData data{Points(dimension, size), Vector(size), Vector(size)};
    for (double& x : data.x.reshaped()) x = rng.uniform();
    for (Index i = 0; i < size; ++i) {
        data.known_noise[i] = i % 3 == 0 ? 0 : std::pow(rng.uniform(), 4);
        data.y[i] = testing::wavy(data.x.col(i)) + std::sqrt(data.known_noise[i]) * rng.normal();
    }
    return data;
}

Hyperparameters some_hyperparameters(const Vector& theta) {
    const Index dimension = theta.size() - 2;
    Hyperparameters eta;
    eta.lengthscales = theta.head(dimension).array().exp();
    eta.variance = std::exp(theta[dimension]);
    eta.noise = std::exp(theta[dimension + 1]);
    eta.mean = 0.2;
    return eta;
}

Vector noisy_logarithms(Index dimension) {
    Vector theta(dimension + 2);
    theta << Vector::LinSpaced(dimension, std::log(0.3), std::log(1.2)), std::log(1.3), std::log(0.01);
    return theta;
}

LongMatrix prior(const Hyperparameters& eta, const Points& a, const Points& b) {
    LongMatrix k(a.cols(), b.cols());
    for (Index i = 0; i < k.rows(); ++i) {
        for (Index j = 0; j < k.cols(); ++j) {
            const LongVector z = (a.col(i) - b.col(j)).cwiseQuotient(eta.lengthscales).cast<long double>();
            const long double r = std::sqrt(5 * z.squaredNorm());
            k(i, j) = eta.variance * (1 + r + r * r / 3) * std::exp(-r);  // matern52
        }
    }
    return k;
}

LongMatrix observed_covariance(const Hyperparameters& eta, const NoisyData& data) {
    LongMatrix a = prior(eta, data.x, data.x);
    a.diagonal().array() += eta.noise;
    a.diagonal() += data.known_noise.cast<long double>();
    return a;
}

double naive_likelihood(const Hyperparameters& eta, const NoisyData& data) {
    const Eigen::LLT<LongMatrix> factor(observed_covariance(eta, data));
    const LongVector r = (data.y.array() - eta.mean).matrix().cast<long double>();
    const LongMatrix l = factor.matrixL();
    return static_cast<double>(-r.dot(factor.solve(r)) / 2 - l.diagonal().array().log().sum()) -
           0.5 * static_cast<double>(r.size()) * std::log(2 * std::numbers::pi);
}

TEST(KnownNoise, LikelihoodAndGradientEqualPlainDenseAlgebra) {
    constexpr double step = 1e-5;
    for (const Index dimension : {1, 4}) {
        for (const Index size : {1, 8, 9, 17, 40}) {
            const NoisyData data = some_noisy_data(dimension, size);
            const Vector theta = noisy_logarithms(dimension);
            const ValueAndGradient result =
                log_marginal_likelihood(*matern52(), some_hyperparameters(theta), data.x, data.y, data.known_noise);
            const double expected = naive_likelihood(some_hyperparameters(theta), data);
            EXPECT_NEAR(result.value, expected, tolerance::linear_algebra * std::max(1.0, std::abs(expected)));
            const Vector difference = testing::symmetric_differences(
                [&](const Vector& t) { return naive_likelihood(some_hyperparameters(t), data); }, theta, step);
            for (Index i = 0; i < theta.size(); ++i)
                EXPECT_NEAR(result.gradient[i], difference[i],
                            tolerance::finite_difference * std::max(1.0, std::abs(difference[i])))
                    << "D = " << dimension << ", N = " << size << ", entry " << i;
        }
    }
}

TEST(KnownNoise, IsTheSameOnEveryInstructionSet) {
    const NoisyData data = some_noisy_data(3, 43);
    const Hyperparameters eta = some_hyperparameters(noisy_logarithms(3));
    const ValueAndGradient expected = log_marginal_likelihood(*matern52(), eta, data.x, data.y, data.known_noise);
    for (const likelihood::Loops* table : likelihood::available()) {
        detail::MarginalLikelihood likelihood(*matern52(), data.x, data.y, data.known_noise, *table);
        Vector gradient;
        EXPECT_NEAR(likelihood.evaluate(eta, &gradient), expected.value, tolerance::linear_algebra) << table->name;
        EXPECT_LT((gradient - expected.gradient).cwiseAbs().maxCoeff(), tolerance::linear_algebra) << table->name;
    }
}

TEST(KnownNoise, PosteriorEqualsTheTextbookFormula) {
    const NoisyData data = some_noisy_data(2, 25);
    const Hyperparameters eta = some_hyperparameters(noisy_logarithms(2));
    const GaussianProcess gp(matern52(), eta, data.x, data.y, {}, data.known_noise);
    const Points at = latin_hypercube(2, 20, Rng(5));
    const LongMatrix inverse = observed_covariance(eta, data).inverse();
    const LongMatrix k = prior(eta, data.x, at);
    const LongVector r = (data.y.array() - eta.mean).matrix().cast<long double>();
    const Vector mean = (k.transpose() * inverse * r).cast<double>().array() + eta.mean;
    const Matrix covariance = (prior(eta, at, at) - k.transpose() * inverse * k).cast<double>();
    EXPECT_LT((gp.mean(at) - mean).cwiseAbs().maxCoeff(), tolerance::linear_algebra);
    EXPECT_LT((gp.variance(at) - covariance.diagonal()).cwiseAbs().maxCoeff(), tolerance::linear_algebra);
    EXPECT_LT((gp.joint(at).covariance - covariance).cwiseAbs().maxCoeff(), tolerance::linear_algebra);
    EXPECT_NEAR(gp.log_marginal_likelihood(), naive_likelihood(eta, data), tolerance::linear_algebra);
    EXPECT_EQ(gp.known_noise(), data.known_noise);
}

TEST(KnownNoise, OfTheSameSizeForAllIsALargerNoise) {
    const NoisyData data = some_noisy_data(2, 20);
    Hyperparameters eta = some_hyperparameters(noisy_logarithms(2));
    const GaussianProcess known(matern52(), eta, data.x, data.y, {}, Vector::Constant(20, 0.3));
    eta.noise += 0.3;
    const GaussianProcess fixed(matern52(), eta, data.x, data.y, {});
    const Points at = latin_hypercube(2, 20, Rng(5));
    EXPECT_LT((known.mean(at) - fixed.mean(at)).cwiseAbs().maxCoeff(), tolerance::rounding);
    EXPECT_LT((known.variance(at) - fixed.variance(at)).cwiseAbs().maxCoeff(), tolerance::rounding);
}

TEST(KnownNoise, ThatIsHugeMakesAnObservationIrrelevant) {
    NoisyData data = some_noisy_data(2, 20);
    data.known_noise[11] = 1e14;
    data.y[11] = -1e3;
    const Hyperparameters eta = some_hyperparameters(noisy_logarithms(2));
    const GaussianProcess with(matern52(), eta, data.x, data.y, {}, data.known_noise);
    std::vector<Index> others;
    for (Index i = 0; i < 20; ++i)
        if (i != 11) others.push_back(i);
    const GaussianProcess without(matern52(), eta, data.x(Eigen::all, others), data.y(others), {},
                                  data.known_noise(others));
    const Points at = latin_hypercube(2, 20, Rng(5));
    EXPECT_LT((with.mean(at) - without.mean(at)).cwiseAbs().maxCoeff(), tolerance::linear_algebra);
    EXPECT_LT((with.variance(at) - without.variance(at)).cwiseAbs().maxCoeff(), tolerance::linear_algebra);
}

TEST(KnownNoise, IsRefusedWhereItIsNoVariance) {
    const NoisyData data = some_noisy_data(2, 5);
    const Hyperparameters eta = some_hyperparameters(noisy_logarithms(2));
    const auto model = [&](const Vector& noise) { return GaussianProcess(matern52(), eta, data.x, data.y, {}, noise); };
    EXPECT_THROW((void)model(Vector::Ones(4)), std::invalid_argument);
    EXPECT_THROW((void)model(Vector::Constant(5, -1)), std::invalid_argument);
    EXPECT_THROW((void)model(Vector::Constant(5, nan)), std::invalid_argument);
    EXPECT_THROW((void)log_marginal_likelihood(*matern52(), eta, data.x, data.y, Vector::Ones(4)),
                 std::invalid_argument);
}

TEST(StandardErrors, BecomeVariancesInStandardisedUnits) {
    const Vector variances = Standardisation{5, 2}.variances(Vector{{0, 1, nan, 4}}, Vector::Zero(4));
    EXPECT_EQ(variances, (Vector{{0, 0.25, 0, 4}}));
    EXPECT_EQ(Standardisation{}.variances(Vector(), Vector::Zero(4)).size(), 0);
}

TEST(StandardErrors, LargerThanTheSpreadOfTheOthersDoNotStandardise) {
    const Vector y{{1, 2, 3, 4, -5000, 9}};
    const Standardisation expected = Standardisation::of(Vector{{1, 2, 3, 4, 9}});
    const Standardisation result = Standardisation::of(y, Vector{{0, nan, 0.1, 0.1, 1000, 1}});
    EXPECT_EQ(result.mean, expected.mean);
    EXPECT_EQ(result.scale, expected.scale);
    EXPECT_EQ(Standardisation::of(y, Vector::Constant(6, 1e4)).scale, Standardisation::of(y).scale);
    const Vector plateau{{2, 2, 2, 1e6, 3e6}};
    EXPECT_EQ(Standardisation::of(plateau, Vector{{0, 0, 0, 1e3, 1e3}}).scale, Standardisation::of(plateau).scale);
    EXPECT_THROW((void)Standardisation::of(y, Vector::Ones(2)), std::invalid_argument);
}

const Parallel one_thread(1);

TEST(FitWithStandardErrors, ThatAreZeroOrNaNIsThePlainFitToTheLastBit) {
    const NoisyData data = some_noisy_data(2, 15);
    Vector none = Vector::Zero(15);
    none[4] = nan;
    const GaussianProcess expected = fit(data.x, data.y, FitOptions{}, Rng(3), one_thread);
    const GaussianProcess result = fit(data.x, data.y, none, FitOptions{}, Rng(3), one_thread);
    EXPECT_EQ(result.hyperparameters().lengthscales, expected.hyperparameters().lengthscales);
    EXPECT_EQ(result.hyperparameters().noise, expected.hyperparameters().noise);
    EXPECT_EQ(result.weights(), expected.weights());
}

TEST(FitWithStandardErrors, OfTheSameSizeForAllIsAFitWithALargerFixedNoise) {
    const NoisyData data = some_noisy_data(2, 30);
    const double scale = Standardisation::of(data.y).scale;
    FitOptions options;
    options.noise = 0.01;
    const GaussianProcess known = fit(data.x, data.y, Vector::Constant(30, 0.4 * scale), options, Rng(3), one_thread);
    options.noise = 0.01 + 0.4 * 0.4;
    const GaussianProcess fixed = fit(data.x, data.y, options, Rng(3), one_thread);
    EXPECT_LT((known.hyperparameters().lengthscales - fixed.hyperparameters().lengthscales).cwiseAbs().maxCoeff(),
              1e-4);
    EXPECT_NEAR(known.log_marginal_likelihood(), fixed.log_marginal_likelihood(), tolerance::local_optimum);
    EXPECT_EQ(known.hyperparameters().noise, 0.01);
}

TEST(FitWithStandardErrors, ThatAreHugeIsAFitWithoutThoseObservations) {
    NoisyData data = some_noisy_data(2, 30);
    Vector errors = data.known_noise.cwiseSqrt();
    data.y[7] = 1e4;
    data.y[20] = -2e4;
    errors[7] = errors[20] = 1e7;
    std::vector<Index> others;
    for (Index i = 0; i < 30; ++i)
        if (i != 7 && i != 20) others.push_back(i);
    const GaussianProcess with = fit(data.x, data.y, errors, FitOptions{}, Rng(3), one_thread);
    const GaussianProcess without =
        fit(data.x(Eigen::all, others), data.y(others), errors(others), FitOptions{}, Rng(3), one_thread);
    EXPECT_EQ(with.standardisation().scale, without.standardisation().scale);
    const Points at = latin_hypercube(2, 20, Rng(5));
    EXPECT_LT((with.mean(at) - without.mean(at)).cwiseAbs().maxCoeff(), 1e-3);
    EXPECT_LT((with.variance(at) - without.variance(at)).cwiseAbs().maxCoeff(), 1e-3);
}

// Every other observation is rubbish and says so; the others are exact, so that the noise goes to its floor. Few
// iterations on all of them cannot make good what the subsets, on which the starts compete, would have spoilt if the
// errors were not in the same random order: the noise would end at 1.2e-5.
TEST(FitWithStandardErrors, CarriesThemAlongToTheSubsetsOfManyObservations) {
    const Index size = 520;
    Rng rng(9);
    const Points x = latin_hypercube(2, size, Rng(8));
    Vector y(size);
    Vector errors(size);
    for (Index i = 0; i < size; ++i) {
        errors[i] = i % 2 == 0 ? 0 : 100;
        y[i] = testing::wavy(x.col(i)) + errors[i] * rng.normal();
    }
    FitOptions options;
    options.random_starts = 2;
    options.max_iterations = 5;
    const GaussianProcess gp = fit(x, y, errors, options, Rng(3), one_thread);
    EXPECT_LT(gp.hyperparameters().noise, 2e-6);
    const Points at = latin_hypercube(2, 30, Rng(5));
    const Vector mean = gp.mean(at);
    for (Index i = 0; i < at.cols(); ++i)
        EXPECT_NEAR(gp.standardisation().undo(mean[i]), testing::wavy(at.col(i)), 0.02);
}

TEST(FitWithStandardErrors, RefusesWhatIsNoneByItsNumber) {
    const NoisyData data = some_noisy_data(2, 5);
    const auto refused = [&](const Vector& errors, const std::string& part) {
        try {
            (void)fit(data.x, data.y, errors, FitOptions{}, Rng(3), one_thread);
            ADD_FAILURE() << "accepted";
        } catch (const std::invalid_argument& error) {
            EXPECT_NE(std::string(error.what()).find(part), std::string::npos) << error.what();
        }
    };
    refused(Vector::Ones(4), "there are 4 standard errors for 5 outputs");
    refused(Vector{{0, 0, -1, 0, 0}}, "the standard error of observation 2 (counting from 0) is -1");
    refused(Vector{{0, 0, 0, 0, std::numeric_limits<double>::infinity()}}, "observation 4");
}

}  // namespace
}  // namespace sweetspot
