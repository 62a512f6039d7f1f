// What was measured beside an answer, the word for how sure it is, and both in words.
#include "study/evidence.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "study/answer_words.hpp"
#include "support/made_up_study.hpp"

namespace sweetspot {
namespace {

using support::made_up_plane;
using support::made_up_view;

TEST(Evidence, HasTheBestMeasuredValueAndTheWorstInsideTheRegion) {
    const StudyConfig config = made_up_plane();
    StudyView view = made_up_view(config, 14);
    Answer answer = answer_of(config, view);
    // Three more in the region, of which one is the worst there, and one that is worse still beside it.
    const auto add = [&](const Vector& x, double value) {
        Trial trial{.number = std::ssize(view.trials), .state = TrialState::complete, .asked = x, .x = x};
        trial.measurement = Measurement{value, std::nullopt};
        view.trials.push_back(trial);
    };
    add(answer.robust.x, 1.5);
    add(answer.robust.x + Vector{{0.1, 0.0}}, 77);
    add(answer.robust.x + Vector{{0.0, 0.2}}, 3);
    add(answer.robust.x + Vector{{0.5, 0.0}}, 99);
    const Problem problem = problem_of(config);
    Index inside = 0;
    double least = 1e9;
    for (const Trial& trial : view.trials) {
        const Vector delta = (trial.x - answer.robust.x).cwiseQuotient(Vector{{0.2, 0.3}});
        if (delta.norm() <= 1 + 1e-9) ++inside;
        least = std::min(least, trial.measurement->value);
    }
    const Evidence evidence = evidence_of(config, view, answer);
    EXPECT_EQ(evidence.evaluations, 18);
    EXPECT_EQ(evidence.in_region, inside);
    ASSERT_TRUE(evidence.worst_in_region);
    EXPECT_EQ(evidence.worst_in_region->value, 77);
    EXPECT_EQ(evidence.worst_in_region->number, 15);
    EXPECT_EQ(evidence.best->value, least);
    const std::string words = in_words(config, evidence);
    EXPECT_NE(words.find("the worst of them 77 in trial 15."), std::string::npos) << words;
}

TEST(Evidence, TheBestKeepsTheLimitsIfAnyDoes) {
    StudyConfig config = made_up_plane();
    config.limits = {limit_at_most("g", 0)};
    StudyView view = made_up_view(config, 8);
    for (Trial& trial : view.trials) trial.measurement->outputs["g"] = 1;
    const Answer answer = answer_of(config, view);
    const double least = evidence_of(config, view, answer).best->value;
    for (const Trial& trial : view.trials) EXPECT_LE(least, trial.measurement->value);
    // The poorest of them is the only one that keeps the limit.
    const auto poorest =
        std::ranges::max_element(view.trials, {}, [](const Trial& trial) { return trial.measurement->value; });
    poorest->measurement->outputs["g"] = -1;
    EXPECT_EQ(evidence_of(config, view, answer).best->number, poorest->number);
}

/// An answer of two parameters with a narrow interval.
Answer sure_answer() {
    Answer answer;
    answer.robust.measure = {"worst", "worst case", RegionMeasure::Is::worst, {2, 1.9, 2.1}};
    return answer;
}

Evidence measured(Index inside) {
    Evidence evidence;
    evidence.evaluations = 20;
    evidence.in_region = inside;
    evidence.range = 10;
    return evidence;
}

TEST(Assurance, FollowsTheEvaluationsInTheRegion) {
    const StudyConfig config = made_up_plane();
    const auto word = [&](Index inside) { return assurance_of(config, sure_answer(), measured(inside)).word; };
    EXPECT_EQ(word(0), "by the model alone");
    EXPECT_EQ(word(1), "hardly measured");
    EXPECT_EQ(word(2), "hardly measured") << "as many as parameters";
    EXPECT_EQ(word(3), "measured nearby");
    EXPECT_EQ(assurance_of(config, sure_answer(), measured(1)).why, "Only 1 of the 20 evaluations lies in the region.");
}

TEST(Assurance, FollowsTheVerification) {
    const StudyConfig config = made_up_plane();
    Evidence evidence = measured(0);
    evidence.verification.state = VerificationState::State::verified;
    Assurance assurance = assurance_of(config, sure_answer(), evidence);
    EXPECT_EQ(assurance.word, "verified");
    EXPECT_EQ(assurance.tone, Assurance::Tone::good);
    evidence.verification.state = VerificationState::State::failed;
    assurance = assurance_of(config, sure_answer(), evidence);
    EXPECT_EQ(assurance.word, "verification failed");
    EXPECT_EQ(assurance.tone, Assurance::Tone::poor);
    Answer answer = sure_answer();
    answer.feasible = false;
    evidence.verification.state = VerificationState::State::verified;
    EXPECT_EQ(assurance_of(config, answer, evidence).word, "limits not sure");
}

TEST(Assurance, SaysWhereTheIntervalIsWideOrTheModelStandsOut) {
    const StudyConfig config = made_up_plane();
    Evidence evidence = measured(5);
    evidence.verification.state = VerificationState::State::verified;
    Answer answer = sure_answer();
    answer.robust.measure.estimate.upper = 1.9 + 5;
    EXPECT_EQ(assurance_of(config, answer, evidence).word, "verified") << "half of the range";
    answer.robust.measure.estimate.upper = 1.9 + 5.1;
    EXPECT_EQ(assurance_of(config, answer, evidence).word, "verified, but vague");
    EXPECT_EQ(assurance_of(config, answer, evidence).tone, Assurance::Tone::fair);
    answer.warnings = {"along \"a\" the values change fast."};
    EXPECT_EQ(assurance_of(config, answer, evidence).word, "verified, but vague, with a warning");
    // Of a share it is the share that counts, whatever the unit of the values.
    answer = sure_answer();
    answer.robust.measure = {"yield", "share beyond 3", RegionMeasure::Is::another, {0.3, 0.1, 0.65}, 3.0};
    EXPECT_EQ(assurance_of(config, answer, evidence).word, "verified, but vague");
}

TEST(AnswerWords, TheMeasureIsNamedAsItselfAndAYieldIsAShareOfGoodBuilds) {
    ObjectiveConfig objective;
    objective.unit = "N";
    const ShownMeasure quantile =
        shown_measure(objective, {"quantile", "95 % quantile", RegionMeasure::Is::another, {42.0861, 39.2, 45.4}});
    EXPECT_EQ(quantile.name, "95 % quantile");
    EXPECT_EQ(quantile.value(), "42.1\u00a0N");
    EXPECT_EQ(quantile.interval(), "39.2 … 45.4\u00a0N");
    const ShownMeasure yield =
        shown_measure(objective, {"yield", "share beyond 41", RegionMeasure::Is::another, {0.027, 0.011, 0.083}, 41.0});
    EXPECT_EQ(yield.name, "share of builds within 41\u00a0N");
    EXPECT_EQ(yield.value(), "97.3\u00a0%");
    EXPECT_EQ(yield.interval(), "91.7 … 98.9\u00a0%");
    EXPECT_EQ(yield.good, ShownMeasure::Good::large);
}

Candidate candidate(double value, double sd, std::optional<double> measured, const Estimate& worst) {
    Candidate c;
    c.x = Vector{{value, 0.0}};
    c.value = value;
    c.sd = sd;
    c.measured = measured;
    c.worst.lower = worst.lower;
    c.worst.by_search = worst.value;
    c.worst.upper = worst.upper;
    c.measure = {"worst", "worst case", RegionMeasure::Is::worst, worst};
    return c;
}

TEST(AnswerWords, ThePriceRestsOnWhatWasMeasuredWhereThatIsKnown) {
    const StudyConfig config = made_up_plane();
    Answer answer;
    answer.single_fits = true;
    // The two smoothed numbers differ by 0.262, what was measured by 2.29.
    answer.robust = candidate(40.262, 1, 41.29, {44, 42, 46});
    answer.single = candidate(40, 1, 39.0, {58, 50, 66});
    EXPECT_NEAR(price(answer.robust, answer.single).value, 2.29, 1e-12);
    const std::vector<std::string> words = price_words(config, answer);
    EXPECT_EQ(words[0],
              "Robustness costs 2.29 if it is built exactly: 41.29 was measured at the centre, 39 was measured at the "
              "best single point.");
    EXPECT_EQ(words[1], "It saves 14 in the worst case: 44.0 is expected of its region, 58.0 of the single point's.");
}

TEST(AnswerWords, ThePriceOfACentreThatWasNotMeasuredSaysSoAndHasItsInterval) {
    const StudyConfig config = made_up_plane();
    Answer answer;
    answer.single_fits = false;
    answer.robust = candidate(40.5, 0.5, std::nullopt, {44, 42, 46});
    answer.single = candidate(40, 1, 39.0, {43, 41, 45});
    const Price costs = price(answer.robust, answer.single);
    EXPECT_NEAR(costs.value, 1.5, 1e-12) << "against what was measured, not 0.5 against what is smoothed";
    EXPECT_NEAR(costs.uncertainty, 1, 1e-12);
    const std::vector<std::string> words = price_words(config, answer);
    EXPECT_EQ(words[0],
              "Robustness costs 1.5 if it is built exactly: the model expects 40.5 (39.5 … 41.5) at the centre, 39 was "
              "measured at the best single point.");
    EXPECT_EQ(words[1],
              "It gains nothing in the worst case: 44.0 is expected of its region, 43.0 of the single point's, as far "
              "as that lies in the bounds.");
}

TEST(AnswerWords, TheStateOfVerificationIsToldInFewWords) {
    StudyConfig config = made_up_plane();
    config.file = "studies/bracket.toml";
    VerificationState state;
    EXPECT_EQ(in_words(config, state), "Not verified: say \"sweetspot verify studies/bracket.toml\".");
    EXPECT_EQ(in_words(config, state, ReadOn::page), "Not verified: say \"sweetspot verify bracket.toml\".");
    state.state = VerificationState::State::verified;
    state.evaluations = 5;
    state.worst_measured = 41.2;
    state.promised = 43.2;
    state.checked_at = 1'772'366'400;  // 2026-03-01 12:00
    EXPECT_EQ(in_words(config, state), "Verified at 5 worst places, worst 41.2 against a promise of 43.2.");
    EXPECT_EQ(in_words(config, state, ReadOn::page),
              "Verified at 5 worst places on 2026-03-01, worst 41.2 against a promise of 43.2.");
    state.state = VerificationState::State::failed;
    state.evaluations = 1;
    state.is_value_broken = true;
    state.worst_measured = 1.909;
    state.promised = 1.55;
    EXPECT_EQ(in_words(config, state),
              "Verification failed: 1.909 measured where 1.55 was promised; run the study with a larger budget.");
}

TEST(AnswerWords, ADesignIsCopiedWithEveryDigitAndItsPlainNames) {
    StudyConfig config = made_up_plane();
    config.parameters[0].label = "breadth";
    config.parameters[0].unit = "mm";
    EXPECT_EQ(plain_text(config, Vector{{1.0 / 3, -1e-7}}), "a = 0.3333333333333333, b = -1e-07");
    EXPECT_EQ(in_words(config, Vector{{1.0 / 3, -12345.5}}), "breadth = 0.33333\u00a0mm, b = −12\u202f346");
}

}  // namespace
}  // namespace sweetspot
