// The last evaluations of a budget, which check the answer; the study is played in memory, without a store.
#include "sweetspot/study/answer.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>

namespace sweetspot {
namespace {

using State = VerificationState::State;

StudyConfig config_of(Index evaluations, Index verify) {
    StudyConfig config;
    config.name = "s";
    config.parameters = {{{"a", -1, 1}, {0.1}}, {{"b", -1, 1}, {0.1}}};
    config.budget.evaluations = evaluations;
    config.budget.verify = verify;
    return config;
}

double paraboloid(const Vector& x) {
    return std::pow(x[0] - 0.3, 2) + std::pow(x[1] + 0.2, 2);
}

void complete(StudyView& view, Trial trial, double value, double error = 0) {
    trial.number = std::ssize(view.trials);
    trial.state = TrialState::complete;
    trial.measurement = Measurement{value, error > 0 ? std::optional(error) : std::nullopt};
    view.trials.push_back(trial);
}

/// Runs the study to its end, or until it has so many trials.
StudyView play(const StudyConfig& config, Index most, const std::function<double(const Trial&)>& f) {
    StudyView view;
    while (std::ssize(view.trials) < most && !reason_to_end(config, view)) {
        const Trial next = next_trial(config, view);
        complete(view, next, f(next));
    }
    return view;
}

StudyView play(const StudyConfig& config) {
    return play(config, 1000, [](const Trial& trial) { return paraboloid(trial.x); });
}

VerificationState state_of(const StudyConfig& config, const StudyView& view) {
    return verification_state(config, view, answer_of(config, view).robust.x);
}

TEST(BudgetVerification, TheLastEvaluationsCheckTheRegionOfTheCentreThatIsThenRecommended) {
    const StudyConfig config = config_of(12, 3);
    const StudyView view = play(config);
    ASSERT_EQ(view.trials.size(), 12U);
    EXPECT_EQ(spent(config, view), 12) << "inside the budget";
    const Answer answer = answer_of(config, view);
    const Problem problem = problem_of(config);
    for (std::size_t i = 0; i < 12; ++i) {
        const Trial& trial = view.trials[i];
        EXPECT_EQ(trial.source, i < 9 ? TrialSource::search : TrialSource::verify) << i;
        if (i < 9) continue;
        EXPECT_TRUE(std::isfinite(trial.promised));
        const Vector offset = problem.space().to_unit(trial.x) - problem.space().to_unit(trial.centre);
        EXPECT_LE(problem.robust_set().gauge(offset), 1 + 1e-9);
        EXPECT_EQ(trial.centre, answer.robust.x) << "what was verified is what is recommended";
    }
    const VerificationState state = verification_state(config, view, answer.robust.x);
    EXPECT_EQ(state.state, State::verified);
    EXPECT_EQ(state.evaluations, 3);
    EXPECT_EQ(state.broken, 0);
    EXPECT_LE(*state.worst_measured, *state.promised);
}

TEST(BudgetVerification, EachPlaceIsTheOneThatCouldBeWorstByTheModelOfAllBefore) {
    const StudyConfig config = config_of(12, 3);
    const StudyView view = play(config);
    for (std::size_t i = 9; i < 12; ++i) {
        StudyView before = view;
        before.trials.resize(i);
        EXPECT_NEAR(view.trials[i].promised, answer_of(config, before).robust.worst.upper, 1e-12);
        const Trial again = next_trial(config, before);
        EXPECT_EQ(again.x, view.trials[i].x) << "a pure function of the trials";
        for (std::size_t j = 9; j < i; ++j) EXPECT_NE(view.trials[i].x, view.trials[j].x);
    }
}

TEST(BudgetVerification, ABrokenPromiseIsReconsideredWithinTheBudget) {
    const StudyConfig config = config_of(14, 4);
    // The first check falls into a hole of the tent: something that no evaluation had shown.
    const StudyView view = play(config, 1000, [](const Trial& trial) {
        return paraboloid(trial.x) +
               (trial.source == TrialSource::verify && trial.x[1] > -0.25 && trial.x[0] > 0.2 ? 3 : 0);
    });
    ASSERT_EQ(view.trials.size(), 14U);
    const Trial* first = nullptr;
    for (const Trial& trial : view.trials) {
        if (first == nullptr && trial.source == TrialSource::verify && broke_promise(problem_of(config), trial))
            first = &trial;
    }
    ASSERT_NE(first, nullptr);
    EXPECT_NE(view.trials.back().centre, first->centre) << "the remaining checks go to the new centre's region";
    const Answer answer = answer_of(config, view);
    EXPECT_GE(state_of(config, view).broken, 1);
    const Vector moved = answer.robust.x - first->centre;
    EXPECT_GT(moved.cwiseAbs().maxCoeff(), 0.02) << "and the broken one is not recommended";
}

TEST(BudgetVerification, ABrokenPromiseAtTheLastEvaluationIsSaid) {
    const StudyConfig config = config_of(12, 1);
    StudyView view = play(config, 11, [](const Trial& trial) { return paraboloid(trial.x); });
    const Trial check = next_trial(config, view);
    ASSERT_EQ(check.source, TrialSource::verify);
    complete(view, check, check.promised + 0.001);
    const VerificationState same = verification_state(config, view, check.centre);
    EXPECT_EQ(same.state, State::failed);
    EXPECT_EQ(*same.worst_measured, check.promised + 0.001);
    EXPECT_EQ(*same.promised, check.promised);
    const Vector elsewhere = check.centre + Vector{{0.05, 0.0}};
    EXPECT_EQ(verification_state(config, view, elsewhere).state, State::not_verified);
}

TEST(BudgetVerification, TwoStandardErrorsAboveThePromiseBreakNothing) {
    const StudyConfig config = config_of(12, 1);
    const StudyView before = play(config, 11, [](const Trial& trial) { return paraboloid(trial.x); });
    const Trial check = next_trial(config, before);
    StudyView view = before;
    complete(view, check, check.promised + 0.1, 0.06);
    EXPECT_EQ(verification_state(config, view, check.centre).state, State::verified);
    view = before;
    complete(view, check, check.promised + 0.1, 0.04);
    EXPECT_EQ(verification_state(config, view, check.centre).state, State::failed);
}

TEST(BudgetVerification, APromiseThatWasBrokenAndRenewedCountsFromThenOn) {
    const StudyConfig config = config_of(12, 3);
    StudyView view = play(config, 9, [](const Trial& trial) { return paraboloid(trial.x); });
    Trial check = next_trial(config, view);
    complete(view, check, check.promised + 0.001);
    EXPECT_EQ(verification_state(config, view, check.centre).evaluations, 1);
    check.promised += 0.1;
    complete(view, check, check.promised - 0.05);
    complete(view, check, check.promised - 0.02);
    const VerificationState state = verification_state(config, view, check.centre);
    EXPECT_EQ(state.state, State::verified);
    EXPECT_EQ(state.evaluations, 2);
    EXPECT_EQ(state.broken, 1);
    EXPECT_EQ(*state.worst_measured, check.promised - 0.02);
}

TEST(BudgetVerification, TheVerifiedCentreIsKeptUnlessAnotherIsBetterByMoreThanTheUncertainty) {
    const StudyConfig config = config_of(12, 3);
    StudyView view = play(config);
    const Vector verified = answer_of(config, view).robust.x;
    Trial told{.source = TrialSource::told, .asked = verified, .x = verified};
    complete(view, told, paraboloid(verified));
    EXPECT_EQ(answer_of(config, view).robust.x, verified) << "another value would have moved it a little";
    for (const double step : {-0.05, 0.0, 0.05}) {
        told.x = Vector{{-0.6 + step, 0.6}};
        complete(view, told, -5);
        told.x = Vector{{-0.6, 0.6 + step * 1.5}};
        complete(view, told, -5);
    }
    const Answer better = answer_of(config, view);
    EXPECT_LT(better.robust.x[0], -0.3);
    EXPECT_EQ(verification_state(config, view, better.robust.x).state, State::not_verified);
}

TEST(BudgetVerification, ChecksInFlightAtOnceAreApart) {
    StudyConfig config = config_of(14, 4);
    config.objective.parallel = 3;
    StudyView view = play(config, 10, [](const Trial& trial) { return paraboloid(trial.x); });
    const Problem problem = problem_of(config);
    for (int k = 0; k < 3; ++k) {
        Trial next = next_trial(config, view);
        ASSERT_EQ(next.source, TrialSource::verify);
        next.number = std::ssize(view.trials);
        next.state = TrialState::running;
        for (const Trial& other : view.trials) {
            if (other.source != TrialSource::verify) continue;
            EXPECT_EQ(other.centre, next.centre);
            const Vector between = problem.space().to_unit(next.x) - problem.space().to_unit(other.x);
            EXPECT_GE(problem.robust_set().gauge(between), 0.49);
        }
        view.trials.push_back(next);
    }
    EXPECT_EQ(verification_state(config, view, view.trials.back().centre).open, 3);
}

TEST(BudgetVerification, AStudyThatEndsEarlyIsVerifiedAllTheSame) {
    StudyConfig config = config_of(60, 4);
    config.budget.improvement_below = 0.05;
    config.budget.for_suggestions = 2;
    const StudyView view = play(config);
    ASSERT_LT(view.trials.size(), 60U);
    ASSERT_GT(view.trials.size(), 5U);
    for (std::size_t i = 0; i < view.trials.size(); ++i) {
        EXPECT_EQ(view.trials[i].source == TrialSource::verify, i + 4 >= view.trials.size()) << i;
    }
    EXPECT_TRUE(reason_to_end(config, view)->sentence.starts_with("the last 2 suggestions promised"));
}

TEST(BudgetVerification, StopWhenEndsByWhatFurtherEvaluationsCanBring) {
    StudyConfig config = config_of(60, 2);
    config.budget.stop_when = GainLimit{0.05, GainLimit::Of::range};
    const StudyView view = play(config);
    ASSERT_LT(view.trials.size(), 60U);
    EXPECT_TRUE(reason_to_end(config, view)->sentence.starts_with("further evaluations can bring "));
    EXPECT_EQ(view.trials.back().source, TrialSource::verify);
    config.budget.stop_when = GainLimit{0, GainLimit::Of::unit};
    EXPECT_FALSE(reason_to_end(config, view)) << "a gain is never below 0";
}

TEST(BudgetVerification, ALargerBudgetLetsTheSearchGoOnAndVerifiesAgainAtItsEnd) {
    StudyConfig config = config_of(10, 2);
    StudyView view = play(config);
    config.budget.evaluations = 14;
    EXPECT_EQ(next_trial(config, view).source, TrialSource::search);
    while (!reason_to_end(config, view)) {
        const Trial next = next_trial(config, view);
        complete(view, next, paraboloid(next.x));
    }
    ASSERT_EQ(view.trials.size(), 14U);
    for (const std::size_t i : {8U, 9U, 12U, 13U}) EXPECT_EQ(view.trials[i].source, TrialSource::verify) << i;
    for (const std::size_t i : {10U, 11U}) EXPECT_EQ(view.trials[i].source, TrialSource::search) << i;
}

TEST(BudgetVerification, WithoutTolerancesOrWithTooFewValuesThereIsNothingToCheck) {
    StudyConfig config = config_of(12, 3);
    for (StudyParameter& p : config.parameters) p.tolerance.amount = 0;
    EXPECT_EQ(verifications(config), 0);
    EXPECT_FALSE(next_verification(config_of(4, 3), {}));
    EXPECT_EQ(next_trial(config_of(4, 3), {}).source, TrialSource::search);
}

TEST(DesignVerification, ADesignOfOnesOwnIsHeldAgainstItsOwnPromiseAndNeverRecommendedForIt) {
    const StudyConfig config = config_of(12, 0);
    StudyView view = play(config);
    const Answer before = answer_of(config, view);
    const Vector own{{-0.5, 0.5}};
    for (const Trial& trial : trials_to_verify(config, view, 2, {.at = own})) {
        EXPECT_EQ(trial.source, TrialSource::verified_design);
        EXPECT_EQ(trial.centre, own);
        complete(view, trial, paraboloid(trial.x));
    }
    EXPECT_EQ(spent(config, view), 12) << "beyond the budget";
    const Verification verification = *verification_of(config, view);
    EXPECT_EQ(verification.trials.size(), 2U);
    EXPECT_NEAR((verification.promise.x - own).norm(), 0, 1e-12);
    EXPECT_EQ(verification.verdict(), Verification::Verdict::pass);
    EXPECT_NEAR((answer_of(config, view).robust.x - before.robust.x).cwiseAbs().maxCoeff(), 0, 0.1);
    EXPECT_EQ(state_of(config, view).state, State::not_verified);
}

}  // namespace
}  // namespace sweetspot
