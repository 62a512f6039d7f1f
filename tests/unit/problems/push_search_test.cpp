// The pushes' shortcuts against the plain full run, their searched worst cases, and the stored reference optima.
#include <gtest/gtest.h>

#include "problems/push_world.hpp"
#include "problems/reference_search.hpp"
#include "problems/sampled_optimum.hpp"
#include "problems/worst_case.hpp"
#include "support/plain_push.hpp"
#include "sweetspot/base/parallel.hpp"

namespace sweetspot {
namespace {

constexpr double push_epsilon = 0.125;

Vector random_point(Index dimension, double lower, double upper, Rng& rng) {
    Vector u(dimension);
    for (double& v : u) v = rng.uniform(lower, upper);
    return u;
}

/// Both hands at the same place, or each upon its object.
Vector crowded_point(Index robots, Rng& rng) {
    const bool hands_together = rng.uniform() < 0.5;
    Vector u = random_point(4 * robots, 0, 1, rng);
    for (Index i = 0; i < robots; ++i) {
        const double start = 0.5 + push_starts(robots)(0, i) / (2 * push_reach);
        u[4 * i] = (hands_together ? u[0] : start) + rng.uniform(-0.05, 0.05);
        u[4 * i + 1] = (hands_together ? u[1] : 0.5) + rng.uniform(-0.05, 0.05);
    }
    return u;
}

TEST(PushWorld, EndsWhereThePlainFullRunEndsToTheLastBit) {
    for (const Index robots : {1, 2}) {
        Rng rng(21);
        for (int i = 0; i < 400; ++i) {
            Vector u = random_point(4 * robots, 0, 1, rng);
            if (i % 3 == 1) u = crowded_point(robots, rng);
            if (i % 7 == 2) u[2] *= 0.1;
            const std::vector<PushHand> hands = push_hands(u);
            EXPECT_EQ(run_push(hands), plain_push(hands)) << u.transpose();
        }
    }
}

TEST(PushWorld, AnObservedPushRunsToItsEndAndEndsThere) {
    Rng rng(4);
    for (const Index robots : {1, 2}) {
        for (int i = 0; i < 20; ++i) {
            const std::vector<PushHand> hands = push_hands(random_point(4 * robots, 0, 1, rng));
            int most = 0;
            for (const PushHand& hand : hands) most = std::max(most, hand.steps);
            int seen = 0;
            EXPECT_EQ(run_push(hands, [&](const PushState&) { ++seen; }), run_push(hands));
            EXPECT_EQ(seen, most + 101);
        }
    }
}

struct Problem {
    explicit Problem(Index robots, std::uint64_t instance)
        : push(push_problem(push_targets(robots, instance))), tolerance(Vector::Constant(4 * robots, push_epsilon)) {}
    [[nodiscard]] double worst(const Vector& x) const { return push->worst_case(x, Norm::two, tolerance); }
    [[nodiscard]] double worst(const Vector& x, double enough) const {
        return push->worst_case_up_to(x, Norm::two, tolerance, enough);
    }
    [[nodiscard]] Vector centre(Rng& rng) const {
        return random_point(tolerance.size(), push_epsilon, 1 - push_epsilon, rng);
    }

    BenchmarkPtr push;
    Vector tolerance;
};

TEST(PushWorstCase, IsTheSameAgainAndOnEveryThread) {
    for (const Index robots : {1, 2}) {
        const Problem problem(robots, 6);
        Rng rng(2);
        std::vector<Vector> centres;
        centres.reserve(4);
        for (int i = 0; i < 4; ++i) centres.push_back(problem.centre(rng));
        Vector serial(4);
        Vector parallel(4);
        for (Index i = 0; i < 4; ++i) serial[i] = problem.worst(centres[static_cast<std::size_t>(i)]);
        Parallel(3).for_each(4, [&](Index i) { parallel[i] = problem.worst(centres[static_cast<std::size_t>(i)]); });
        EXPECT_EQ(serial, parallel);
    }
}

TEST(PushWorstCase, IsAboveTheDrawsOfTheRegionButForFew) {
    // A bound from below: 6 x 100 draws, of which at most 1 in 100 may lie above it.
    for (const Index robots : {1, 2}) {
        const Problem problem(robots, 3);
        const RobustSet region(Norm::two, problem.tolerance);
        Rng rng(5);
        int above = 0;
        for (int i = 0; i < 6; ++i) {
            const Vector centre = problem.centre(rng);
            const double worst = problem.worst(centre);
            EXPECT_GE(worst, problem.push->value(centre));
            for (int k = 0; k < 100; ++k) {
                if (problem.push->value(centre + region.draw_boundary(rng)) > worst) ++above;
            }
        }
        EXPECT_LE(above, 6);
    }
}

TEST(PushWorstCase, UpToAThresholdIsTheWorstCaseOrAboveTheThreshold) {
    for (const Index robots : {1, 2}) {
        const Problem problem(robots, 9);
        Rng rng(8);
        for (int i = 0; i < 2; ++i) {
            const Vector centre = problem.centre(rng);
            const double worst = problem.worst(centre);
            EXPECT_EQ(problem.worst(centre, worst), worst);
            EXPECT_EQ(problem.worst(centre, worst + 1), worst);
            for (const double share : {0.1, 0.6, 0.95}) {
                EXPECT_GT(problem.worst(centre, share * worst), share * worst);
                EXPECT_LE(problem.worst(centre, share * worst), worst);
            }
        }
    }
}

int check_stored(Index robots) {
    int stored = 0;
    for (std::uint64_t instance = 1; instance <= 30; ++instance) {
        const Problem problem(robots, instance);
        const ReferenceOptimum optimum = problem.push->optimum(4 * robots, Norm::two, push_epsilon);
        if (!optimum.how.ends_with("(stored)")) continue;
        ++stored;
        EXPECT_EQ(optimum.quality, problem.worst(optimum.x));
        EXPECT_TRUE(problem.push->centres(4 * robots, Norm::two, push_epsilon).contains(optimum.x));
        Rng rng(instance);
        for (int i = 0; i < 20; ++i) {
            EXPECT_GE(problem.worst(problem.centre(rng), optimum.quality), optimum.quality) << instance;
        }
    }
    return stored;
}

TEST(PushOptima, OfOneRobotAreTheWorstCasesAtTheirCentresAndNoRandomCentreBeatsThem) {
    EXPECT_EQ(check_stored(1), 30);
}

TEST(PushOptima, OfTwoRobotsAreTheWorstCasesAtTheirCentresAndNoRandomCentreBeatsThem) {
    EXPECT_EQ(check_stored(2), 30);
}

TEST(PushOptima, AreStoredForTheGeneratedInstancesAndTheirSettingOnly) {
    const BenchmarkPtr push = benchmark_named("push4");
    EXPECT_TRUE(stored_push_optimum(*push, 4, Norm::two, push_epsilon));
    EXPECT_FALSE(stored_push_optimum(*push, 4, Norm::one, push_epsilon));
    EXPECT_FALSE(stored_push_optimum(*push, 4, Norm::two, 0.1));
    EXPECT_FALSE(stored_push_optimum(*push->instance(31), 4, Norm::two, push_epsilon));
    EXPECT_FALSE(stored_push_optimum(*push_problem(Points{{1.0}, {2.0}}), 4, Norm::two, push_epsilon));
}

}  // namespace
}  // namespace sweetspot
