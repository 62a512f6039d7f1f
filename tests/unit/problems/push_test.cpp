// The pushing problems against hand-made cases, a recurrence for a free hand, and golden values of a second writing.
#include "problems/push.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <sstream>

#include "support/tolerance.hpp"
#include "sweetspot/base/parallel.hpp"

namespace sweetspot {
namespace {

using std::numbers::pi;

Points random_points(Index dimension, Index n, std::uint64_t seed) {
    Rng rng(seed);
    Points points(dimension, n);
    for (double& v : points.reshaped()) v = rng.uniform();
    return points;
}

/// The point of the unit cube for one hand.
Vector point(double x, double y, double steps, double angle) {
    return Vector{{(x + 5) / 10, (y + 5) / 10, (steps - 1) / 299, angle / (2 * pi)}};
}

struct Golden {
    std::vector<double> targets;
    std::vector<double> u;
    double value;
};

TEST(Push, ValuesAreThoseOfASecondWriting) {
    const std::vector<Golden> golden = {
#include "data/push_golden.inc"
    };
    ASSERT_EQ(golden.size(), 48u);
    for (const Golden& g : golden) {
        const Points targets = Eigen::Map<const Points>(g.targets.data(), 2, std::ssize(g.targets) / 2);
        const Vector u = Eigen::Map<const Vector>(g.u.data(), std::ssize(g.u));
        EXPECT_NEAR(push_problem(targets)->value(u), g.value, 1e-3) << u.transpose();
    }
}

TEST(Push, ThePointMapsToHandsAndStepsAreRoundedHalfToEven) {
    const std::vector<PushHand> hands = push_hands(Vector{{0, 1, 0.5, 0.25, 0.5, 0.25, 1, 1}});
    ASSERT_EQ(hands.size(), 2u);
    EXPECT_EQ(hands[0].x, -5);
    EXPECT_EQ(hands[0].y, 5);
    EXPECT_EQ(hands[0].steps, 150);  // of 150.5
    EXPECT_NEAR(hands[0].angle, pi / 2, tolerance::rounding);
    EXPECT_EQ(hands[1].x, 0);
    EXPECT_EQ(hands[1].y, -2.5);
    EXPECT_EQ(hands[1].steps, 300);
    EXPECT_NEAR(hands[1].angle, 2 * pi, tolerance::rounding);
    EXPECT_EQ(push_hands(Vector::Zero(4))[0].steps, 1);
}

TEST(Push, APushThatMissesLeavesTheObjectWhereItWas) {
    const Points target{{3.0}, {-4.0}};
    const Vector short_push = point(-5, -5, 20, 0);
    EXPECT_EQ(push_problem(target)->value(short_push), 5);
    const std::vector<PushPath> paths = push_paths(short_push);
    ASSERT_EQ(paths.size(), 1u);
    EXPECT_EQ(paths[0].object.cols(), 121);
    EXPECT_EQ(paths[0].object.cwiseAbs().maxCoeff(), 0);
    EXPECT_GT(paths[0].hand(0, 120), -5);

    // Push8: (0, 4) is 5 from (-3, 0), and (15, 5) is 13 from (3, 0).
    const Points two{{0.0, 15.0}, {4.0, 5.0}};
    Vector both(8);
    both << point(-5, 5, 5, 0), point(5, -5, 5, 0);
    EXPECT_EQ(push_problem(two)->value(both), 18);
}

TEST(Push, AFreeHandFollowsTheRecurrenceOfDriveAndFriction) {
    // Mass 0.1 · 0.6 · 2; per step the drive adds 0.3 (10 - v), and the table takes at most 2/m · 0.01.
    const double friction = 2 / 0.12 * 0.01;
    const std::vector<PushPath> paths = push_paths(point(-5, 0, 20, 0));
    double v = 0;
    double x = -5;
    for (Index t = 0; t <= 40; ++t) {
        EXPECT_NEAR(paths[0].hand(0, t), x, 1e-4) << "step " << t;
        EXPECT_NEAR(paths[0].hand(1, t), 0, 1e-5);
        if (t < 20) v += 0.3 * (10 - v);
        v = std::max(0.0, v - friction);
        x += 0.01 * v;
    }
}

TEST(Push, AHeadOnPushMovesTheObjectStraightAheadOfTheHand) {
    const std::vector<PushPath> paths = push_paths(point(-4, 0, 120, 0));
    const Vector end = paths[0].object.rightCols(1);
    EXPECT_GT(end[0], 1);
    EXPECT_NEAR(end[1], 0, 1e-3);
    // The hand's face is behind the object: 1 + 0.3 between the centres, less what Box2D lets bodies overlap.
    EXPECT_GE(end[0] - paths[0].hand.rightCols(1)(0), 1.3 - 0.02);
    const Points target{{end[0]}, {end[1] + 2}};
    EXPECT_NEAR(push_problem(target)->value(point(-4, 0, 120, 0)), 2, 1e-6);
}

TEST(Push, MoreStepsPushFurther) {
    double before = -1;
    for (const double steps : {40, 80, 160, 300}) {
        const double end = push_paths(point(-4, 0, steps, 0))[0].object.rightCols(1)(0);
        EXPECT_GT(end, before);
        before = end;
    }
}

TEST(Push, TheValueIsTheDistanceAtTheEndOfThePath) {
    for (const Index robots : {1, 2}) {
        const Points targets = push_targets(robots, 3);
        const Points points = random_points(4 * robots, 5, 8);
        for (const auto u : points.colwise()) {
            const std::vector<PushPath> paths = push_paths(u);
            double sum = 0;
            for (Index i = 0; i < robots; ++i) {
                const Points& path = paths[static_cast<std::size_t>(i)].object;
                sum += std::hypot(path(0, path.cols() - 1) - targets(0, i), path(1, path.cols() - 1) - targets(1, i));
            }
            EXPECT_NEAR(push_problem(targets)->value(u), sum, tolerance::rounding);
        }
    }
}

TEST(Push, ValuesLieWithinWhatAHandCanReach) {
    for (const Index robots : {1, 2}) {
        const BenchmarkPtr problem = push_problem(push_targets(robots, 1));
        // At most 10 per second for 3 s, a shove out of an overlap, and the way from the start to the target.
        const double furthest = static_cast<double>(robots) * (30 + 10 + std::hypot(8, 5));
        const Points points = random_points(4 * robots, 60, 2);
        for (const auto u : points.colwise()) {
            const double value = problem->value(u);
            EXPECT_GE(value, 0);
            EXPECT_LE(value, furthest);
        }
    }
}

TEST(Push, TheSamePointHasTheSameValueEveryTimeAndOnEveryThread) {
    for (const Index robots : {1, 2}) {
        const BenchmarkPtr problem = push_problem(push_targets(robots, 5));
        const Points points = random_points(4 * robots, 40, 4);
        Vector serial(points.cols());
        for (Index i = 0; i < serial.size(); ++i) serial[i] = problem->value(points.col(i));
        for (const int threads : {1, 4}) {
            Vector again(points.cols());
            const Parallel parallel(threads);
            parallel.for_each(again.size(), [&](Index i) { again[i] = problem->value(points.col(i)); });
            EXPECT_EQ(again, serial) << threads;
        }
    }
}

TEST(Push, AHandExactlyOnItsObjectHasNoDirection) {
    const std::vector<PushPath> paths = push_paths(point(0, 0, 100, 0));
    EXPECT_TRUE(paths[0].object.allFinite());
    EXPECT_TRUE(paths[0].hand.allFinite());
    EXPECT_LE(paths[0].object.cwiseAbs().maxCoeff(), 5);
}

TEST(Push, GeneratedInstancesAreTheGoldenOnes) {
    // tests/golden/push_targets.py; instance 34 of push8 is drawn anew because the first pair is too close.
    EXPECT_EQ(push_targets(1, 1), (Points{{-0.7820123102344088}, {1.8067978243259155}}));
    EXPECT_EQ(push_targets(1, 30), (Points{{0.2821807396533762}, {-1.7830616079869612}}));
    EXPECT_EQ(push_targets(2, 1),
              (Points{{-0.49266296938357623, 2.001491408591037}, {0.3776733944206576, -0.8207221696477198}}));
    EXPECT_EQ(push_targets(2, 34),
              (Points{{-2.7578864059650012, -1.1915328206175415}, {4.319868286113843, 3.189674548362536}}));
}

TEST(Push, TargetsLieInTheBoxAndPairsAreApart) {
    for (std::uint64_t instance = 0; instance < 500; ++instance) {
        const Points two = push_targets(2, instance);
        EXPECT_LE(two.cwiseAbs().maxCoeff(), 5);
        EXPECT_GE((two.col(0) - two.col(1)).norm(), 1.1);
        EXPECT_LE(push_targets(1, instance).cwiseAbs().maxCoeff(), 5);
    }
}

TEST(Push, AnInstanceIsAProblemOfItsOwn) {
    for (const char* name : {"push4", "push8"}) {
        const BenchmarkPtr problem = benchmark_named(name);
        EXPECT_TRUE(problem->has_instances());
        EXPECT_EQ(problem->instance(1)->identity(), problem->identity());
        EXPECT_NE(problem->instance(2)->identity(), problem->identity());
        EXPECT_EQ(problem->instance(2)->name(), name);
        const Index dimension = name == std::string("push4") ? 4 : 8;
        const Vector u = Vector::Constant(dimension, 0.3);
        EXPECT_NE(problem->instance(2)->value(u), problem->value(u));
        EXPECT_EQ(problem->space(dimension).dimension(), dimension);
        EXPECT_EQ(problem->default_tolerance(), 0.125);
        EXPECT_THROW(static_cast<void>(problem->space(5)), std::invalid_argument);
    }
}

TEST(Push, TheWorstCaseIsAboveTheCentreAndTwoHundredDrawsOfTheRegion) {
    const BenchmarkPtr problem = benchmark_named("push4");
    const Vector centre{{0.3, 0.4, 0.5, 0.6}};
    EXPECT_EQ(problem->worst_case(centre, Norm::two, Vector::Zero(4)), problem->value(centre));
    const double worst = problem->worst_case(centre, Norm::two, Vector::Constant(4, 0.125));
    EXPECT_EQ(problem->worst_case(centre, Norm::two, Vector::Constant(4, 0.125)), worst);
    const RobustSet region(Norm::two, Vector::Constant(4, 0.125));
    Rng rng(3);
    int above = 0;
    for (int i = 0; i < 200; ++i) {
        if (problem->value(centre + region.draw_uniform(rng)) > worst) ++above;
    }
    EXPECT_EQ(above, 0);
    EXPECT_LT(problem->value(centre), worst);
}

TEST(Push, TargetsAreReadFromCommaSeparatedValues) {
    const std::string text = "instance,t1_x,t1_y,t2_x,t2_y,best_known\n1,0,0,9,9,1\n7,1.5,-2,3e-1,4,0.5\r\n";
    std::istringstream two(text);
    EXPECT_EQ(read_push_targets(two, 2, 7, "file"), (Points{{1.5, 0.3}, {-2.0, 4.0}}));
    std::istringstream one(text);
    EXPECT_EQ(read_push_targets(one, 1, 7, "file"), (Points{{1.5}, {-2.0}}));
    const auto refusal = [](const std::string& given, Index robots) {
        std::istringstream in(given);
        try {
            static_cast<void>(read_push_targets(in, robots, 7, "file"));
        } catch (const std::invalid_argument& error) {
            return std::string(error.what());
        }
        return std::string();
    };
    EXPECT_EQ(refusal("instance,x,y\n1,0,0\n", 1), "file: there is no instance 7; give a number from the first column");
    EXPECT_TRUE(refusal("instance,x,y\n7,0\n", 1).starts_with("file:2: the line has 2 values"));
    EXPECT_TRUE(refusal("instance,x,y\n7,0,zero\n", 1).starts_with("file:2: \"zero\" is not a number"));
    EXPECT_TRUE(refusal("instance,x,y\nseven,0,0\n", 1).starts_with("file:2: \"seven\" is not a number"));
}

TEST(Push, RefusesWhatIsNoPush) {
    const BenchmarkPtr problem = benchmark_named("push4");
    EXPECT_THROW(static_cast<void>(problem->value(Vector::Zero(8))), std::invalid_argument);
    EXPECT_THROW(static_cast<void>(problem->value(Vector::Constant(4, 2.1))), std::invalid_argument);
    EXPECT_THROW(static_cast<void>(problem->value(Vector::Constant(4, std::nan("")))), std::invalid_argument);
    EXPECT_THROW(static_cast<void>(push_paths(Vector::Zero(5))), std::invalid_argument);
    EXPECT_THROW(static_cast<void>(push_targets(3, 1)), std::invalid_argument);
    EXPECT_THROW(static_cast<void>(push_problem(Points::Zero(3, 1))), std::invalid_argument);
    EXPECT_THROW(static_cast<void>(push_problem(Points::Zero(2, 3))), std::invalid_argument);
    EXPECT_THROW(static_cast<void>(push_problem(Points::Constant(2, 1, std::nan("")))), std::invalid_argument);
}

}  // namespace
}  // namespace sweetspot
