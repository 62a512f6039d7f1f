#include "optimize/lbfgsb.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "functions.hpp"
#include "optimize/lbfgsb_search.hpp"
#include "support/tolerance.hpp"

namespace sweetspot {
namespace {

using namespace optimize_tests;

constexpr double infinity = std::numeric_limits<double>::infinity();

// Exact solution of a strictly convex quadratic in a box by trying every assignment of bounds (3^D cases).
Vector solve_by_enumeration(const Quadratic& f, const Box& box) {
    const Index n = box.dimension();
    const auto cases = static_cast<int>(std::pow(3, static_cast<double>(n)));
    for (int code = 0; code < cases; ++code) {
        Vector x = Vector::Zero(n);
        std::vector<Index> free, fixed;
        for (Index i = 0, rest = code; i < n; ++i, rest /= 3) {
            if (rest % 3 == 2) {
                free.push_back(i);
            } else {
                fixed.push_back(i);
                x[i] = rest % 3 == 0 ? box.lower[i] : box.upper[i];
            }
        }
        if (!free.empty()) {
            const Vector right = (f.hessian * f.centre)(free)-f.hessian(free, fixed) * x(fixed);
            const Vector solution = Matrix(f.hessian(free, free)).ldlt().solve(right);
            x(free) = solution;
        }
        Vector gradient(n);
        f(x, &gradient);
        if (box.contains(x) && stationarity(x, gradient, box) < tolerance::linear_algebra) return x;
    }
    ADD_FAILURE() << "no case satisfies the conditions";
    return {};
}

TEST(Lbfgsb, FindsTheExactSolutionOfABoundedQuadratic) {
    int active = 0;
    for (std::uint64_t seed = 0; seed < 10; ++seed) {
        const Quadratic f(5, 30, Rng(seed));
        const Box box = cube(5, 1);
        const Minimum found = minimize_lbfgsb(f, box, Vector::Zero(5), {.relative_change = 0});
        const Vector exact = solve_by_enumeration(f, box);
        EXPECT_LT((found.x - exact).norm(), tolerance::local_optimum) << seed;
        active += static_cast<int>((exact.array().abs() == 1).count());
    }
    EXPECT_GT(active, 10);
}

TEST(Lbfgsb, SatisfiesTheFirstOrderConditionsInAHundredDimensions) {
    const Quadratic f(100, 1e4, Rng(3));
    const Box box = cube(100, 1);
    const Minimum found =
        minimize_lbfgsb(f, box, Vector::Zero(100), {.max_iterations = 1000, .relative_change = 1e-15});
    Vector gradient(100);
    f(found.x, &gradient);
    EXPECT_LT(stationarity(found.x, gradient, box), 1e-6 * gradient.cwiseAbs().maxCoeff());
    EXPECT_LE(found.evaluations, 100);
}

TEST(Lbfgsb, SolvesRosenbrockEconomically) {
    const std::pair<Index, int> most_evaluations[] = {{2, 60}, {10, 130}, {50, 430}};
    for (const auto& [dimension, most] : most_evaluations) {
        const Minimum found = minimize_lbfgsb(rosenbrock, cube(dimension, 5), rosenbrock_start(dimension),
                                              {.max_iterations = 1000, .relative_change = 0});
        EXPECT_LT((found.x - Vector::Ones(dimension)).norm(), tolerance::local_optimum) << dimension;
        EXPECT_LE(found.evaluations, most) << dimension;
        EXPECT_EQ(found.stop, Stop::gradient_small) << dimension;
        RecordProperty("evaluations_" + std::to_string(dimension), found.evaluations);
    }
}

TEST(Lbfgsb, StopsAtABoundOfRosenbrock) {
    // With x₁ ≤ 0.5 the minimum is (0.5, 0.25).
    const Box box{Vector::Constant(2, -5), Vector{{0.5, 5.0}}};
    const Minimum found = minimize_lbfgsb(rosenbrock, box, rosenbrock_start(2), {.relative_change = 0});
    EXPECT_EQ(found.x[0], 0.5);
    EXPECT_NEAR(found.x[1], 0.25, tolerance::local_optimum);
    EXPECT_NEAR(found.value, 0.25, tolerance::linear_algebra);
}

TEST(Lbfgsb, EvaluatesInsideTheBoxOnlyAlsoFromAStartOutside) {
    const Box box{Vector{{-1.0, 0.0}}, Vector{{0.5, 2.0}}};
    const auto guarded = [&](const Vector& x, Vector* gradient) {
        EXPECT_TRUE(box.contains(x)) << x.transpose();
        return rosenbrock(x, gradient);
    };
    const Minimum found = minimize_lbfgsb(guarded, box, Vector{{-7.0, 9.0}}, {.relative_change = 0});
    EXPECT_NEAR(found.value, 0.25, tolerance::linear_algebra);
}

TEST(Lbfgsb, StepsBackFromValuesThatAreNotFinite) {
    // −log x + x has its minimum 1 at x = 1; the first steps overshoot into x ≤ 0.
    const auto f = [](const Vector& x, Vector* gradient) {
        if (x[0] <= 0) return std::nan("");
        (*gradient)[0] = 100 * (1 - 1 / x[0]);
        return 100 * (x[0] - std::log(x[0]));
    };
    const Minimum found = minimize_lbfgsb(f, cube(1, 10), Vector{{9.0}}, {.max_iterations = 200});
    EXPECT_NEAR(found.x[0], 1, tolerance::local_optimum);
}

TEST(Lbfgsb, RefusesAStartThatIsNotFinite) {
    const auto nowhere = [](const Vector&, Vector* gradient) {
        gradient->setZero();
        return std::nan("");
    };
    EXPECT_EQ(minimize_lbfgsb(nowhere, Box::unit(2), Vector::Zero(2)).stop, Stop::not_finite);
}

TEST(Lbfgsb, WorksInOneDimension) {
    const auto f = [](const Vector& x, Vector* gradient) {
        (*gradient)[0] = std::sinh(x[0] - 0.3);
        return std::cosh(x[0] - 0.3);
    };
    EXPECT_NEAR(minimize_lbfgsb(f, cube(1, 5), Vector{{4.0}}).x[0], 0.3, tolerance::local_optimum);
    EXPECT_EQ(minimize_lbfgsb(f, cube(1, 0.1), Vector{{0.0}}).x[0], 0.1);
}

TEST(Lbfgsb, NeverReturnsAValueAboveTheStarts) {
    // Rough on purpose: gradients that lie.
    const auto rough = [](const Vector& x, Vector* gradient) {
        *gradient = (7 * x).array().cos() + 0.5;
        return (31 * x).array().sin().sum();
    };
    Rng rng(1);
    for (int i = 0; i < 50; ++i) {
        const Vector start = Vector::NullaryExpr(3, [&] { return rng.uniform(); });
        Vector ignored(3);
        EXPECT_LE(minimize_lbfgsb(rough, Box::unit(3), start).value, rough(start, &ignored));
    }
}

TEST(Lbfgsb, MakesProgressOnKinksAndEnds) {
    const auto f = [](const Vector& x, Vector* gradient) {
        const double a = std::abs(x[0]);
        const double b = 2 * std::abs(x[1]);
        *gradient = a > b ? Vector{{std::copysign(1, x[0]), 0.0}} : Vector{{0.0, std::copysign(2, x[1])}};
        return std::max(a, b);
    };
    for (const Vector& start : {Vector{{0.7, -1.1}}, Vector{{3.0, 0.9}}, Vector{{-2.0, 1.3}}}) {
        const Minimum found = minimize_lbfgsb(f, cube(2, 5), start);
        EXPECT_LT(found.value, 1e-6);
        EXPECT_LE(found.evaluations, 400);
    }
}

TEST(Lbfgsb, LeavesDegenerateCoordinatesAlone) {
    const Box box{Vector{{-5.0, 0.5, -5.0}}, Vector{{5.0, 0.5, 5.0}}};
    const auto f = [](const Vector& x, Vector* gradient) {
        *gradient = 2 * (x.array() - 1);
        return (x.array() - 1).square().sum();
    };
    const Minimum found = minimize_lbfgsb(f, box, Vector::Zero(3));
    EXPECT_LT((found.x - Vector{{1.0, 0.5, 1.0}}).norm(), tolerance::local_optimum);
    const Box point{Vector::Ones(2), Vector::Ones(2)};
    EXPECT_EQ(minimize_lbfgsb(rosenbrock, point, Vector::Zero(2)).x, Vector::Ones(2));
}

TEST(Lbfgsb, GoesTheSameWayWhateverTheScaleOfTheObjective) {
    // Powers of two, so that not even the rounding differs.
    const auto scaled = [](double factor) {
        return [factor](const Vector& x, Vector* gradient) {
            const double value = rosenbrock(x, gradient);
            *gradient *= factor;
            return factor * value;
        };
    };
    const LbfgsbOptions options{.gradient_tolerance = 0};
    const Minimum large = minimize_lbfgsb(scaled(0x1p20), cube(4, 5), rosenbrock_start(4), options);
    const Minimum small = minimize_lbfgsb(scaled(0x1p-20), cube(4, 5), rosenbrock_start(4), options);
    EXPECT_LT((large.x - small.x).norm(), tolerance::local_optimum);
    EXPECT_NEAR(large.evaluations, small.evaluations, 5);
}

TEST(Lbfgsb, KeepsStepsWithinTheLongestOneAllowed) {
    Vector last = Vector::Zero(2);
    double longest = 0;
    const auto f = [&](const Vector& x, Vector* gradient) {
        longest = std::max(longest, (x - last).norm());
        last = x;
        *gradient = 2 * (x.array() - 4);
        return (x.array() - 4).square().sum();
    };
    const Minimum found = minimize_lbfgsb(f, cube(2, 10), last, {.max_step = 0.5});
    EXPECT_LE(longest, 0.5 + tolerance::rounding);
    EXPECT_LT((found.x - Vector::Constant(2, 4)).norm(), tolerance::local_optimum);
}

TEST(Lbfgsb, WorksWithoutBounds) {
    const Box everywhere{Vector::Constant(3, -infinity), Vector::Constant(3, infinity)};
    const Minimum found = minimize_lbfgsb(rosenbrock, everywhere, rosenbrock_start(3), {.relative_change = 0});
    EXPECT_LT((found.x - Vector::Ones(3)).norm(), tolerance::local_optimum);
}

TEST(Lbfgsb, GoesOnAfterAPauseAsIfThereWereNone) {
    const DifferentiableObjective f = rosenbrock;
    const Box box = cube(4, 2);
    const Minimum whole = minimize_lbfgsb(f, box, rosenbrock_start(4), {.max_iterations = 20});
    Lbfgsb search(f, box, rosenbrock_start(4), {});
    for (const int iterations : {0, 1, 7, 7, 20}) search.advance(iterations);
    const Minimum paused = search.minimum();
    EXPECT_EQ(paused.x, whole.x);
    EXPECT_EQ(paused.value, whole.value);
    EXPECT_EQ(paused.iterations, 20);
    EXPECT_EQ(paused.evaluations, whole.evaluations);
    EXPECT_EQ(paused.stop, Stop::iterations);
}

TEST(Lbfgsb, GoesOnWithATighterTolerance) {
    const DifferentiableObjective f = rosenbrock;
    const Box box = cube(4, 2);
    Lbfgsb search(f, box, rosenbrock_start(4), {.relative_change = 0.5});
    search.advance(200);
    const Minimum loose = search.minimum();
    EXPECT_EQ(loose.stop, Stop::change_small);
    EXPECT_GT(loose.value, 1e-3);
    search.tighten(0);
    search.advance(200);
    EXPECT_LT(search.value(), 1e-12);
    EXPECT_GT(search.minimum().iterations, loose.iterations);
}

TEST(Lbfgsb, RefusesWhatMakesNoSense) {
    EXPECT_THROW((void)minimize_lbfgsb(rosenbrock, Box::unit(2), Vector::Zero(3)), std::invalid_argument);
    EXPECT_THROW((void)minimize_lbfgsb(rosenbrock, {Vector::Ones(2), Vector::Zero(2)}, Vector::Zero(2)),
                 std::invalid_argument);
    EXPECT_THROW((void)minimize_lbfgsb(rosenbrock, Box::unit(1), Vector{{std::nan("")}}), std::invalid_argument);
    EXPECT_THROW((void)minimize_lbfgsb(rosenbrock, Box::unit(1), Vector{{0.0}}, {.memory = 0}), std::invalid_argument);
}

TEST(Stop, HasANameForEveryReason) {
    EXPECT_EQ(to_string(Stop::gradient_small), "gradient small");
    EXPECT_EQ(to_string(Stop::evaluations), "evaluations used up");
    EXPECT_EQ(to_string(Stop::not_finite), "not finite");
}

TEST(Lbfgsb, FollowsAnObjectiveThatIsRenewedOnTheWay) {
    // A parabola whose minimum moves once, after the second iteration.
    double centre = 0.2;
    int iterations = 0;
    const LocalObjective objective = {[&](const Vector& x, Vector* gradient) {
                                          const Vector d = x.array() - centre;
                                          if (gradient != nullptr) *gradient = 4 * d.array().cube();
                                          return d.array().pow(4).sum();
                                      },
                                      [&] {
                                          if (++iterations != 2) return false;
                                          centre = 0.7;
                                          return true;
                                      }};
    const Minimum found =
        minimize_lbfgsb(objective, Box::unit(3), Vector::Constant(3, 0.45), {.gradient_tolerance = 1e-12});
    EXPECT_LT((found.x.array() - 0.7).abs().maxCoeff(), 1e-2);
    EXPECT_EQ(found.value, objective.objective(found.x, nullptr));
}

}  // namespace
}  // namespace sweetspot
