// Choices against the definition of the kernel, one scalar at a time, wherever a covariance is made; every gradient
// against symmetric differences.
#include "gp/choices.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <numbers>

#include "acquisition/average_expected_improvement.hpp"
#include "acquisition/plain_robust_expected_improvement.hpp"
#include "acquisition/robust_expected_improvement.hpp"
#include "gp/likelihood.hpp"
#include "gp/main_effects.hpp"
#include "gp/shifted_mean.hpp"
#include "support/explicit_posterior.hpp"
#include "support/models.hpp"
#include "support/plain_average_expected_improvement.hpp"
#include "support/random_points.hpp"
#include "support/refusal.hpp"
#include "support/tolerance.hpp"
#include "sweetspot/gp/fit.hpp"
#include "sweetspot/robust/quality.hpp"

namespace sweetspot {
namespace {

using support::random_points;

/// Numbers in the coordinates 0 and 2, choices among 4 and 3 in 1 and 3.
const std::vector<Index> sizes_of_choices = {0, 4, 0, 3};

Points with_choices(Points points) {
    for (Index i = 0; i < points.cols(); ++i) {
        points(1, i) = std::floor(4 * points(1, i)) / 3;
        points(3, i) = std::floor(3 * points(3, i)) / 2;
    }
    return points;
}

Points points_with_choices(Index count, std::uint64_t seed) {
    return with_choices(random_points(4, count, seed));
}

double choice_kernel(const Hyperparameters& eta, const Vector& a, const Vector& b) {
    constexpr double pi = std::numbers::pi;
    double s = 0;
    double shares = 0;
    double spectrum = 0;
    double h = 0;
    const auto density = [&](int j) { return std::pow(1 + std::pow(eta.effect_lengthscale * pi * j, 2) / 5, -3); };
    for (const double l : eta.lengthscales) shares += 1 / (l * l);
    for (int j = 1; j <= 6; ++j) spectrum += density(j);
    for (Index d = 0; d < a.size(); ++d) {
        const auto k = static_cast<double>(sizes_of_choices[static_cast<std::size_t>(d)]);
        const double share = std::pow(eta.lengthscales[d], -2);
        if (k == 0) {
            s += share * std::pow(a[d] - b[d], 2);
            for (int j = 1; j <= 6; ++j) h += share / shares * density(j) / spectrum * std::cos(pi * j * (a[d] - b[d]));
        } else {
            const bool same = std::abs(a[d] - b[d]) < 0.1;
            s += same ? 0 : share;
            h += share / shares * (same ? 1 : -1 / (k - 1));
        }
    }
    const double r = std::sqrt(5 * s);
    return eta.variance * ((1 - eta.effects) * (1 + r + r * r / 3) * std::exp(-r) + eta.effects * h);
}

Matrix choice_covariance(const Hyperparameters& eta, const Points& a, const Points& b) {
    return Matrix::NullaryExpr(a.cols(), b.cols(),
                               [&](Index i, Index j) { return choice_kernel(eta, a.col(i), b.col(j)); });
}

Hyperparameters eta_with_choices(double effects) {
    Hyperparameters eta;
    eta.lengthscales = Vector{{0.4, 0.9, 0.7, 1.3}};
    eta.variance = 1.7;
    eta.noise = 1e-3;
    eta.mean = 0.1;
    eta.effects = effects;
    eta.effect_lengthscale = 0.35;
    eta.choice_sizes = sizes_of_choices;
    return eta;
}

/// Values of a choice have no order: 1 and 3 are alike.
Vector outputs_of_choices(const Points& x) {
    const double of_choice[] = {0.3, -1, 2, -1.2};
    Vector y(x.cols());
    for (Index i = 0; i < x.cols(); ++i) {
        y[i] = std::sin(6 * x(0, i)) + of_choice[std::lround(3 * x(1, i))] * x(2, i) + x(3, i);
    }
    return y;
}

GaussianProcess choice_model(double effects, Index size = 30) {
    const Points x = points_with_choices(size, 21);
    const Vector y = outputs_of_choices(x);
    return {matern52(), eta_with_choices(effects), x, y, Standardisation::of(y)};
}

/// Symmetric differences along the numbers; 0 for the choices.
Vector differences_along_numbers(const std::function<double(const Vector&)>& f, const Vector& x) {
    const auto of_numbers = [&](const Vector& numbers) { return f(Vector{{numbers[0], x[1], numbers[1], x[3]}}); };
    const Vector slopes = testing::symmetric_differences(of_numbers, Vector{{x[0], x[2]}});
    return Vector{{slopes[0], 0, slopes[1], 0}};
}

TEST(Choices, PriorIsTheDefinition) {
    for (const double effects : {0.0, 0.6}) {
        const GaussianProcess gp = choice_model(effects);
        const Points points = points_with_choices(9, 4);
        const Matrix expected = choice_covariance(gp.hyperparameters(), points, gp.inputs());
        EXPECT_LT((gp.prior_covariance(points, gp.inputs()) - expected).cwiseAbs().maxCoeff(), tolerance::rounding);
        EXPECT_NEAR(gp.prior_covariance(points.col(0), points.col(0))(0, 0), 1.7, tolerance::rounding);
    }
}

TEST(Choices, PosteriorIsThatOfAnExplicitInverse) {
    for (const double effects : {0.0, 0.6}) {
        support::expect_posterior_by_inverse(choice_model(effects), points_with_choices(150, 5), choice_covariance);
    }
}

TEST(Choices, AnotherOrderOfTheNamesIsTheSameModel) {
    const double reordered[] = {2.0 / 3, 0, 1, 1.0 / 3};
    const auto renamed = [&](Points x) {
        for (Index i = 0; i < x.cols(); ++i) x(1, i) = reordered[std::lround(3 * x(1, i))];
        return x;
    };
    for (const double effects : {0.0, 0.6}) {
        const GaussianProcess gp = choice_model(effects);
        const Vector y = outputs_of_choices(gp.inputs());
        const GaussianProcess other(matern52(), gp.hyperparameters(), renamed(gp.inputs()), y, Standardisation::of(y));
        const Points points = points_with_choices(40, 8);
        EXPECT_LT((gp.mean(points) - other.mean(renamed(points))).cwiseAbs().maxCoeff(), tolerance::linear_algebra);
        EXPECT_LT((gp.variance(points) - other.variance(renamed(points))).cwiseAbs().maxCoeff(),
                  tolerance::linear_algebra);
    }
}

TEST(Choices, GradientsOfThePosteriorAreDifferencesAlongTheNumbers) {
    for (const double effects : {0.0, 0.6}) {
        const GaussianProcess gp = choice_model(effects);
        const Points points = points_with_choices(6, 6);
        const Vector x = points.col(0);
        const auto mean = [&](const Vector& at) { return gp.mean(at)[0]; };
        const auto variance = [&](const Vector& at) { return gp.variance(at)[0]; };
        const auto error = [](const Vector& a, const Vector& b) { return (a - b).cwiseAbs().maxCoeff(); };
        EXPECT_LT(error(gp.mean_with_gradient(x).gradient, differences_along_numbers(mean, x)),
                  tolerance::finite_difference);
        EXPECT_LT(error(gp.mean_gradients(points).col(0), differences_along_numbers(mean, x)),
                  tolerance::finite_difference);
        EXPECT_LT(error(gp.variance_with_gradient(x).gradient, differences_along_numbers(variance, x)),
                  tolerance::finite_difference);
        const support::JointAdjoint adjoint(6);
        const Points gradient = gp.joint_gradient(points, adjoint.mean, adjoint.covariance);
        for (Index i = 0; i < points.cols(); ++i) {
            const auto scalar = [&](const Vector& at) {
                Points moved = points;
                moved.col(i) = at;
                return adjoint.of(gp.joint(moved));
            };
            EXPECT_LT(error(gradient.col(i), differences_along_numbers(scalar, points.col(i))),
                      10 * tolerance::finite_difference);  // a sum of 36 terms
        }
    }
}

double choice_likelihood(const Hyperparameters& eta, const Points& x, const Vector& y) {
    return support::likelihood_by_eigenvalues(eta, x, y, choice_covariance);
}

/// (log ℓ, log variance, log noise) and, unless there are none, (logit effects, log effect_lengthscale).
Hyperparameters choice_hyperparameters(const Vector& theta) {
    Hyperparameters eta;
    eta.choice_sizes = sizes_of_choices;
    eta.lengthscales = theta.head(4).array().exp();
    eta.variance = std::exp(theta[4]);
    eta.noise = std::exp(theta[5]);
    if (theta.size() == 6) return eta;
    eta.effects = 1 / (1 + std::exp(-theta[6]));
    eta.effect_lengthscale = std::exp(theta[7]);
    return eta;
}

TEST(Choices, LikelihoodAndGradientOnEveryInstructionSet) {
    Vector whole(8);
    whole << std::log(0.4), std::log(0.9), std::log(0.7), std::log(1.3), std::log(1.4), std::log(0.02), 0.4,
        std::log(0.25);
    for (const Index entries : {6, 8}) {
        const Vector theta = whole.head(entries);
        for (const Index size : {1, 7, 8, 17, 40}) {
            const Points x = points_with_choices(size, 51);
            const Vector y = outputs_of_choices(x);
            const auto value = [&](const Vector& at) { return choice_likelihood(choice_hyperparameters(at), x, y); };
            const double expected = value(theta);
            const Vector slopes = testing::symmetric_differences(value, theta, 1e-5);
            for (const likelihood::Loops* table : likelihood::available()) {
                detail::MarginalLikelihood likelihood(*matern52(), x, y, Vector(), *table, sizes_of_choices);
                Vector gradient;
                EXPECT_NEAR(likelihood.evaluate(choice_hyperparameters(theta), &gradient), expected,
                            tolerance::linear_algebra * std::max(1.0, std::abs(expected)));
                ASSERT_EQ(gradient.size(), entries);
                EXPECT_LT((gradient - slopes).cwiseAbs().maxCoeff() / std::max(1.0, slopes.cwiseAbs().maxCoeff()),
                          tolerance::finite_difference)
                    << table->name << ", N = " << size;
            }
        }
    }
}

struct ChoiceRegion {
    Template T = make_template(RobustSet(Norm::two, Vector{{0.1, 0, 0.08, 0}}),
                               {.shape = TemplateShape::uniform, .size = 30}, Rng(7));
    Vector x_star{{0.3, 1.0 / 3, 0.6, 0.5}};
    Vector x{{0.45, 1, 0.5, 0}};
};

TEST(Choices, ShiftedMeansAreMeans) {
    for (const double effects : {0.0, 0.6}) {
        const GaussianProcess gp = choice_model(effects);
        const ChoiceRegion region;
        const ShiftedMean shifted(gp, region.T.points);
        for (const Vector& x : {region.x, region.x_star}) {
            const Points there = region.T.at(x);
            EXPECT_LT((shifted.values(x) - gp.mean(there)).cwiseAbs().maxCoeff(), tolerance::linear_algebra);
            EXPECT_LT((shifted.gradients(x) - gp.mean_gradients(there)).cwiseAbs().maxCoeff(),
                      tolerance::linear_algebra);
        }
    }
}

TEST(Choices, AverageImprovementIsThatOfTheJointPosterior) {
    for (const double effects : {0.0, 0.6}) {
        const GaussianProcess gp = choice_model(effects);
        const ChoiceRegion r;
        const AverageExpectedImprovement ei(gp, r.T, r.T.weights, r.x_star);
        const auto plain = [&](const Vector& x) {
            return testing::plain_average_expected_improvement(gp, r.T, r.T.weights, r.x_star, x);
        };
        Vector gradient;
        EXPECT_NEAR(ei.value(r.x, &gradient), plain(r.x), tolerance::linear_algebra);
        EXPECT_NEAR(ei.values(r.x)[0], plain(r.x), tolerance::linear_algebra);
        EXPECT_LT((gradient - differences_along_numbers(plain, r.x)).cwiseAbs().maxCoeff(),
                  tolerance::finite_difference);
        EXPECT_EQ(ei.value(r.x_star, nullptr), 0);
    }
}

TEST(Choices, WorstCaseImprovementIsThatOfPlainRealisations) {
    for (const double effects : {0.0, 0.6}) {
        const GaussianProcess gp = choice_model(effects);
        const ChoiceRegion r;
        const QualityPtr worst = worst_quality();
        const RobustExpectedImprovement ei(gp, r.T, r.T.weights, *worst, r.x_star,
                                           RealisationOptions{4000, {.max_rank = 30, .tolerance = 1e-3}}, Rng(3));
        const MonteCarlo plain =
            plain_robust_expected_improvement(gp, r.T, r.T.weights, *worst, r.x_star, r.x, 20000, Rng(5));
        EXPECT_NEAR(ei.value(r.x, nullptr), plain.mean, tolerance::false_alarm_sds * 3 * plain.standard_error);
        EXPECT_NEAR(ei.value(r.x_star, nullptr), 0, 1e-6);
        Vector gradient;
        (void)ei.value(r.x, &gradient);
        EXPECT_EQ(gradient[1], 0);
        EXPECT_EQ(gradient[3], 0);
    }
}

/// A choice among 7 whose order tells nothing, and a number.
double of_seven(const VectorRef& x) {
    const double of_choice[] = {0, 2, -1, 1.5, -2, 1, -0.5};
    return of_choice[std::lround(6 * x[1])] * (0.5 + x[0]) + std::sin(5 * x[0]);
}

TEST(Choices, AFitLearnsMoreFromFewValuesThanOneThatTakesThemAsOrdered) {
    const auto points_of = [](Index count, std::uint64_t seed) {
        Points x = random_points(2, count, seed);
        for (Index i = 0; i < count; ++i) x(1, i) = std::floor(7 * x(1, i)) / 6;
        return x;
    };
    const auto values_of = [](const Points& x) {
        Vector y(x.cols());
        for (Index i = 0; i < x.cols(); ++i) y[i] = of_seven(x.col(i));
        return y;
    };
    const Points points = points_of(300, 99);
    const Vector truth = values_of(points);
    double unordered = 0;
    double ordered = 0;
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
        const Points x = points_of(28, seed);
        const Vector y = values_of(x);
        const auto error = [&](const FitOptions& options) {
            const GaussianProcess gp = fit(x, y, options, Rng(seed), Parallel(1));
            EXPECT_EQ(gp.hyperparameters().choice_sizes, options.choice_sizes);
            const Vector mean = gp.mean(points).unaryExpr([&](double m) { return gp.standardisation().undo(m); });
            return std::sqrt((mean - truth).squaredNorm() / static_cast<double>(truth.size()));
        };
        FitOptions options;
        options.effects = true;
        ordered += error(options) / 5;
        options.choice_sizes = {0, 7};
        unordered += error(options) / 5;
    }
    EXPECT_LT(unordered, 0.7 * ordered) << unordered << " against " << ordered;
}

TEST(Choices, AChoiceAmongManyHasNoMainEffect) {
    Hyperparameters eta = eta_with_choices(0.5);
    eta.choice_sizes = {0, 14, 0, 3};
    const Vector shares = detail::effect_shares(eta.lengthscales, eta.choice_sizes);
    EXPECT_EQ(shares[1], 0);
    EXPECT_NEAR(shares.sum(), 1, tolerance::rounding);
    EXPECT_FALSE(detail::MainEffects::possible(2, {14, 20}));
    EXPECT_TRUE(detail::MainEffects::possible(2, {14, 13}));
}

TEST(Choices, SizesMustSuitTheDimension) {
    Hyperparameters eta = eta_with_choices(0);
    eta.choice_sizes = {0, 4};
    const Points x = points_with_choices(5, 1);
    const Vector y = outputs_of_choices(x);
    EXPECT_EQ(
        support::refusal([&] { GaussianProcess(matern52(), eta, x, y, Standardisation::of(y)); }),
        "GaussianProcess: there are 2 sizes of choices for inputs of dimension 4; give one per dimension, or none");
}

}  // namespace
}  // namespace sweetspot
