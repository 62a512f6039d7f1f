// What to do next, for every state of a study.
#include "report/next_steps.hpp"

#include <gtest/gtest.h>

#include "support/made_up_study.hpp"

namespace sweetspot::study_report {
namespace {

using support::made_up_plane;
using support::made_up_view;

using Steps = std::vector<Commands::Item>;

StudyConfig with_command(Index evaluations) {
    StudyConfig config = made_up_plane();
    config.objective.command = {"./simulate"};
    config.budget.evaluations = evaluations;
    return config;
}

Steps steps_of(const StudyConfig& config, const StudyView& view, const std::string& file = "made-up.toml") {
    const Study study(config);
    const bool any = std::ranges::count(view.trials, TrialState::complete, &Trial::state) > 0;
    if (!any) return next_steps(study, view, nullptr, file);
    const Answer answer = answer_of(study, view);
    return next_steps(study, view, &answer, file);
}

std::vector<std::string> commands(const Steps& steps) {
    std::vector<std::string> found;
    for (const auto& step : steps) found.push_back(step.command);
    return found;
}

using Lines = std::vector<std::string>;

TEST(NextSteps, AWordOfTheShellIsQuotedWhereNeeded) {
    EXPECT_EQ(shell_word("a/b-1.toml"), "a/b-1.toml");
    EXPECT_EQ(shell_word("my study.toml"), "'my study.toml'");
    EXPECT_EQ(shell_word("it's $(rm -r x)"), "'it'\\''s $(rm -r x)'");
    EXPECT_EQ(shell_word(""), "''");
}

TEST(NextSteps, OfAStudyWithoutTrialsIsToBegin) {
    const Steps steps = steps_of(with_command(20), {}, "my study.toml");
    ASSERT_EQ(commands(steps), (Lines{"sweetspot run 'my study.toml'"}));
    EXPECT_EQ(steps[0].words, "Begin with:");
}

TEST(NextSteps, WhereEvaluationsAreLeftIsToGoOn) {
    const StudyConfig config = with_command(20);
    const Steps steps = steps_of(config, made_up_view(config, 12));
    EXPECT_EQ(commands(steps), (Lines{"sweetspot run made-up.toml", "sweetspot verify made-up.toml -n 5",
                                      "sweetspot best made-up.toml --tolerance a=0.1"}));
    EXPECT_EQ(steps[0].words, "8 of the 20 evaluations of the budget are left. Go on with:");
}

TEST(NextSteps, ChecksThatArePartOfTheBudgetAreNotAskedForTwice) {
    const StudyConfig config = with_command(40);
    const Steps steps = steps_of(config, made_up_view(config, 12));
    EXPECT_EQ(commands(steps), (Lines{"sweetspot run made-up.toml", "sweetspot best made-up.toml --tolerance a=0.1"}));
    EXPECT_NE(steps[0].words.find("the last 5 of the budget check the answer"), std::string::npos);
}

TEST(NextSteps, OfASpentBudgetAreToVerifyAndALargerOne) {
    const StudyConfig config = with_command(12);
    const Steps steps = steps_of(config, made_up_view(config, 12));
    EXPECT_EQ(commands(steps), (Lines{"sweetspot verify made-up.toml -n 5", "sweetspot run made-up.toml",
                                      "sweetspot best made-up.toml --tolerance a=0.1"}));
    EXPECT_NE(steps[1].words.find("set evaluations = 30 under [budget] in the study file (now 12)"), std::string::npos)
        << steps[1].words;
}

/// A check of the answer, as the command verify stores it.
StudyView checked(const StudyConfig& config, StudyView view, double value) {
    const Answer answer = answer_of(Study(config), view);
    Trial check = view.trials.back();
    check.number = std::ssize(view.trials);
    check.source = TrialSource::verified;
    check.centre = answer.robust.x;
    check.x = check.asked = answer.robust.x;
    check.promised = answer.robust.worst.upper;
    check.measurement = Measurement{value, std::nullopt};
    view.trials.push_back(std::move(check));
    return view;
}

TEST(NextSteps, OfABrokenPromiseComeFirst) {
    const StudyConfig config = with_command(12);
    const StudyView before = made_up_view(config, 12);
    const Study study(config);
    const StudyView view = checked(config, before, 50);
    Answer answer = answer_of(study, before);  // recommended all the same
    const Steps steps = next_steps(study, view, &answer, "made-up.toml");
    ASSERT_FALSE(steps.empty());
    EXPECT_EQ(steps[0].command, "sweetspot run made-up.toml");
    EXPECT_TRUE(steps[0].words.starts_with("The answer broke its promise.")) << steps[0].words;
    EXPECT_EQ(std::ranges::count(commands(steps), "sweetspot verify made-up.toml -n 5"), 0);
}

TEST(NextSteps, OfAVerifiedAnswerDoNotVerifyAgain) {
    const StudyConfig config = with_command(12);
    const StudyView before = made_up_view(config, 12);
    const Study study(config);
    const Answer answer = answer_of(study, before);
    const StudyView view = checked(config, before, answer.robust.value);
    const Steps steps = next_steps(study, view, &answer, "made-up.toml");
    EXPECT_EQ(commands(steps), (Lines{"sweetspot run made-up.toml", "sweetspot best made-up.toml --tolerance a=0.1"}));
}

TEST(NextSteps, OfTooFewValuesIsToGoOn) {
    const StudyConfig config = with_command(20);
    const Steps steps = steps_of(config, made_up_view(config, 2));
    EXPECT_EQ(commands(steps), (Lines{"sweetspot run made-up.toml"}));
    EXPECT_EQ(steps[0].words, "There are too few values for an answer. Go on with:");
}

TEST(NextSteps, OfTrialsThatWereCutShortOrFailedAreToTakeThemUpAgain) {
    const StudyConfig config = with_command(12);
    StudyView view = made_up_view(config, 12);
    view.trials[11].state = TrialState::stale;
    view.trials[11].measurement.reset();
    support::make_failed(view.trials[10], "no licence");
    const Steps steps = steps_of(config, view);
    ASSERT_GE(steps.size(), 3u);
    EXPECT_EQ(steps[0].words, "1 trial was cut short, because the program that evaluated it is gone. Go on with:");
    EXPECT_EQ(steps[0].command, "sweetspot run made-up.toml");
    EXPECT_EQ(steps[2].words, "1 trial failed. When the cause is fixed, have it evaluated again:");
    EXPECT_EQ(steps[2].command, "sweetspot retry made-up.toml && sweetspot run made-up.toml");
}

TEST(NextSteps, WhereEveryTrialFailedComesTheRetryFirst) {
    const StudyConfig config = with_command(20);
    StudyView view = made_up_view(config, 12);
    for (Trial& trial : view.trials) support::make_failed(trial, "no licence");
    const Steps steps = steps_of(config, view);
    ASSERT_FALSE(steps.empty());
    EXPECT_EQ(steps[0].command, "sweetspot retry made-up.toml && sweetspot run made-up.toml");
    EXPECT_EQ(steps[0].words, "12 trials failed. When the cause is fixed, have them evaluated again:");
}

TEST(NextSteps, OfAStudyByHandAreToTellAndToAsk) {
    StudyConfig config = made_up_plane();
    config.budget.evaluations = 20;
    StudyView view = made_up_view(config, 8);
    view.trials[7].state = TrialState::waiting;
    view.trials[7].measurement.reset();
    const Steps steps = steps_of(config, view, "-odd.toml");
    ASSERT_GE(steps.size(), 2u);
    EXPECT_EQ(steps[0].command, "sweetspot tell ./-odd.toml 7 VALUE");
    EXPECT_TRUE(steps[0].words.starts_with("Trial 7 waits for its value. Evaluate it at a = ")) << steps[0].words;
    EXPECT_EQ(steps[1].command, "sweetspot ask ./-odd.toml");
    for (const auto& step : steps) EXPECT_EQ(step.command.find(" run "), std::string::npos) << step.command;
}

TEST(NextSteps, WhileItRunsDoNotStartItAgain) {
    const StudyConfig config = with_command(20);
    StudyView view = made_up_view(config, 12);
    view.trials[11].state = TrialState::running;
    view.trials[11].measurement.reset();
    EXPECT_EQ(std::ranges::count(commands(steps_of(config, view)), "sweetspot run made-up.toml"), 0);
}

TEST(NextSteps, OfAToleranceInPercentAskForHalfOfIt) {
    StudyConfig config = with_command(12);
    config.parameters[0].parameter.lower = 1;
    config.parameters[0].parameter.upper = 2;
    config.parameters[0].tolerance = {0.05, RegionTolerance::Of::nominal};
    const Steps steps = steps_of(config, made_up_view(config, 12));
    EXPECT_EQ(steps.back().command, "sweetspot best made-up.toml --tolerance a=2.5%");
    EXPECT_NE(steps.back().words.find("± 2.5% of a"), std::string::npos) << steps.back().words;
}

TEST(NextSteps, WhereEverythingIsExactThereIsNothingToVerify) {
    StudyConfig config = with_command(12);
    for (StudyParameter& p : config.parameters) p.tolerance.amount = 0;
    EXPECT_EQ(commands(steps_of(config, made_up_view(config, 12))), (Lines{"sweetspot run made-up.toml"}));
}

}  // namespace
}  // namespace sweetspot::study_report
