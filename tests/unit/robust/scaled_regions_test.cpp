// The largest region that keeps a limit, on models of functions for which it is known.
#include "robust/scaled_regions.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "design/latin_hypercube.hpp"
#include "support/known_functions.hpp"
#include "sweetspot/robust/problem.hpp"

namespace sweetspot {
namespace {

using known::model_of;

Problem shape(Norm norm, const Vector& tolerance) {
    return {Space::cube(tolerance.size(), 0, 1), norm, tolerance};
}

Template template_of(const Problem& problem) {
    return make_template(problem.robust_set(), {.shape = TemplateShape::boundary_heavy}, Rng(5));
}

double standardised(const GaussianProcess& gp, double limit) {
    return gp.standardisation().apply(Vector::Constant(1, limit))[0];
}

/// Of one output, in the whole region.
ScaledRegions regions_of(const GaussianProcess& gp, const Problem& problem, double limit, double kappa = 0) {
    return {problem.robust_set(), {limited_output(gp, limit, template_of(problem), problem.robust_set())}, kappa};
}

TEST(FactorThatFits, EndsAtTheNearestFace) {
    const Problem box = shape(Norm::infinity, Vector{{0.1, 0.05}});
    EXPECT_NEAR(factor_that_fits(box.robust_set(), Vector{{0.3, 0.5}}), 3, 1e-12);
    EXPECT_NEAR(factor_that_fits(box.robust_set(), Vector{{0.5, 0.9}}), 2, 1e-12);
    // In per cent what is built is x (1 ± s t): from 1 to 10 there is room below 4 for 75 %.
    const Problem share(Space({{"x", 1, 10, Scale::log}}), Norm::two, Vector{{0.05}});
    EXPECT_NEAR(factor_that_fits(share.robust_set(), Vector{{std::log10(4.0)}}), 0.75 / 0.05, 1e-9);
}

TEST(ScaledRegions, FactorOfABowlIsTheDistanceToItsRim) {
    const Vector middle{{0.4, 0.55}};
    const GaussianProcess gp = model_of(2, [&](const Vector& x) { return (x - middle).squaredNorm(); });
    const double limit = standardised(gp, 0.04);
    const Problem ball = shape(Norm::two, Vector{{0.05, 0.05}});
    const ScaledRegions regions = regions_of(gp, ball, limit);
    EXPECT_NEAR(regions.factor(middle), 0.2 / 0.05, 0.02);
    // The template stands for the circle, so that the nearest rim is missed by a little.
    EXPECT_NEAR(regions.factor(Vector{{0.45, 0.55}}), 0.15 / 0.05, 0.05);
    EXPECT_EQ(regions.factor(Vector{{0.8, 0.55}}), 0);
    const Problem box = shape(Norm::infinity, Vector{{0.05, 0.05}});
    EXPECT_NEAR(regions_of(gp, box, limit).factor(middle), 0.2 / std::sqrt(2.0) / 0.05, 0.02);
}

TEST(ScaledRegions, ALargerCoefficientOfTheStandardDeviationLeavesLessRoom) {
    const GaussianProcess gp = model_of(
        2, [](const Vector& x) { return std::sin(5 * x[0]) + x[1]; }, 10);
    const Problem ball = shape(Norm::two, Vector{{0.05, 0.05}});
    const Vector x{{0.55, 0.45}};
    const double limit = gp.mean(x)[0] + 0.5;
    const double optimist = regions_of(gp, ball, limit, -2).factor(x);
    const double by_mean = regions_of(gp, ball, limit, 0).factor(x);
    const double pessimist = regions_of(gp, ball, limit, 2).factor(x);
    EXPECT_GE(optimist, by_mean);
    EXPECT_GE(by_mean, pessimist);
    EXPECT_GT(optimist, pessimist);
}

LargestRegion largest(const GaussianProcess& gp, const Problem& problem, double limit, int threads = 1) {
    const Points starts = latin_hypercube(problem.centres(), 100, Rng(2));
    return regions_of(gp, problem, standardised(gp, limit)).largest(problem.centres(), starts, Parallel(threads));
}

TEST(LargestRegion, OfABowlIsAroundItsMiddle) {
    const Vector middle{{0.4, 0.55}};
    const GaussianProcess gp = model_of(2, [&](const Vector& x) { return (x - middle).squaredNorm(); });
    const LargestRegion found = largest(gp, shape(Norm::two, Vector{{0.05, 0.05}}), 0.04);
    EXPECT_NEAR(found.factor, 4, 0.05);
    EXPECT_NEAR((found.x - middle).norm(), 0, 0.01);
    const LargestRegion again = largest(gp, shape(Norm::two, Vector{{0.05, 0.05}}), 0.04, 2);
    EXPECT_EQ(found.x, again.x) << "at any number of threads";
}

TEST(LargestRegion, OnAPlaneTouchesTheBounds) {
    const Vector slopes{{1, 3}};
    const GaussianProcess gp = model_of(2, [&](const Vector& x) { return slopes.dot(x); });
    const Vector tolerance{{0.05, 0.02}};
    const LargestRegion found = largest(gp, shape(Norm::infinity, tolerance), 1);
    // The centre is s t away from the lowest corner, and the worst is 2 s (slopes · t).
    const double s = 1 / (2 * slopes.dot(tolerance));
    EXPECT_NEAR(found.factor, s, 0.02 * s);
    EXPECT_NEAR((found.x - s * tolerance).norm(), 0, 0.02);
}

TEST(LargestRegion, PrefersTheWideBasinToTheDeepOne) {
    const Vector deep{{0.2, 0.2}};
    const Vector wide{{0.65, 0.6}};
    const auto f = [&](const Vector& x) {
        return -2 * std::exp(-(x - deep).squaredNorm() / (2 * 0.08 * 0.08)) -
               std::exp(-(x - wide).squaredNorm() / (2 * 0.2 * 0.2));
    };
    const GaussianProcess gp = model_of(2, f, 150);
    const LargestRegion found = largest(gp, shape(Norm::two, Vector{{0.05, 0.05}}), -0.5);
    EXPECT_NEAR((found.x - wide).norm(), 0, 0.03);
    EXPECT_NEAR(found.factor, 0.2 * std::sqrt(2 * std::log(2.0)) / 0.05, 0.15);
}

TEST(LargestRegion, WhereNothingKeepsTheLimitIsTheLeastBound) {
    const Vector middle{{0.4, 0.55}};
    const GaussianProcess gp = model_of(2, [&](const Vector& x) { return (x - middle).squaredNorm(); });
    const LargestRegion found = largest(gp, shape(Norm::two, Vector{{0.05, 0.05}}), -0.2);
    EXPECT_EQ(found.factor, 0);
    EXPECT_NEAR((found.x - middle).norm(), 0, 0.03);
}

TEST(ScaledRegions, NeedATolerance) {
    const GaussianProcess gp = model_of(2, known::sloping);
    const Problem exact = shape(Norm::two, Vector{{0, 0}});
    EXPECT_THROW(static_cast<void>(regions_of(gp, exact, 0)), std::invalid_argument);
}

}  // namespace
}  // namespace sweetspot
