// Checks of the answer where other outputs have limits; the study is played in memory, without a store.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "sweetspot/study/answer.hpp"

namespace sweetspot {
namespace {

using LimitVerdict = CheckedLimit::Verdict;

StudyConfig limited_config(std::vector<Limit> limits, Index evaluations = 14, Index verify = 4) {
    StudyConfig config;
    config.name = "s";
    config.parameters = {{{"a", -1, 1}, {0.1}}, {{"b", -1, 1}, {0.1}}};
    config.budget.evaluations = evaluations;
    config.budget.verify = verify;
    config.limits = std::move(limits);
    return config;
}

double bowl_at(const Vector& x) {
    return std::pow(x[0] - 0.3, 2) + std::pow(x[1] + 0.2, 2);
}

using Output = std::function<double(const Vector& x)>;

/// Stores what came out; NaN: the evaluation lacks the output.
void tell(StudyView& view, Trial trial, double value, const std::map<std::string, double>& outputs) {
    trial.number = std::ssize(view.trials);
    trial.state = TrialState::complete;
    trial.measurement = Measurement{value, std::nullopt, {}};
    for (const auto& [name, output] : outputs) {
        if (!std::isnan(output)) trial.measurement->outputs.emplace(name, output);
    }
    view.trials.push_back(std::move(trial));
}

/// Runs the study to its end, or until it has so many trials.
StudyView played(const StudyConfig& config, const Output& g, Index most = 1000) {
    StudyView view;
    while (std::ssize(view.trials) < most && !reason_to_end(config, view)) {
        const Trial next = next_trial(config, view);
        tell(view, next, bowl_at(next.x), {{"g", g(next.x)}});
    }
    return view;
}

double gently(const Vector& x) {
    return -1 + 0.3 * x[0];
}

VerificationState state_at(const StudyConfig& config, const StudyView& view, const Vector& centre) {
    return verification_state(config, view, centre);
}

/// A study before its last evaluation, which checks the answer, and that check.
struct LastCheck {
    explicit LastCheck(Limit limit, Index verify = 1)
        : config(limited_config({std::move(limit)}, 11 + verify, verify)),
          before(played(config, gently, 11)),
          check(next_trial(config, before)) {
        EXPECT_EQ(check.source, TrialSource::verify);
    }
    /// What is said after the check came out with this output, at the place of the check or another one.
    [[nodiscard]] VerificationState with(double g, const Vector& at) const {
        StudyView view = before;
        Trial made = check;
        made.x = at;
        tell(view, made, bowl_at(at), {{"g", g}});
        EXPECT_EQ(broke_promise(problem_of(config), view.trials.back()),
                  state_at(config, view, check.centre).broken > 0);
        return state_at(config, view, check.centre);
    }

