#include "sweetspot/study/runner.hpp"

#include <gtest/gtest.h>

#include <set>

#include "support/run_program.hpp"
#include "sweetspot/study/answer.hpp"
#include "sweetspot/study/study.hpp"

namespace sweetspot {
namespace {

using support::ScratchDirectory;

/// A bowl computed by awk, so that real processes are run.
StudyConfig bowl_in(const ScratchDirectory& scratch, const std::string& script = "") {
    StudyConfig config;
    config.name = "bowl";
    config.storage = scratch.file("bowl.db");
    config.parameters = {{{"a", -1, 1}, {0.1}}, {{"b", -1, 1}, {0.1}}};
    const std::string plain = "{ x[NR] = $1 } END { print (x[1] - 0.3)^2 + (x[2] + 0.2)^2 }";
    config.objective.command = {"awk", script.empty() ? plain : script};
    config.objective.format = "numbers";
    config.budget.evaluations = 8;
    config.folder = scratch.file("");
    return config;
}

TEST(StudyRunner, RunsToItsBudgetAndTheAnswerIsTheBowlsBottom) {
    const ScratchDirectory scratch;
    const StudyConfig config = bowl_in(scratch);
    StudyStore store(config);
    const RunnerEnd end = run_study(config, store);
    EXPECT_EQ(end.kind, RunnerEnd::Kind::finished);
    EXPECT_EQ(end.reason, "the budget of 8 evaluations is spent");
    const StudyView view = store.view();
    ASSERT_EQ(view.trials.size(), 8U);
    for (const Trial& trial : view.trials) {
        ASSERT_EQ(trial.state, TrialState::complete);
        EXPECT_NEAR(trial.measurement->value, std::pow(trial.x[0] - 0.3, 2) + std::pow(trial.x[1] + 0.2, 2), 1e-4);
    }
    const Answer answer = answer_of(config, view);
    EXPECT_NEAR(answer.robust.x[0], 0.3, 0.15);
    EXPECT_NEAR(answer.robust.x[1], -0.2, 0.15);
    EXPECT_GE(answer.robust.worst.upper, answer.robust.worst.by_search);
    EXPECT_GE(answer.robust.worst.by_search, answer.robust.worst.by_template - 1e-9);
    EXPECT_EQ(run_study(config, store).kind, RunnerEnd::Kind::finished) << "nothing is left to do";
    EXPECT_EQ(store.view().trials.size(), 8U);
}

TEST(StudyRunner, InPiecesItChoosesTheSamePoints) {
    const ScratchDirectory scratch;
    const ScratchDirectory pieces;
    const StudyConfig whole = bowl_in(scratch);
    StudyStore all(whole);
    (void)run_study(whole, all);
    StudyConfig part = bowl_in(pieces);
    for (Index budget = 2; budget <= 8; budget += 3) {
        part.budget.evaluations = budget;
        StudyStore store(part);
        (void)run_study(part, store);
    }
    StudyStore store(part);
    ASSERT_EQ(store.view().trials.size(), all.view().trials.size());
    for (std::size_t i = 0; i < all.view().trials.size(); ++i) {
        EXPECT_EQ(store.view().trials[i].x, all.view().trials[i].x) << i;
    }
}

TEST(StudyRunner, SeveralAtOnceAreAllDifferent) {
    const ScratchDirectory scratch;
    StudyConfig config = bowl_in(scratch);
    config.objective.parallel = 4;
    config.budget.evaluations = 12;
    StudyStore store(config);
    (void)run_study(config, store);
    std::set<std::pair<double, double>> points;
    for (const Trial& trial : store.view().trials) points.insert({trial.x[0], trial.x[1]});
    EXPECT_EQ(points.size(), 12U);
}

TEST(StudyRunner, FailuresAreRetriedThenAvoidedSkippedOrEndTheStudy) {
    const std::string fails = "{ x[NR] = $1 } END { if (x[1] < -0.4) exit 3; print x[1]^2 + x[2]^2 }";
    for (const AfterFailure then : {AfterFailure::avoid, AfterFailure::skip, AfterFailure::stop}) {
        const ScratchDirectory scratch;
        StudyConfig config = bowl_in(scratch, fails);
        config.objective.retry = 1;
        config.objective.then = then;
        StudyStore store(config);
        const RunnerEnd end = run_study(config, store);
        Index failed = 0;
        Index complete = 0;
        for (const Trial& trial : store.view().trials) {
            if (trial.state == TrialState::complete) ++complete;
            if (trial.state != TrialState::failed) continue;
            ++failed;
            EXPECT_EQ(trial.attempts, 2);
            EXPECT_EQ(trial.failure->kind, FailureKind::exit_status);
            EXPECT_FALSE(trial.work_directory.empty());
        }
        EXPECT_GE(failed, 1);
        switch (then) {
            case AfterFailure::avoid:
                EXPECT_EQ(complete + failed, 8);
                break;
            case AfterFailure::skip:
                EXPECT_EQ(complete, 8) << end.reason;
                break;
            case AfterFailure::stop:
                EXPECT_NE(end.reason.find("on_failure says stop"), std::string::npos);
        }
    }
}

TEST(StudyRunner, AnInterruptEndsWhatIsInFlightAndItIsDoneAgain) {
    const ScratchDirectory scratch;
    StudyConfig config = bowl_in(scratch);
    config.objective.command = {"sleep", "100"};
    config.objective.parallel = 2;
    StudyStore store(config);
    bool started = false;
    const RunnerEnd end =
        run_study(config, store,
                  {.stop = [&] { return started; }, .watch = [&](const Trial&, const StudyView&) { started = true; }});
    EXPECT_EQ(end.kind, RunnerEnd::Kind::interrupted);
    const StudyView view = store.view();
    ASSERT_GE(view.trials.size(), 1U);
    for (const Trial& trial : view.trials) {
        EXPECT_EQ(trial.state, TrialState::stale);
        EXPECT_EQ(trial.attempts, 0);
    }
    config.objective.command = bowl_in(scratch).objective.command;
    (void)run_study(config, store);
    for (const Trial& trial : store.view().trials) EXPECT_EQ(trial.state, TrialState::complete);
    EXPECT_EQ(store.view().trials.size(), 8U);
}

TEST(StudyRunner, SkippedFailuresEndAStudyWhenThereAreAsManyAsTheBudgetHasEvaluations) {
    const ScratchDirectory scratch;
    // One point in the lower left corner is good, so that it is not hopeless from the start.
    StudyConfig config = bowl_in(scratch, "{ x[NR] = $1 } END { if (x[1] > -0.9) exit 1; print x[1] }");
    config.objective.then = AfterFailure::skip;
    StudyStore store(config);
    const Vector corner{{-0.95, 0.0}};
    Trial good{.state = TrialState::complete, .source = TrialSource::told, .asked = corner, .x = corner};
    good.measurement = Measurement{1, std::nullopt};
    ASSERT_TRUE(store.add(good, store.view().revision));
    const RunnerEnd end = run_study(config, store);
    EXPECT_EQ(end.kind, RunnerEnd::Kind::failed);
    EXPECT_TRUE(end.reason.starts_with("8 trials failed, as many as the budget has evaluations")) << end.reason;
    std::set<std::pair<double, double>> points;
    for (const Trial& trial : store.view().trials) points.insert({trial.x[0], trial.x[1]});
    EXPECT_EQ(points.size(), store.view().trials.size()) << "no point is asked for twice";
}

TEST(StudyRunner, EndsWhenTheSuggestionsPromiseLittle) {
    const ScratchDirectory scratch;
    StudyConfig config = bowl_in(scratch);
    config.budget.evaluations = 60;
    config.budget.improvement_below = 0.05;
    config.budget.for_suggestions = 2;
    StudyStore store(config);
    EXPECT_TRUE(
        run_study(config, store).reason.starts_with("the last 2 suggestions promised an improvement below 0.05"));
    EXPECT_LT(store.view().trials.size(), 60U);
}

}  // namespace
}  // namespace sweetspot
