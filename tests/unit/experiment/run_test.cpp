#include "experiment/run.hpp"

#include <gtest/gtest.h>

#include "sweetspot/methods/catalogue.hpp"
#include "sweetspot/search/optimizer.hpp"

namespace sweetspot {
namespace {

RunKey small_run(const std::string& method) {
    return {"bumped-bowl", 2, Norm::two, method, "paper", 3, 9, 1, 5};
}

/// The search by hand, without the experiment's bookkeeping.
Optimizer by_hand(const RunKey& key, Index evaluations) {
    const BenchmarkPtr bowl = benchmark_named(key.problem);
    Optimizer optimizer(Problem(bowl->space(2), key.norm, bowl->default_tolerance()),
                        {.seed = search_seed(key), .method = experiment_method(key.method, key.profile, 9)});
    for (Index n = 0; n < evaluations; ++n) {
        const Vector x = optimizer.ask().x;
        optimizer.tell(x, bowl->value(x));
    }
    return optimizer;
}

TEST(ExperimentRun, IsTheSearchAndScoresItsBestAfterEveryEvaluation) {
    for (const std::string method : {"most-uncertain", "ur-rehman"}) {
        const RunKey key = small_run(method);
        const RunRecord run = perform(key);
        const Optimizer whole = by_hand(key, key.evaluations);
        EXPECT_EQ(run.inputs, whole.inputs());
        EXPECT_EQ(run.outputs, whole.outputs());
        const BenchmarkPtr bowl = benchmark_named(key.problem);
        for (const Index n : {1, 2, 3, 4, 8, 9}) {
            const Vector centre = by_hand(key, n).best().x;
            EXPECT_EQ(run.common.centres.col(n - 1), centre) << method << " after " << n;
            EXPECT_EQ(run.common.qualities[n - 1], bowl->worst_case(centre, key.norm, Vector::Constant(2, 1.0)));
        }
        EXPECT_EQ(run.own.centres.cols(), 0);
    }
}

TEST(ExperimentRun, StableOptsOwnReportIsThatOfItsAuthors) {
    const RunKey key = small_run("stableopt");
    const RunRecord run = perform(key);
    ASSERT_EQ(run.own.centres.cols(), key.evaluations);
    EXPECT_TRUE(run.own.centres.leftCols(3).array().isNaN().all());
    // The plain version makes every past round again.
    for (const Index n : {4, 6, 9}) {
        const Best own = by_hand(key, n).best_by_own_rule().value();
        EXPECT_TRUE(run.own.centres.col(n - 1).isApprox(own.x, 1e-14)) << "after " << n;
    }
}

TEST(ExperimentRun, MethodsOfARepeatShareTheirInitialDesignAndRepeatsDoNot) {
    const Points design = perform(small_run("centre")).inputs.leftCols(3);
    for (const std::string method : {"stableopt", "latin-hypercube", "random"}) {
        EXPECT_EQ(perform(small_run(method)).inputs.leftCols(3), design) << method;
    }
    RunKey other = small_run("centre");
    other.repeat = 4;
    EXPECT_NE(perform(other).inputs.leftCols(3), design);
}

TEST(ExperimentRun, ScoresAsOftenAsAskedAndAtTheEnd) {
    RunKey key = small_run("centre");
    const RunRecord all = perform(key);
    key.score_every = 4;
    const RunRecord some = perform(key);
    EXPECT_EQ(some.common.centres, all.common.centres);
    for (Index n = 1; n <= key.evaluations; ++n) {
        if (n == 4 || n == 8 || n == 9) {
            EXPECT_EQ(some.common.qualities[n - 1], all.common.qualities[n - 1]);
        } else {
            EXPECT_TRUE(std::isnan(some.common.qualities[n - 1]));
        }
    }
}

TEST(ExperimentRun, WhereAPromiseIsDueItIsScoredHoweverSeldomElse) {
    RunKey key = small_run("differential-evolution");
    key.evaluations = 51;
    key.score_every = 40;
    const RunRecord run = perform(key);
    const BenchmarkPtr bowl = benchmark_named(key.problem);
    for (Index n = 1; n <= key.evaluations; ++n) {
        const bool scored = n == 25 || n == 40 || n == 50 || n == 51;
        ASSERT_EQ(std::isnan(run.common.qualities[n - 1]), !scored) << n;
    }
    for (const Index n : {25, 50}) {
        const Best best = by_hand(key, n).best();
        EXPECT_EQ(run.common.centres.col(n - 1), best.x);
        EXPECT_EQ(run.common.qualities[n - 1], bowl->worst_case(best.x, key.norm, Vector::Constant(2, 1.0)));
        EXPECT_EQ(run.promises.contains(n), best.worst_interval.has_value());
        if (best.worst_interval) {
            EXPECT_EQ(run.promises.at(n), *best.worst_interval);
        }
    }
    for (const auto& [n, promise] : run.promises) EXPECT_TRUE(n == 25 || n == 50) << n;
}

TEST(ExperimentRun, EveryListedMethodCanBeMade) {
    for (const std::string& method : experiment_methods()) {
        for (const std::string& profile : experiment_profiles()) {
            EXPECT_NE(experiment_method(method, profile, 10), nullptr) << method;
        }
    }
    EXPECT_THROW((void)experiment_method("bayesian-robust-search", "paper", 10), std::invalid_argument);
    EXPECT_THROW((void)experiment_method("centre", "papers", 10), std::invalid_argument);
}

TEST(ExperimentRun, ARepeatOfAProblemWithInstancesIsAnInstance) {
    EXPECT_EQ(experiment_problem("push4", 7)->identity(), benchmark_named("push4")->instance(7)->identity());
    EXPECT_EQ(experiment_problem("toy", 7)->identity(), "toy");
}

TEST(ExperimentRun, AProblemWhoseRegionsLeaveItsDomainIsRefused) {
    RunKey key = small_run("centre");
    key.problem = "bertsimas";
    EXPECT_THROW((void)perform(key), std::invalid_argument);
}

}  // namespace
}  // namespace sweetspot