    StudyConfig config;
    StudyView before;
    Trial check;
};

TEST(VerificationOfLimits, AnOutputBeyondALimitOfTheWholeRegionFails) {
    const LastCheck last(limit_at_most("g", 0));
    EXPECT_EQ(last.with(0, last.check.x).state, VerificationState::State::verified) << "at the limit it is kept";
    const VerificationState failed = last.with(0.25, last.check.x);
    EXPECT_EQ(failed.state, VerificationState::State::failed);
    EXPECT_FALSE(failed.is_value_broken);
    ASSERT_EQ(failed.limits.size(), 1U);
    EXPECT_EQ(failed.limits[0].verdict(), LimitVerdict::broken);
    EXPECT_EQ(failed.limits[0].worst_measured, 0.25);
    EXPECT_EQ(failed.limits[0].at, last.check.x);
    EXPECT_EQ(failed.limits[0].beyond, (std::vector<Index>{11}));
    EXPECT_EQ(in_words(last.config, failed), "Verification failed: g 0.25 at " + in_words(last.config, last.check.x) +
                                                 ", the limit is 0; run the study with a larger budget.");
    const LastCheck at_least(limit_at_least("g", -5));
    EXPECT_EQ(at_least.with(-5.5, at_least.check.x).state, VerificationState::State::failed);
    EXPECT_EQ(at_least.with(7, at_least.check.x).state, VerificationState::State::verified);
}

TEST(VerificationOfLimits, AnEvaluationThatLacksTheOutputIsJudgedByWhatItHas) {
    const LastCheck last(limit_at_most("g", 0));
    const VerificationState state = last.with(std::nan(""), last.check.x);
    EXPECT_EQ(state.state, VerificationState::State::verified);
    EXPECT_EQ(state.limits[0].verdict(), LimitVerdict::not_judged);
    EXPECT_NE(in_words(last.config, state).find("; g ≤ 0 in the whole region was not judged, for no check gave a g."),
              std::string::npos)
        << in_words(last.config, state);
}

TEST(VerificationOfLimits, ALimitAtTheCentreIsJudgedByChecksOfTheCentreOnly) {
    Limit limit = limit_at_most("g", 0);
    limit.what = Limit::For::centre;
    const LastCheck last(limit);
    const Vector beside = last.check.centre + Vector{{0.05, 0.0}};
    const VerificationState other = last.with(0.25, beside);
    EXPECT_EQ(other.state, VerificationState::State::verified);
    EXPECT_EQ(other.limits[0].verdict(), LimitVerdict::not_judged);
    EXPECT_NE(in_words(last.config, other).find("no check gave a g at the centre"), std::string::npos);
    EXPECT_EQ(last.with(0.25, last.check.centre).state, VerificationState::State::failed);
    EXPECT_EQ(last.with(-0.25, last.check.centre).limits[0].verdict(), LimitVerdict::kept);
}

TEST(VerificationOfLimits, ALimitForAShareIsBrokenByNoSinglePlaceAndThatIsSaid) {
    Limit limit = limit_at_most("g", 0);
    limit.what = Limit::For::share;
    limit.share = 0.9;
    const LastCheck last(limit);
    const VerificationState state = last.with(0.25, last.check.x);
    EXPECT_EQ(state.state, VerificationState::State::verified);
    EXPECT_EQ(state.limits[0].verdict(), LimitVerdict::not_judged);
    EXPECT_EQ(state.limits[0].beyond.size(), 1U);
    EXPECT_NE(in_words(last.config, state)
                  .find("g ≤ 0 for 90 % of what is built was not judged, for single places cannot break it (1 of 1 "
                        "beyond it)"),
              std::string::npos)
        << in_words(last.config, state);
}

TEST(VerificationOfLimits, ABrokenLimitIsNotPromisedAnewByALaterCheckOfTheSameRegion) {
    const LastCheck last(limit_at_most("g", 0), 2);
    const Vector& centre = last.check.centre;
    StudyView view = last.before;
    Trial broken = last.check;
    broken.x = centre + Vector{{0.1, 0.0}};
    tell(view, broken, bowl_at(broken.x), {{"g", 0.25}});
    Trial later = last.check;
    later.x = centre;
    tell(view, later, bowl_at(later.x), {{"g", -1}});
    const VerificationState state = state_at(last.config, view, centre);
    EXPECT_EQ(state.state, VerificationState::State::failed);
    EXPECT_EQ(state.limits[0].evaluations, 2);
    EXPECT_TRUE(is_promise_broken(problem_of(last.config), view, centre));
    // Of a centre nearby it depends on whether the place belongs to its region.
    EXPECT_EQ(state_at(last.config, view, centre + Vector{{0.005, 0.0}}).state, VerificationState::State::failed);
    EXPECT_EQ(state_at(last.config, view, centre - Vector{{0.005, 0.0}}).state, VerificationState::State::not_verified);
}

/// A plane with two other outputs, evaluated on a grid.
StudyView sloping_grid() {
    StudyView view;
    for (double a = -0.9; a <= 0.91; a += 0.3) {
        for (double b = -0.9; b <= 0.91; b += 0.3) {
            const Vector x{{a, b}};
            tell(view, {.asked = x, .x = x}, a, {{"up", b}, {"down", -b}});
        }
    }
    return view;
}

TEST(VerificationOfLimits, PlacesGoInTurnToWhereEachOutputCouldBeWorst) {
    const Vector own{{0.05, 0.03}};
    const auto places = [&](std::vector<Limit> limits, Index count) {
        return trials_to_verify(limited_config(std::move(limits)), sloping_grid(), count, {.at = own});
    };
    const auto expect_at = [&](const Trial& trial, double a, double b) {
        EXPECT_NEAR(trial.x[0], own[0] + a, 0.01);
        EXPECT_NEAR(trial.x[1], own[1] + b, 0.01);
    };
    const std::vector<Trial> both = places({limit_at_most("up", 5), limit_at_most("down", 0.1)}, 4);
    expect_at(both[0], 0, 0);
    expect_at(both[1], 0.1, 0);
    expect_at(both[2], 0, -0.1);  // down is nearer to its limit
    expect_at(both[3], 0, 0.1);
    const std::vector<Trial> other = places({limit_at_most("up", 0.1), limit_at_least("down", -50)}, 3);
    expect_at(other[2], 0, 0.1);
    Limit at_centre = limit_at_most("up", 0.1);
    at_centre.what = Limit::For::centre;
    const std::vector<Trial> alone = places({at_centre}, 3);
    EXPECT_EQ(alone[2].x, places({}, 3)[2].x) << "a limit at the centre asks for no other place";
    Limit share = limit_at_most("up", 0.1);
    share.what = Limit::For::share;
    share.share = 0.9;
    expect_at(places({share}, 3)[2], 0, 0.1);
}

TEST(VerificationOfLimits, ChecksOneAfterAnotherTakeTurnsToo) {
    const StudyConfig config = limited_config({limit_at_most("up", 0.1)});
    const Vector own{{0.05, 0.03}};
    StudyView view = sloping_grid();
    std::vector<Vector> places;
    for (int k = 0; k < 3; ++k) {
        const Trial trial = trials_to_verify(config, view, 1, {.at = own}).front();
        places.emplace_back(trial.x - own);
        tell(view, trial, trial.x[0], {{"up", trial.x[1]}});
    }
    EXPECT_NEAR(places[0].norm(), 0, 1e-9);
    EXPECT_NEAR(places[1][0], 0.1, 0.01);
    EXPECT_NEAR(places[2][1], 0.1, 0.01);
}

/// A hump of g around one place, so narrow that only an evaluation there can find it.
Output with_hump(const Vector& at) {
    return [at](const Vector& x) { return gently(x) + 4 * std::exp(-(x - at).squaredNorm() / (2 * 0.02 * 0.02)); };
}

TEST(VerificationOfLimits, AViolationThatOnlyACheckCanFindIsFoundAndTheAnswerMovesAwayFromIt) {
    const StudyConfig config = limited_config({limit_at_most("g", 0)});
    const StudyView smooth = played(config, gently);
    ASSERT_EQ(smooth.trials.size(), 14U);
    const Trial& planted = smooth.trials[11];  // the second check
    ASSERT_EQ(planted.source, TrialSource::verify);
    ASSERT_GT((planted.x - planted.centre).norm(), 0.05);
    EXPECT_EQ(state_at(config, smooth, answer_of(config, smooth).robust.x).state, VerificationState::State::verified);

    const StudyView view = played(config, with_hump(planted.x));
    ASSERT_EQ(view.trials[11].x, planted.x) << "up to there nothing is different";
    EXPECT_TRUE(broke_promise(problem_of(config), view.trials[11]));
    EXPECT_LE(view.trials[11].measurement->value, view.trials[11].promised) << "the objective alone kept its promise";
    EXPECT_NE(view.trials[12].centre, planted.centre) << "the remaining checks go to the new centre's region";
    const Answer answer = answer_of(config, view);
    const Problem problem = problem_of(config);
    const Vector offset = problem.space().to_unit(planted.x) - problem.space().to_unit(answer.robust.x);
    EXPECT_FALSE(problem.robust_set().contains(offset)) << "the place is no longer in the region";
    EXPECT_GE(state_at(config, view, answer.robust.x).broken, 1);
}

TEST(VerificationOfLimits, TheCommandFailsByAnOutputAndNamesItsTrials) {
    const StudyConfig config = limited_config({limit_at_most("g", 0)}, 12, 0);
    StudyView view = played(config, gently);
    const std::vector<Trial> trials = trials_to_verify(config, view, 3);
    for (std::size_t k = 0; k < trials.size(); ++k) {
        tell(view, trials[k], bowl_at(trials[k].x), {{"g", k == 1 ? 0.5 : gently(trials[k].x)}});
    }
    const Verification verification = *verification_of(config, view);
    EXPECT_EQ(verification.verdict(), Verification::Verdict::fail);
    EXPECT_EQ(verification.verdict(verification.trials[0]), Verification::Verdict::pass);
    EXPECT_EQ(verification.verdict(verification.trials[1]), Verification::Verdict::fail);
    EXPECT_EQ(verification.limits[0].beyond, (std::vector<Index>{verification.trials[1].number}));
}

}  // namespace
}  // namespace sweetspot
