#include "sweetspot/gp/fit.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>

#include "gp/log_posterior.hpp"
#include "gp/marginal_likelihood.hpp"
#include "support/models.hpp"
#include "support/random_points.hpp"
#include "support/tolerance.hpp"
#include "sweetspot/base/errors.hpp"

namespace sweetspot {
namespace {

using support::random_points;
using support::smooth_outputs;

GaussianProcess fit_plainly(const Points& x, const Vector& y, const FitOptions& options = {}) {
    return fit(x, y, options, Rng(81), Parallel(1));
}

void expect_usable(const GaussianProcess& model) {
    const Hyperparameters& eta = model.hyperparameters();
    EXPECT_TRUE(eta.lengthscales.allFinite());
    EXPECT_GT(eta.variance, 0);
    const Points points = random_points(model.dimension(), 20, 82);
    const JointPosterior joint = model.joint(points);
    EXPECT_TRUE(joint.mean.allFinite());
    EXPECT_TRUE(joint.covariance.allFinite());
    EXPECT_GE(model.variance(points).minCoeff(), 0);
    EXPECT_GT(model.variance(points).maxCoeff(), 0);
    EXPECT_TRUE(model.mean_gradients(points).allFinite());
    EXPECT_TRUE(model.variance_with_gradient(points.col(0)).gradient.allFinite());
    EXPECT_TRUE(std::isfinite(model.log_marginal_likelihood()));
}

TEST(Fit, RecoversTheLengthScalesOfAKnownProcess) {
    const Points x = random_points(2, 150, 83);
    const Hyperparameters truth{(Vector(2) << 0.2, 0.8).finished(), 1.0, 1e-4, 0};
    const GaussianProcess prior(matern52(), truth, x, Vector::Zero(150), {});
    Vector z(150);
    Rng rng(84);
    for (Index i = 0; i < z.size(); ++i) z[i] = rng.normal();
    const Vector y = prior.cholesky() * z;

    for (const auto priors : {FitOptions::Priors::none, FitOptions::Priors::weak}) {
        FitOptions options;
        options.priors = priors;
        const GaussianProcess model = fit_plainly(x, y, options);
        const Hyperparameters& eta = model.hyperparameters();
        for (Index d = 0; d < 2; ++d) {
            EXPECT_GT(eta.lengthscales[d], truth.lengthscales[d] / 1.7);
            EXPECT_LT(eta.lengthscales[d], truth.lengthscales[d] * 1.7);
        }
        EXPECT_GT(eta.noise, 1e-5);
        EXPECT_LT(eta.noise, 1e-3);
        if (priors == FitOptions::Priors::weak) continue;
        // A maximum of the likelihood beats the truth, in the units of the standardised outputs.
        Hyperparameters scaled = truth;
        const double unit = model.standardisation().scale * model.standardisation().scale;
        scaled.variance /= unit;
        scaled.noise /= unit;
        EXPECT_GE(model.log_marginal_likelihood(),
                  log_marginal_likelihood(*matern52(), scaled, x, model.targets()).value);
    }
}

TEST(Fit, PredictsASmoothFunction) {
    const Points x = random_points(2, 40, 85);
    const Points test = random_points(2, 100, 86);
    for (const KernelPtr& kernel : kernels()) {
        FitOptions options;
        options.kernel = kernel;
        const GaussianProcess model = fit_plainly(x, smooth_outputs(x), options);
        const Vector truth = model.standardisation().apply(smooth_outputs(test));
        EXPECT_LT((model.mean(test) - truth).norm() / truth.norm(), 0.05) << kernel->name();
    }
}

TEST(Fit, IsAStationaryPointOfTheLikelihoodInside) {
    const Points x = random_points(1, 30, 87);
    Vector y = smooth_outputs(x);
    Rng rng(88);
    for (Index i = 0; i < y.size(); ++i) y[i] += 0.1 * rng.normal();
    FitOptions options;
    options.priors = FitOptions::Priors::none;
    const GaussianProcess model = fit_plainly(x, y, options);
    const Vector gradient =
        log_marginal_likelihood(model.kernel(), model.hyperparameters(), x, model.targets()).gradient;
    // The fit stops at a relative change of 1e-8 in the likelihood, about 1e-2 in its gradient.
    EXPECT_LT(gradient.cwiseAbs().maxCoeff(), 1e-2);
}

// Above 500 observations the random starts compete on a part of them.
TEST(Fit, OfManyObservationsIsThatOfFewStartsOnAll) {
    const Points x = random_points(3, 530, 104);
    const Vector y = smooth_outputs(x);
    FitOptions options;
    options.lengthscales = Lengthscales::isotropic;
    const GaussianProcess model = fit_plainly(x, y, options);
    const GaussianProcess again = fit(x, y, options, Rng(81), Parallel(3));
    EXPECT_EQ(model.hyperparameters().lengthscales, again.hyperparameters().lengthscales);
    EXPECT_EQ(model.hyperparameters().noise, again.hyperparameters().noise);
    options.warm_start = model.hyperparameters();
    options.random_starts = 0;
    const GaussianProcess further = fit_plainly(x, y, options);
    EXPECT_NEAR(model.log_marginal_likelihood(), further.log_marginal_likelihood(), 0.1);
    options.warm_start = Hyperparameters{Vector::Constant(3, 0.5), 1, 1e-5, 0};
    EXPECT_NEAR(model.log_marginal_likelihood(), fit_plainly(x, y, options).log_marginal_likelihood(), 0.1);
}

TEST(Fit, FromAWarmStartEqualsTheFitFromRandomStarts) {
    const Points x = random_points(3, 40, 105);
    const Vector y = smooth_outputs(x);
    FitOptions options;
    const GaussianProcess cold = fit_plainly(x, y, options);
    options.warm_start = fit_plainly(x.leftCols(39), y.head(39), options).hyperparameters();
    options.random_starts = 0;
    const GaussianProcess warm = fit_plainly(x, y, options);
    const detail::LogPosterior posterior(x, cold.targets(), options, 0);
    const auto negative = [&](const GaussianProcess& model) {
        return posterior.negative()(posterior.encode(model.hyperparameters()), nullptr);
    };
    EXPECT_NEAR(negative(warm), negative(cold), 1e-3);
}

TEST(Fit, IsotropicGivesEqualLengthScales) {
    FitOptions options;
    options.lengthscales = Lengthscales::isotropic;
    const Points x = random_points(4, 25, 89);
    const Vector lengthscales = fit_plainly(x, smooth_outputs(x), options).hyperparameters().lengthscales;
    ASSERT_EQ(lengthscales.size(), 4);
    EXPECT_TRUE((lengthscales.array() == lengthscales[0]).all());
}

TEST(Fit, KeepsAFixedNoise) {
    const Points x = random_points(2, 15, 90);
    for (const double noise : {0.0, 1e-6, 0.3}) {
        FitOptions options;
        options.noise = noise;
        EXPECT_EQ(fit_plainly(x, smooth_outputs(x), options).hyperparameters().noise, noise);
    }
}

TEST(Fit, InfersNoNoiseBelowTheFloor) {
    const Points x = random_points(1, 20, 91);
    FitOptions options;
    options.noise_floor = 1e-4;
    options.priors = FitOptions::Priors::none;
    const double noise = fit_plainly(x, smooth_outputs(x), options).hyperparameters().noise;
    EXPECT_GE(noise, 1e-4);
    EXPECT_LT(noise, 1.1e-4);
}

TEST(Fit, OfThePaperIsIsotropicWithNoise1e6AndNoPriors) {
    const FitOptions options = paper_fit_options();
    EXPECT_EQ(options.kernel->name(), "matern52");
    EXPECT_EQ(options.lengthscales, Lengthscales::isotropic);
    EXPECT_EQ(options.noise, 1e-6);
    EXPECT_EQ(options.priors, FitOptions::Priors::none);
    EXPECT_EQ(options.random_starts, 10);
}

TEST(Fit, IsTheSameBitForBitAtAnyNumberOfThreads) {
    const Points x = random_points(5, 30, 92);
    const Vector y = smooth_outputs(x);
    const Parallel one(1);
    const Parallel four(4);
    const GaussianProcess a = fit(x, y, {}, Rng(93), one);
    const GaussianProcess b = fit(x, y, {}, Rng(93), four);
    EXPECT_EQ(a.hyperparameters().lengthscales, b.hyperparameters().lengthscales);
    EXPECT_EQ(a.hyperparameters().variance, b.hyperparameters().variance);
    EXPECT_EQ(a.hyperparameters().noise, b.hyperparameters().noise);
    EXPECT_EQ(a.weights(), b.weights());
}

TEST(Fit, AWarmStartAloneIsEnoughAndNeverMadeWorse) {
    const Points x = random_points(3, 30, 94);
    const Vector y = smooth_outputs(x);
    FitOptions options;
    options.priors = FitOptions::Priors::none;
    const GaussianProcess first = fit_plainly(x, y, options);
    options.warm_start = first.hyperparameters();
    options.random_starts = 0;
    const GaussianProcess second = fit_plainly(x, y, options);
    EXPECT_GE(second.log_marginal_likelihood(), first.log_marginal_likelihood() - tolerance::ill_conditioned);
}

TEST(Fit, GivesTheSameModelAtEveryScaleOfTheOutputs) {
    const Points x = random_points(2, 20, 95);
    const Vector y = smooth_outputs(x);
    const Points test = random_points(2, 10, 96);
    const Vector expected = fit_plainly(x, y).mean(test);
    for (const double scale : {1e-18, 1e18, 1e300}) {
        const GaussianProcess model = fit_plainly(x, y * scale);
        EXPECT_LT((model.mean(test) - expected).cwiseAbs().maxCoeff(), 1e-3) << scale;
        EXPECT_NEAR(model.standardisation().scale / scale, Standardisation::of(y).scale, tolerance::rounding);
    }
}

TEST(Fit, SurvivesDuplicatedPoints) {
    for (const double distance : {0.0, 1e-12}) {
        for (const bool conflicting : {false, true}) {
            Points x = random_points(3, 15, 97);
            x.col(9) = x.col(2);
            x(1, 9) += distance;
            Vector y = smooth_outputs(x);
            if (conflicting) y[9] += 1;
            expect_usable(fit_plainly(x, y));
            expect_usable(fit_plainly(x, y, paper_fit_options()));
            FitOptions exact;
            exact.noise = 0;
            expect_usable(fit_plainly(x, y, exact));
        }
    }
}

TEST(Fit, SurvivesConstantOutputs) {
    const Points x = random_points(2, 12, 98);
    for (const double value : {0.0, 3.7, -5e18, 1e-18}) {
        for (const FitOptions& options : {FitOptions{}, paper_fit_options()}) {
            const GaussianProcess model = fit_plainly(x, Vector::Constant(12, value), options);
            expect_usable(model);
            EXPECT_EQ(model.standardisation().undo(model.mean(x)[3]), value);
        }
    }
}

TEST(Fit, SurvivesVeryFewObservations) {
    for (const Index size : {1, 2, 3}) {
        for (const Index dimension : {1, 2, 100}) {
            const Points x = random_points(dimension, size, 99);
            expect_usable(fit_plainly(x, smooth_outputs(x)));
            expect_usable(fit_plainly(x, smooth_outputs(x), paper_fit_options()));
        }
    }
}

TEST(Fit, WorksInAHundredDimensions) {
    const Points x = random_points(100, 30, 100);
    expect_usable(fit_plainly(x, smooth_outputs(x)));
}

std::string refusal(const Points& x, const Vector& y, const FitOptions& options = {}) {
    try {
        (void)fit_plainly(x, y, options);
    } catch (const std::invalid_argument& error) {
        return error.what();
    }
    return "accepted";
}

TEST(Fit, RefusesObservationsThatAreNotFiniteByTheirNumber) {
    Points x = random_points(2, 5, 101);
    Vector y = smooth_outputs(x);
    y[3] = std::numeric_limits<double>::quiet_NaN();
    EXPECT_EQ(refusal(x, y), "fit: the output of observation 3 (counting from 0) is nan; it must be finite");
    y[3] = -std::numeric_limits<double>::infinity();
    EXPECT_EQ(refusal(x, y), "fit: the output of observation 3 (counting from 0) is -inf; it must be finite");
    y[3] = 0;
    x(1, 4) = std::numeric_limits<double>::infinity();
    EXPECT_NE(refusal(x, y).find("input of observation 4"), std::string::npos);
    EXPECT_NE(refusal(Points(2, 0), Vector(0)).find("0 observations"), std::string::npos);
    EXPECT_NE(refusal(random_points(2, 5, 1), Vector::Zero(4)).find("4 outputs for 5 inputs"), std::string::npos);
}

TEST(Fit, RefusesOptionsThatMakeNoSense) {
    const Points x = random_points(2, 5, 102);
    const Vector y = smooth_outputs(x);
    const auto refused = [&](const auto& change, const char* part) {
        FitOptions options;
        change(options);
        const std::string sentence = refusal(x, y, options);
        EXPECT_NE(sentence.find(part), std::string::npos) << sentence;
    };
    refused([](FitOptions& o) { o.kernel = nullptr; }, "no kernel");
    refused([](FitOptions& o) { o.noise = -1; }, "noise variance is -1");
    refused([](FitOptions& o) { o.noise_floor = 0; }, "noise_floor is 0");
    refused([](FitOptions& o) { o.random_starts = 0; }, "random_starts is 0");
    refused([](FitOptions& o) { o.max_iterations = 0; }, "max_iterations is 0");
    refused([](FitOptions& o) { o.warm_start = Hyperparameters{Vector::Ones(3), 1, 1e-6, 0}; }, "warm start");
    refused([](FitOptions& o) { o.warm_start = Hyperparameters{Vector::Zero(2), 1, 1e-6, 0}; }, "warm start");
}

TEST(Fit, SaysSoWhenTheLikelihoodIsNowhereFinite) {
    FitOptions options;
    options.kernel = std::make_shared<testing::Indefinite>();
    const Points x = random_points(2, 5, 103);
    EXPECT_THROW((void)fit_plainly(x, smooth_outputs(x), options), NumericalError);
}

}  // namespace
}  // namespace sweetspot
