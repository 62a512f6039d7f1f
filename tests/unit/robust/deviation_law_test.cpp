// Laws of deviation: the templates that stand for them, against closed forms and against plain Monte Carlo.
#include "sweetspot/robust/deviation_law.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "base/normal.hpp"
#include "support/tolerance.hpp"
#include "sweetspot/robust/problem.hpp"
#include "sweetspot/robust/template.hpp"

namespace sweetspot {
namespace {

/// E[g(u)] over a template of many points, u in tolerances.
double average(const RobustSet& set, const std::function<double(const Vector& u)>& g, TemplateShape shape,
               Index size = 4000) {
    const Template T = make_template(set, {.shape = shape, .size = size}, Rng(1));
    double sum = 0;
    for (Index i = 0; i < T.size(); ++i) {
        Vector u(set.dimension());
        for (Index d = 0; d < u.size(); ++d) u[d] = set.to_ball(d, T.points(d, i));
        sum += T.weights[i] * g(u);
    }
    return sum;
}

/// The same by drawing from the uniform distribution and weighing by the density.
double by_monte_carlo(const RobustSet& set, const std::function<double(const Vector& u)>& g, Index draws = 400000) {
    Rng rng(2);
    double sum = 0;
    double weights = 0;
    for (Index i = 0; i < draws; ++i) {
        const Vector delta = set.draw_uniform(rng);
        Vector u(set.dimension());
        for (Index d = 0; d < u.size(); ++d) u[d] = set.to_ball(d, delta[d]);
        const double weight = std::exp(set.log_density(delta));
        sum += weight * g(u);
        weights += weight;
    }
    return sum / weights;
}

double square_of_first(const Vector& u) {
    return u[0] * u[0];
}

RobustSet box(Index dimension, const DeviationLawPtr& law) {
    return RobustSet(Norm::infinity, Vector::LinSpaced(dimension, 0.05, 0.2)).with_law(law);
}

TEST(DeviationLaw, VariancesInABoxAreTheClosedForms) {
    const double a = 3;  // in sd
    const double density = std::exp(-a * a / 2) / std::sqrt(2 * std::numbers::pi);
    const double normal = (1 - 2 * a * density / (2 * normal_cdf(a) - 1)) / (a * a);
    for (const Index dimension : {1, 2, 5, 10}) {
        for (const TemplateShape shape : {TemplateShape::uniform, TemplateShape::centre_dense}) {
            // Uniform points that are weighed by a density lose their worth as the dimension grows.
            if (shape == TemplateShape::centre_dense && dimension > 2) continue;
            EXPECT_NEAR(average(box(dimension, uniform_law()), square_of_first, shape), 1.0 / 3, 0.01) << dimension;
            EXPECT_NEAR(average(box(dimension, normal_law()), square_of_first, shape), normal, 0.005) << dimension;
            EXPECT_NEAR(average(box(dimension, triangular_law()), square_of_first, shape), 1.0 / 6, 0.005) << dimension;
        }
    }
}

TEST(DeviationLaw, AVeryWideNormalLawIsUniformAndAVeryNarrowOneIsAtTheCentre) {
    for (const double sd : {1e5, 1e17, 1e300}) {
        EXPECT_NEAR(average(box(2, normal_law(sd)), square_of_first, TemplateShape::uniform), 1.0 / 3, 0.01) << sd;
    }
    for (const double sd : {1e-9, 1e-200, 5e-324}) {
        EXPECT_NEAR(average(box(2, normal_law(sd)), square_of_first, TemplateShape::uniform), 0, 1e-15) << sd;
        EXPECT_TRUE(std::isfinite(normal_law(sd)->log_density(Vector::Zero(2), {0, 1}))) << sd;
    }
}

TEST(DeviationLaw, ARoundRegionCutsTheNormalLawByTheClosedForm) {
    // In the plane r²/(2 sd²) is exponential, cut at 1/(2 sd²).
    const double end = 4.5;
    const double mean_square = 2.0 / 9 * (1 - (1 + end) * std::exp(-end)) / (1 - std::exp(-end));
    const RobustSet disc = RobustSet(Norm::two, Vector{{0.1, 0.3}}).with_law(normal_law());
    for (const TemplateShape shape :
         {TemplateShape::uniform, TemplateShape::boundary_heavy, TemplateShape::centre_dense}) {
        EXPECT_NEAR(average(
                        disc, [](const Vector& u) { return u.squaredNorm(); }, shape),
                    mean_square, 0.005)
            << to_string(shape);
    }
}

TEST(DeviationLaw, TemplatesAgreeWithMonteCarloInEveryNorm) {
    for (const Norm norm : {Norm::one, Norm::two, Norm::infinity}) {
        for (const Index dimension : {2, 3, 8}) {
            for (const DeviationLawPtr& law : {normal_law(), normal_law(0.6), triangular_law()}) {
                // Monte Carlo in a box of many dimensions knows as little as uniform points do.
                if (norm == Norm::infinity && dimension == 8) continue;
                const RobustSet set = RobustSet(norm, Vector::LinSpaced(dimension, 0.05, 0.2)).with_law(law);
                const double expected = by_monte_carlo(set, square_of_first);
                EXPECT_NEAR(average(set, square_of_first, TemplateShape::uniform), expected, 0.05 * expected + 0.002)
                    << to_string(norm) << dimension << law->name();
            }
        }
    }
}

TEST(DeviationLaw, ACorrelationIsThatOfTheDeviations) {
    const Matrix correlation{{1, 0.8, 0}, {0.8, 1, 0}, {0, 0, 1}};
    const RobustSet set = RobustSet(Norm::infinity, Vector{{0.1, 0.2, 0.1}}).with_law(normal_law(0.2, correlation));
    const double variance = average(set, square_of_first, TemplateShape::uniform);
    EXPECT_NEAR(average(
                    set, [](const Vector& u) { return u[0] * u[1]; }, TemplateShape::uniform),
                0.8 * variance, 0.02 * variance);
    EXPECT_NEAR(average(
                    set, [](const Vector& u) { return u[0] * u[2]; }, TemplateShape::uniform),
                0, 0.02 * variance);
    // What is built exactly takes no part.
    const RobustSet part = RobustSet(Norm::infinity, Vector{{0.1, 0.0, 0.1}}).with_law(normal_law(0.2, correlation));
    EXPECT_NEAR(average(part, square_of_first, TemplateShape::uniform), variance, 0.02 * variance);
}

TEST(DeviationLaw, AUsersDensityIsTheSameLaw) {
    const DeviationLawPtr own = law_of_density([](const Vector& u) { return (1 - u.array().abs()).max(0.0).prod(); });
    for (const Index dimension : {1, 2, 3}) {
        EXPECT_NEAR(average(box(dimension, own), square_of_first, TemplateShape::uniform), 1.0 / 6, 0.006) << dimension;
    }
}

TEST(DeviationLaw, OfAToleranceOfTheNominalValueIsInWhatIsBuilt) {
    const RobustSet set =
        RobustSet(Norm::infinity, {{0.4, RegionTolerance::Of::nominal}, {0.1}}).with_law(triangular_law());
    EXPECT_NEAR(average(
                    set, [](const Vector& u) { return u[0]; }, TemplateShape::uniform),
                0, 0.005);
    EXPECT_NEAR(average(set, square_of_first, TemplateShape::uniform), 1.0 / 6, 0.005);
}

TEST(DeviationLaw, AQuantileOfAStraightLineIsThatOfTheLaw) {
    const RobustSet interval = RobustSet(Norm::two, Vector{{0.1}}).with_law(triangular_law());
    const Template T = make_template(interval, {.shape = TemplateShape::uniform, .size = 2001}, Rng(1));
    const Vector f = T.points.row(0).transpose() / 0.1;
    for (const double q : {0.1, 0.5, 0.9}) {
        const double closed = q < 0.5 ? std::sqrt(2 * q) - 1 : 1 - std::sqrt(2 * (1 - q));
        EXPECT_NEAR(quantile_quality(q)->value(f, T.weights), closed, 1e-3) << q;
    }
}

TEST(DeviationLaw, StaysWithTheSetInTheUnitCube) {
    const Problem problem(Space({{"a", 0, 10}, {"b", 0, 1}}), Norm::two, {{1}, {0.1}}, mean_quality(), normal_law());
    EXPECT_EQ(problem.robust_set().law().name(), "normal");
    EXPECT_FALSE(problem.robust_set().is_uniform());
    const Vector edge{{0.1, 0.0}};  // the end of the tolerance of a
    EXPECT_NEAR(problem.robust_set().log_density(edge), -4.5, tolerance::rounding);
}

TEST(DeviationLaw, WhatIsNoLawIsRefused) {
    EXPECT_THROW(static_cast<void>(normal_law(0)), std::invalid_argument);
    EXPECT_THROW(static_cast<void>(normal_law(0.3, Matrix{{1, 2}, {2, 1}})), std::invalid_argument)
        << "not positive definite";
    EXPECT_THROW(static_cast<void>(normal_law(0.3, Matrix{{1, 0.5}, {0.4, 1}})), std::invalid_argument)
        << "not symmetric";
    EXPECT_THROW(static_cast<void>(normal_law(0.3, Matrix{{2, 0}, {0, 1}})), std::invalid_argument) << "a covariance";
    EXPECT_THROW(static_cast<void>(law_of_density(nullptr)), std::invalid_argument);
    EXPECT_THROW(static_cast<void>(RobustSet(Norm::two, Vector{{0.1}}).with_law(nullptr)), std::invalid_argument);
    const RobustSet nowhere = box(2, law_of_density([](const Vector&) { return 0.0; }));
    EXPECT_THROW(static_cast<void>(make_template(nowhere, {}, Rng(1))), std::invalid_argument);
}

}  // namespace
}  // namespace sweetspot
