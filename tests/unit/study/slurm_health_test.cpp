// Which nodes evaluations are kept away from.
#include "study/slurm/node_health.hpp"

#include <gtest/gtest.h>

namespace sweetspot::slurm {
namespace {

const std::vector<std::string> both = {"n1", "n2"};

TEST(SlurmNodeHealth, ThreeEvaluationsThatFailAtOnceWhereNoneHasSucceededAreEnough) {
    NodeHealth health;
    health.failed("n1", 1, 0.1);
    health.failed("n1", 1, 0.1);
    health.failed("n1", 2, 0.1);
    health.failed("n1", 3, 60);
    EXPECT_EQ(health.suspect(), "") << "two of them, and one that took its time";
    health.failed("n1", 4, 0.1);
    EXPECT_EQ(health.suspect(), "n1");
    EXPECT_TRUE(health.decide("n1", both));
    EXPECT_EQ(health.excluded(), std::vector<std::string>{"n1"});
    EXPECT_EQ(health.failures_on("n1"), (std::set<Index>{1, 2, 4}));
    EXPECT_EQ(health.suspect(), "");
}

TEST(SlurmNodeHealth, ANodeThatOnceDidWellIsExcludedWhenItLosesItsDisk) {
    NodeHealth health;
    for (int i = 0; i < 20; ++i) health.succeeded(i % 2 == 0 ? "n1" : "n2");
    for (Index number = 20; number < 23; ++number) {
        EXPECT_EQ(health.suspect(), "");
        health.failed("n1", number, 0.1);
    }
    EXPECT_EQ(health.suspect(), "n1");
}

TEST(SlurmNodeHealth, ASuccessBeginsTheCountAnew) {
    NodeHealth health;
    for (int i = 0; i < 20; ++i) health.succeeded("n2");
    for (Index number = 0; number < 30; ++number) {
        if (number % 3 == 2) {
            health.succeeded("n1");
        } else {
            health.failed("n1", number, 0.1);
        }
        EXPECT_EQ(health.suspect(), "") << number;
    }
}

TEST(SlurmNodeHealth, PointsThatFailEverywhereDoNotCountAgainstANodeThatWorks) {
    NodeHealth health;
    // Half of all points fail, on both nodes.
    for (Index number = 0; number < 40; ++number) {
        const std::string node = number % 2 == 0 ? "n1" : "n2";
        if (number % 4 < 2) {
            health.succeeded(node);
        } else {
            health.failed(node, number, 0.1);
        }
    }
    health.succeeded("n1");
    for (Index number = 40; number < 46; ++number) health.failed("n1", number, 0.1);
    EXPECT_EQ(health.suspect(), "") << "six in a row come by chance once in 64 times";
    for (Index number = 46; number < 52; ++number) health.failed("n1", number, 0.1);
    EXPECT_EQ(health.suspect(), "n1") << "twelve do not";
}

TEST(SlurmNodeHealth, TheLastNodeIsNotExcluded) {
    NodeHealth health;
    for (Index number = 0; number < 3; ++number) health.failed("n1", number, 0.1);
    EXPECT_FALSE(health.decide("n1", {"n1"}));
    EXPECT_TRUE(health.excluded().empty());
}

}  // namespace
}  // namespace sweetspot::slurm
