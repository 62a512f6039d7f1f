#include "optimize/cma_es.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "functions.hpp"
#include "support/tolerance.hpp"

namespace sweetspot {
namespace {

using namespace optimize_tests;

double ellipsoid(const Vector& x) {
    double value = 0;
    const double last = std::max<double>(1, static_cast<double>(x.size() - 1));
    for (Index i = 0; i < x.size(); ++i) value += std::pow(1e6, static_cast<double>(i) / last) * x[i] * x[i];
    return value;
}

double sphere(const Vector& x) {
    return x.squaredNorm();
}

Minimum run(const Objective& f, const Box& box, const Vector& start, int max_evaluations, std::uint64_t seed = 1) {
    return minimize_cma_es(f, box, start, {.max_evaluations = max_evaluations}, Rng(seed));
}

TEST(CmaEs, FindsTheCentreOfASphere) {
    for (const Index dimension : {1, 2, 5, 10}) {
        const Minimum found = run(sphere, cube(dimension, 5), Vector::Constant(dimension, 3), 4000);
        EXPECT_LT(found.value, 1e-10) << dimension;
        EXPECT_EQ(found.stop, Stop::change_small) << dimension;
    }
}

TEST(CmaEs, LearnsAnEllipsoidOfConditionAMillion) {
    const Minimum found = run(ellipsoid, cube(5, 5), Vector::Constant(5, 3), 5000);
    EXPECT_LT(found.value, 1e-10);
}

TEST(CmaEs, LearnsARotatedEllipsoidAsEasily) {
    Rng rng(4);
    const Matrix rotation = random_rotation(5, rng);
    const Minimum found =
        run([&](const Vector& x) { return ellipsoid(rotation * x); }, cube(5, 5), Vector::Constant(5, 3), 5000);
    EXPECT_LT(found.value, 1e-10);
}

TEST(CmaEs, FollowsTheValleyOfRosenbrock) {
    const auto f = [](const Vector& x) { return rosenbrock(x, nullptr); };
    const Minimum found = run(f, cube(5, 5), Vector::Zero(5), 6000);
    EXPECT_LT((found.x - Vector::Ones(5)).norm(), tolerance::local_optimum);
}

TEST(CmaEs, FindsOptimaOnTheBoundsAndEvaluatesInsideOnly) {
    for (const Index dimension : {1, 2, 10}) {
        const Box box = cube(dimension, 5);
        const auto f = [&](const Vector& x) {
            EXPECT_TRUE(box.contains(x));
            return (x.array() - 7).square().sum();
        };
        const Minimum found = run(f, box, Vector::Constant(dimension, -3), 6000);
        EXPECT_LT((found.x - box.upper).norm(), tolerance::local_optimum) << dimension;
    }
    // One coordinate on its bound, the others inside.
    const auto f = [](const Vector& x) { return ellipsoid(x - Vector{{7.0, 1.0, -2.0}}); };
    const Minimum found = run(f, cube(3, 5), Vector::Zero(3), 6000);
    EXPECT_LT((found.x - Vector{{5.0, 1.0, -2.0}}).norm(), tolerance::local_optimum);
}

TEST(CmaEs, RepeatsARunForTheSameSeedOnly) {
    const Minimum first = run(ellipsoid, cube(4, 5), Vector::Ones(4), 300, 1);
    const Minimum again = run(ellipsoid, cube(4, 5), Vector::Ones(4), 300, 1);
    const Minimum other = run(ellipsoid, cube(4, 5), Vector::Ones(4), 300, 2);
    EXPECT_EQ(first.x, again.x);
    EXPECT_EQ(first.evaluations, again.evaluations);
    EXPECT_NE(first.x, other.x);
}

TEST(CmaEs, SpendsNoMoreThanItsBudget) {
    for (const int budget : {1, 2, 7, 100}) {
        int calls = 0;
        const Minimum found = run(
            [&](const Vector& x) {
                ++calls;
                return sphere(x);
            },
            cube(3, 5), Vector::Ones(3), budget);
        EXPECT_EQ(calls, budget);
        EXPECT_EQ(found.evaluations, budget);
        EXPECT_EQ(found.stop, Stop::evaluations);
    }
}

TEST(CmaEs, ReturnsTheBestPointItSaw) {
    double best = std::numeric_limits<double>::infinity();
    const Minimum found = run(
        [&](const Vector& x) {
            const double value = std::sin(20 * x[0]) + std::cos(17 * x[1]);
            best = std::min(best, value);
            return value;
        },
        Box::unit(2), Vector::Constant(2, 0.5), 200);
    EXPECT_EQ(found.value, best);
    EXPECT_NEAR(std::sin(20 * found.x[0]) + std::cos(17 * found.x[1]), best, tolerance::rounding);
}

TEST(CmaEs, LeavesDegenerateCoordinatesAlone) {
    const Box box{Vector{{-5.0, 2.0, -5.0}}, Vector{{5.0, 2.0, 5.0}}};
    const Minimum found = run(sphere, box, Vector::Ones(3), 3000);
    EXPECT_LT((found.x - Vector{{0.0, 2.0, 0.0}}).norm(), tolerance::local_optimum);
    const Box point{Vector::Ones(2), Vector::Ones(2)};
    EXPECT_EQ(run(sphere, point, Vector::Zero(2), 100).evaluations, 1);
}

TEST(CmaEs, RanksValuesThatAreNotFiniteLast) {
    const auto f = [](const Vector& x) { return x[0] < 0.2 ? std::nan("") : sphere(x); };
    const Minimum found = run(f, cube(2, 5), Vector::Ones(2), 3000);
    EXPECT_NEAR(found.value, 0.04, 1e-3);  // a wall of NaN is approached only as fast as offspring survive
    const auto nowhere = [](const Vector&) { return std::nan(""); };
    EXPECT_EQ(run(nowhere, cube(2, 5), Vector::Ones(2), 50).stop, Stop::not_finite);
}

TEST(CmaEs, RefusesWhatMakesNoSense) {
    EXPECT_THROW((void)run(sphere, Box::unit(2), Vector::Zero(3), 10), std::invalid_argument);
    EXPECT_THROW((void)run(sphere, Box::unit(2), Vector::Zero(2), 0), std::invalid_argument);
    EXPECT_THROW((void)run(sphere, cube(2, std::numeric_limits<double>::infinity()), Vector::Zero(2), 10),
                 std::invalid_argument);
    EXPECT_THROW((void)minimize_cma_es(sphere, Box::unit(2), Vector::Zero(2), {.population = 2}, Rng(1)),
                 std::invalid_argument);
}

}  // namespace
}  // namespace sweetspot
