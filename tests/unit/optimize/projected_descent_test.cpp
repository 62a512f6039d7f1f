#include "optimize/projected_descent.hpp"

#include <gtest/gtest.h>

#include "functions.hpp"
#include "support/tolerance.hpp"

namespace sweetspot {
namespace {

using namespace optimize_tests;

// argmin of a convex quadratic on the ball of the given radius: (H + νI) x = H c with |x| = radius, ν by bisection.
Vector solve_on_ball(const Quadratic& f, double radius) {
    const Matrix identity = Matrix::Identity(f.centre.size(), f.centre.size());
    const auto at = [&](double nu) -> Vector { return (f.hessian + nu * identity).ldlt().solve(f.hessian * f.centre); };
    if (at(0).norm() <= radius) return at(0);
    double low = 0;
    double high = 1e6;
    for (int i = 0; i < 200; ++i) (at(0.5 * (low + high)).norm() > radius ? low : high) = 0.5 * (low + high);
    return at(high);
}

TEST(ProjectedDescent, FindsTheMinimumOfAQuadraticOnABall) {
    for (const Index dimension : {1, 2, 10, 40}) {
        const Quadratic f(dimension, 100, Rng(11));
        const double radius = 0.4 * f.centre.norm();
        const Minimum found =
            minimize_projected(f, onto_ball(radius), Vector::Zero(dimension), {.relative_change = 1e-14});
        EXPECT_LT((found.x - solve_on_ball(f, radius)).norm(), tolerance::local_optimum * radius) << dimension;
        EXPECT_LE(found.evaluations, 60) << dimension;
    }
}

TEST(ProjectedDescent, SatisfiesTheConditionsInABox) {
    const Quadratic f(20, 100, Rng(5));
    const Box box = cube(20, 1);
    const Minimum found = minimize_projected(f, onto_box(box), Vector::Zero(20), {.relative_change = 1e-15});
    Vector gradient(20);
    f(found.x, &gradient);
    EXPECT_LT(stationarity(found.x, gradient, box), 1e-5 * gradient.cwiseAbs().maxCoeff());
}

TEST(ProjectedDescent, SolvesRosenbrockWhereTheSetDoesNotMatter) {
    const auto anywhere = [](const Vector& x) { return x; };
    const Minimum found = minimize_projected(rosenbrock, anywhere, rosenbrock_start(10), {.max_iterations = 300});
    EXPECT_LT((found.x - Vector::Ones(10)).norm(), tolerance::local_optimum);
    EXPECT_LE(found.evaluations, 140);
    RecordProperty("evaluations", found.evaluations);
}

TEST(ProjectedDescent, RunsToTheBoundaryUnderALinearFunction) {
    const auto f = [](const Vector& x, Vector* gradient) {
        *gradient = Vector{{3.0, -4.0}};
        return 3 * x[0] - 4 * x[1];
    };
    const Minimum found = minimize_projected(f, onto_ball(1), Vector::Zero(2));
    EXPECT_LT((found.x - Vector{{-0.6, 0.8}}).norm(), tolerance::local_optimum);
}

TEST(ProjectedDescent, EvaluatesFeasiblePointsOnlyAndIsNeverWorseThanTheStart) {
    Rng rng(2);
    for (int i = 0; i < 30; ++i) {
        const auto f = [](const Vector& x, Vector* gradient) {
            EXPECT_LE(x.norm(), 1 + tolerance::rounding);
            *gradient = (7 * x).array().cos() + 0.5;  // lies
            return (31 * x).array().sin().sum();
        };
        const Vector start = random_matrix(3, 1, rng);
        Vector ignored(3);
        EXPECT_LE(minimize_projected(f, onto_ball(1), start).value, f(onto_ball(1)(start), &ignored));
    }
}

TEST(ProjectedDescent, StepsBackFromValuesThatAreNotFinite) {
    const auto f = [](const Vector& x, Vector* gradient) {
        if (x[0] <= 0) return std::nan("");
        *gradient = Vector{{1 - 1 / x[0]}};
        return x[0] - std::log(x[0]);
    };
    EXPECT_NEAR(minimize_projected(f, onto_box(cube(1, 10)), Vector{{9.0}}).x[0], 1, 1e-4);
    EXPECT_EQ(minimize_projected(f, onto_box(cube(1, 10)), Vector{{-1.0}}).stop, Stop::not_finite);
}

TEST(ProjectedDescent, StopsAtOnceWhereTheGradientVanishes) {
    const Minimum found = minimize_projected(rosenbrock, onto_ball(9), Vector::Ones(2));
    EXPECT_EQ(found.evaluations, 1);
    EXPECT_EQ(found.stop, Stop::gradient_small);
}

}  // namespace
}  // namespace sweetspot
