// What fronts ask of a study and tell it: refusals in plain words, which the command line begins with its options.
#include <gtest/gtest.h>

#include <limits>
#include <memory>
#include <string>

#include "base/argument_mistake.hpp"
#include "study/modelled_study.hpp"
#include "study/study_question.hpp"
#include "study/told_trial.hpp"
#include "study/tolerance_answers.hpp"
#include "support/made_up_study.hpp"
#include "support/refusal.hpp"

namespace sweetspot {
namespace {

StudyConfig plane_with_limit() {
    StudyConfig config = support::made_up_plane();
    config.storage = {.kind = "memory", .place = ""};
    config.limits = {limit_at_most("stress", 1)};
    return config;
}

TEST(StudyQuestion, ChangesWhatIsGivenAndNothingElse) {
    const StudyConfig own = support::made_up_plane();
    EXPECT_EQ(asked_about(own, {}), own);
    const StudyConfig asked = asked_about(
        own, {.tolerances = {{"b", {0.1, RegionTolerance::Of::unit}}}, .measure = Choice{"yield"}, .limit = 3.0});
    EXPECT_EQ(asked.parameters[0], own.parameters[0]);
    EXPECT_EQ(asked.parameters[1].tolerance.amount, 0.1);
    EXPECT_EQ(asked.objective.limit, 3.0);
    EXPECT_EQ(asked.measure.settings.number("limit"), 3.0);
    EXPECT_EQ(support::refusal([&] {
                  (void)asked_about(own, {.tolerances = {{"c", {}}}});
              }),
              "tolerance: unknown parameter \"c\"; Known: a, b");
}

TEST(StudyQuestion, OfTheLargestRegionAsksByItsLimit) {
    StudyConfig own = support::made_up_plane();
    own.largest_within = 8;
    own.objective.limit = 8;
    const StudyConfig asked = asked_about(own, {.limit = 4.0});
    EXPECT_EQ(asked.largest_within, 4.0);
    EXPECT_EQ(asked.objective.limit, 4.0);
    EXPECT_NE(
        support::refusal([&] { (void)asked_about(own, {.measure = Choice{"mean"}}); }).find("leave the measure out"),
        std::string::npos);
}

TEST(StudyQuestion, KeepsTheCorrelationOfTheSameLaw) {
    StudyConfig own = support::made_up_plane();
    own.law = Choice{"normal"};
    own.correlation = {{1, 0.5}, {0.5, 1}};
    EXPECT_EQ(asked_about(own, {.law = Choice{"normal"}}).correlation, own.correlation);
    EXPECT_TRUE(asked_about(own, {.law = Choice{"uniform"}}).correlation.empty());
}

TEST(StudyQuestion, IsAnsweredAsTheStudyIsWhereNothingElseIsAsked) {
    const StudyConfig own = support::made_up_plane();
    const StudyView view = support::made_up_view(own, 12);
    const Answered answered = answer_to(own, view);
    EXPECT_EQ(answered.answer.robust.x, answer_of(own, view).robust.x);
    EXPECT_EQ(answered.evidence.evaluations, 12);
    EXPECT_NE(support::refusal([&] {
                  (void)answer_to(own, view, {}, {.at = Vector{{-1, 2}}});
              }).find("at: a = -1 is too close to its bounds"),
              std::string::npos);
}

TEST(ToleranceAnswers, RefuseByThePlainNameOfTheArgument) {
    const StudyConfig own = support::made_up_plane();
    const ModelledStudy modelled = modelled_study(own, support::made_up_view(own, 12));
    EXPECT_THROW((void)tolerance_answer(modelled, std::nullopt), ArgumentMistake);
    EXPECT_EQ(support::refusal([&] { (void)tolerance_answer(modelled, 3, "c"); }),
              "parameter: unknown parameter \"c\"; Known: a, b");
    EXPECT_EQ(support::refusal([&] { (void)contributions_answer(modelled, "stress"); }),
              "of: unknown output \"stress\"; Known: value");
    EXPECT_THROW((void)allocation_answer(modelled, {}), ArgumentMistake);
    EXPECT_NE(support::refusal([&] {
                  (void)modelled_study(own, support::made_up_view(own, 1));
              }).find("there is no answer yet"),
              std::string::npos);
}

TEST(ToldTrial, IsAskedForToldAndRetried) {
    const Study study = plane_with_limit();
    const std::unique_ptr<Store> store = open_store(study.config);
    EXPECT_EQ(support::refusal([&] { (void)tell_trial(study, *store, 0, Measurement{1}); }),
              "there is no trial 0, for none was asked for yet; use ask first");
    EXPECT_EQ(ask_trial(study, *store).number, 0);
    EXPECT_EQ(ask_trial(study, *store).number, 1);
    EXPECT_EQ(tell_trial(study, *store, 0, Measurement{1, 0.1, {{"stress", 0.5}}}).state, TrialState::complete);
    EXPECT_EQ(tell_trial(study, *store, 1, EvaluationFailure{FailureKind::reported, "why"}).state, TrialState::failed);
    EXPECT_EQ(tell_own(study, *store, Vector{{0, 1}}, Measurement{2}).number, 2);
    EXPECT_EQ(store->view().trials[2].source, TrialSource::told);
    EXPECT_EQ(support::refusal([&] { (void)tell_trial(study, *store, 3, Measurement{1}); }),
              "there is no trial 3; they are numbered 0 to 2");
    EXPECT_EQ(support::refusal([&] { (void)retry_trials(*store, {0}); }),
              "trial 0 is not one that failed; see sweetspot status");
    EXPECT_EQ(retry_trials(*store, {}), 1);
    EXPECT_EQ(store->trial(1).state, TrialState::waiting);
}

TEST(ToldTrial, RefusesWhatCannotBeMeasuredAndStoresNothing) {
    const Study study = plane_with_limit();
    const std::unique_ptr<Store> store = open_store(study.config);
    (void)ask_trial(study, *store);
    const auto refused = [&](const Measurement& measurement) {
        return support::refusal([&] { (void)tell_trial(study, *store, 0, measurement); });
    };
    EXPECT_EQ(refused({std::numeric_limits<double>::infinity()}), "the value is inf; it must be a finite number");
    EXPECT_EQ(refused({1, -1.0}), "the standard error is -1; it must be a finite number of at least 0");
    EXPECT_EQ(refused({1, std::nullopt, {{"stres", 1}}}),
              "output: unknown output \"stres\"; did you mean \"stress\"? Known: stress");
    EXPECT_NE(support::refusal([&] { (void)tell_own(study, *store, Vector{{5, 1}}, Measurement{1}); }), "");
    EXPECT_EQ(store->view().trials.size(), 1U);
    EXPECT_EQ(store->trial(0).state, TrialState::waiting);
}

TEST(ToldTrial, OfAFileThatIsImportedTwiceCountsOnce) {
    const StudyConfig config = plane_with_limit();
    const std::unique_ptr<Store> store = open_store(config);
    const std::vector<Trial> trials = support::made_up_view(config, 3).trials;
    EXPECT_EQ(import_trials(*store, trials).added, 3);
    const ImportedTrials again = import_trials(*store, trials);
    EXPECT_EQ(again.added, 0);
    EXPECT_EQ(again.known, 3);
}

}  // namespace
}  // namespace sweetspot
