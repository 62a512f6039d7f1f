#include "sweetspot/study/answer.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "support/refusal.hpp"

namespace sweetspot {
namespace {

StudyConfig config_of(Norm norm = Norm::two) {
    StudyConfig config;
    config.name = "s";
    config.parameters = {{{"a", -1, 1}, {0.1}}, {{"b", 1, 4}, {0.05, RegionTolerance::Of::nominal}}};
    config.norm = norm;
    return config;
}

void add(StudyView& view, double a, double b, double value, double error = 0) {
    const Vector x{{a, b}};
    Trial trial{.number = std::ssize(view.trials), .state = TrialState::complete, .asked = x, .x = x};
    trial.measurement = Measurement{value, error > 0 ? std::optional(error) : std::nullopt};
    view.trials.push_back(trial);
}

/// A valley with a cliff: the least value is at its edge.
StudyView cliff() {
    StudyView view;
    for (const double a : {-0.8, -0.4, -0.1, 0.1, 0.3, 0.6, 0.9}) {
        for (const double b : {1.2, 1.8, 2.5, 3.4}) add(view, a, b, (a < 0.2 ? a * a - a : 3 * a) + std::pow(b - 2, 2));
    }
    return view;
}

TEST(Answer, ItsWorstIsNoBetterThanThatOfAnyPointOfTheRegion) {
    for (const Norm norm : {Norm::one, Norm::two, Norm::infinity}) {
        const StudyConfig config = config_of(norm);
        const StudyView view = cliff();
        const Answer answer = answer_of(config, view);
        const Optimizer optimizer = optimizer_of(config, view);
        const Recommendation r = optimizer.recommendation(Points(2, 0));
        const Problem& problem = optimizer.problem();
        const Vector centre = problem.space().to_unit(answer.robust.x);
        Rng rng(3);
        Points points(2, 4000);
        for (Index i = 0; i < points.cols(); ++i) points.col(i) = centre + problem.robust_set().draw_uniform(rng);
        const Vector mean = r.gp.mean(points);
        const Vector sd = r.gp.variance(points).cwiseSqrt();
        const auto undo = [&](double y) { return r.gp.standardisation().undo(y); };
        const PredictedWorst& worst = answer.robust.worst;
        EXPECT_GE(worst.by_search, undo(mean.maxCoeff()) - 1e-6);
        EXPECT_GE(worst.upper, undo((mean + 2 * sd).maxCoeff()) - 1e-6);
        EXPECT_LE(worst.lower, worst.by_template);
        EXPECT_LE(worst.by_template, worst.by_search + 1e-9);
        EXPECT_LE(worst.by_search, worst.upper);
        const Vector offset = problem.space().to_unit(worst.where) - centre;
        EXPECT_LE(problem.robust_set().gauge(offset), 1 + 1e-9) << "and it lies in the region";
    }
}

TEST(Answer, ItsMeasureAloneIsTheSameAndNeedsAsManyValues) {
    for (const char* measure : {"worst", "mean", "quantile"}) {
        StudyConfig config = config_of();
        config.measure = {measure};
        const StudyView all = cliff();
        const Estimate whole = answer_of(config, all).robust.measure.estimate;
        const std::optional<RegionMeasure> alone = measure_of_answer(config, all);
        ASSERT_TRUE(alone) << measure;
        EXPECT_EQ(alone->name, measure);
        EXPECT_EQ(alone->estimate.value, whole.value) << measure;
        EXPECT_EQ(alone->estimate.lower, whole.lower) << measure;
        EXPECT_EQ(alone->estimate.upper, whole.upper) << measure;
        StudyView few = all;
        few.trials.resize(3);
        EXPECT_FALSE(measure_of_answer(config, few)) << "two parameters need four values";
    }
}

TEST(Answer, TheRegionIsThatOfTheTolerances) {
    const Answer answer = answer_of(config_of(), cliff());
    EXPECT_NEAR(answer.upper[0] - answer.robust.x[0], 0.1, 1e-9);
    EXPECT_NEAR(answer.robust.x[0] - answer.lower[0], 0.1, 1e-9);
    EXPECT_NEAR(answer.upper[1] / answer.robust.x[1], 1.05, 1e-9);
    EXPECT_NEAR(answer.lower[1] / answer.robust.x[1], 0.95, 1e-9);
}

TEST(Answer, CountsTheEvaluationsInItsRegionAndComparesWithTheBestSinglePoint) {
    StudyView view = cliff();
    const Answer before = answer_of(config_of(), view);
    EXPECT_EQ(before.evaluations, 28);
    EXPECT_EQ(before.single.x, (Vector{{0.1, 1.8}})) << "at the edge of the cliff";
    EXPECT_GT(before.single.worst.by_search, before.robust.worst.by_search);
    const double a = before.robust.x[0];
    const double b = before.robust.x[1];
    add(view, a, b * 1.04, a * a - a + std::pow(b * 1.04 - 2, 2));
    const Answer after = answer_of(config_of(), view);
    Index inside = 0;
    for (const Trial& trial : view.trials) {
        const double u = (trial.x[0] - after.robust.x[0]) / 0.1;
        const double v = (trial.x[1] / after.robust.x[1] - 1) / 0.05;
        if (u * u + v * v <= 1) ++inside;
    }
    EXPECT_EQ(after.evaluations_in_region, inside);
}

TEST(Answer, IsByTheModelAndNotByTheLuckiestValue) {
    StudyView view;
    for (const double a : {-0.9, -0.6, -0.3, 0.0, 0.3, 0.6, 0.9}) {
        for (const double b : {1.2, 2.0, 3.0}) {
            const bool lucky = a == -0.9 && b == 3.0;
            add(view, a, b, lucky ? -1.5 : std::pow(a - 0.6, 2) + std::pow(b - 2, 2), lucky ? 5 : 0.01);
        }
    }
    const Answer answer = answer_of(config_of(), view);
    EXPECT_NEAR(answer.robust.x[0], 0.6, 0.2);
    EXPECT_NEAR(answer.robust.x[1], 2, 0.3);
    EXPECT_EQ(answer.single.x, (Vector{{0.6, 2.0}}));
}

TEST(Answer, ADesignOfOnesOwnIsLookedAtByTheSameModel) {
    const StudyView view = cliff();
    const Answer plain = answer_of(config_of(), view);
    EXPECT_FALSE(plain.at);
    const Answer answer = answer_of(config_of(), view, {.at = Vector{{0.1, 1.8}}});
    ASSERT_TRUE(answer.at);
    const Candidate& own = answer.at->candidate;
    EXPECT_EQ(answer.robust.x, plain.robust.x) << "it is not recommended for that";
    EXPECT_EQ(own.x, (Vector{{0.1, 1.8}}));
    EXPECT_NEAR(*own.measured, -0.05, 1e-12);
    EXPECT_NEAR(own.worst.by_search, answer.single.worst.by_search, 1e-9) << "it is the best single point";
    EXPECT_NEAR(answer.at->lower[0], 0, 1e-9);
    EXPECT_NEAR(answer.at->upper[1], 1.8 * 1.05, 1e-9);
    EXPECT_EQ(answer.at->evaluations_in_region, 1);
    const Price costs = price(own, answer.robust);
    EXPECT_GT(costs.worst, 0);
    EXPECT_NEAR(costs.value, -0.05 - answer.robust.value, 1e-12) << "by what was measured";
    const Answer recommended = answer_of(config_of(), view, {.at = plain.robust.x});
    EXPECT_NEAR(recommended.at->candidate.worst.upper, plain.robust.worst.upper, 1e-9);
}

TEST(Answer, ADesignOfOnesOwnMustFitWithItsRegion) {
    const auto refusal = [](double a, double b) {
        return support::refusal([&] { require_design(config_of(), Vector{{a, b}}, "--at"); });
    };
    EXPECT_EQ(refusal(0, 2), "");
    EXPECT_EQ(refusal(-0.9, 2), "") << "it touches";
    EXPECT_EQ(refusal(-0.95, 2),
              "--at: a = -0.95 is too close to its bounds [-1, 1], for with its tolerance the region reaches beyond "
              "them; give a value from -0.9 to 0.9");
    EXPECT_TRUE(refusal(0, 3.9).ends_with("give a value from 1.05263 to 3.80952")) << refusal(0, 3.9);
    EXPECT_TRUE(refusal(2, 2).starts_with("--at")) << refusal(2, 2);
}

TEST(Answer, ThereIsNoneBeforeTheFirstValue) {
    EXPECT_EQ(support::refusal([] { (void)answer_of(config_of(), {}); }),
              "no trial is complete yet, so there is no answer; run the study, or tell a value");
}

TEST(Verification, LooksAtTheCentreThenWhereItsRegionIsSurelyWorstAllAtADistance) {
    const StudyConfig config = config_of();
    const StudyView view = cliff();
    const Answer answer = answer_of(config, view);
    const std::vector<Trial> trials = trials_to_verify(config, view, 4);
    ASSERT_EQ(trials.size(), 4U);
    EXPECT_EQ(trials[0].x, answer.robust.x);
    EXPECT_EQ(trials[1].x, answer.robust.worst.upper_where);
    const Problem problem = problem_of(config);
    const Vector centre = problem.space().to_unit(answer.robust.x);
    for (std::size_t i = 0; i < trials.size(); ++i) {
        EXPECT_EQ(trials[i].centre, answer.robust.x);
        EXPECT_EQ(trials[i].source, TrialSource::verified);
        EXPECT_LE(problem.robust_set().gauge(problem.space().to_unit(trials[i].x) - centre), 1 + 1e-9);
        for (std::size_t j = 0; j < i; ++j) {
            const Vector between = problem.space().to_unit(trials[i].x) - problem.space().to_unit(trials[j].x);
            EXPECT_GE(problem.robust_set().gauge(between), 0.49) << "places close by would tell the same";
        }
    }
}

/// The cliff with a verification of two places that came out so much above what was promised at most.
Verification verified(double above, double error = 0, TrialState second = TrialState::complete) {
    const StudyConfig config = config_of();
    StudyView view = cliff();
    const double promised = answer_of(config, view).robust.worst.upper;
    for (Trial trial : trials_to_verify(config, view, 2)) {
        trial.number = std::ssize(view.trials);
        trial.state = trial.number % 2 == 1 ? second : TrialState::complete;
        if (trial.state == TrialState::complete) {
            trial.measurement = Measurement{promised + above, error > 0 ? std::optional(error) : std::nullopt};
        }
        view.trials.push_back(trial);
    }
    Verification verification = *verification_of(config, view);
    EXPECT_NEAR(verification.promise.worst.upper, promised, 1e-9) << "its own values do not change the promise";
    EXPECT_EQ(verification.trials.size(), 2U);
    return verification;
}

TEST(Verification, PassesUpToThePromiseAndFailsBeyondIt) {
    EXPECT_EQ(verified(-0.1).verdict(), Verification::Verdict::pass);
    EXPECT_EQ(verified(0.1).verdict(), Verification::Verdict::fail);
    EXPECT_EQ(verified(0.1, 0.04).verdict(), Verification::Verdict::fail);
    EXPECT_EQ(verified(0.1, 0.06).verdict(), Verification::Verdict::pass) << "within two standard errors";
    EXPECT_EQ(verified(-0.1, 0, TrialState::failed).verdict(), Verification::Verdict::fail);
    EXPECT_EQ(verified(-0.1, 0, TrialState::running).verdict(), Verification::Verdict::open);
    EXPECT_EQ(verified(0.1, 0, TrialState::running).verdict(), Verification::Verdict::fail);
    EXPECT_FALSE(verification_of(config_of(), cliff()));
}

TEST(Answer, TellsTheMeasureInARowOfItsOwnWhereItIsNeitherTheAverageNorTheWorst) {
    Candidate candidate;
    candidate.mean = 2;
    candidate.mean_lower = 1;
    candidate.mean_upper = 3;
    candidate.worst.by_search = 5;
    candidate.measure = {"worst", "worst case", RegionMeasure::Is::worst, candidate.worst.estimate()};
    const std::vector<RegionRow> two = region_rows(candidate);
    ASSERT_EQ(two.size(), 2);
    EXPECT_EQ(two[0].what, "average of the region");
    EXPECT_EQ(two[0].estimate.lower, 1);
    EXPECT_EQ(two[1].what, "worst of the region");
    EXPECT_EQ(two[1].estimate.value, 5);
    candidate.measure = {"cvar", "average of the worst tenth", RegionMeasure::Is::another, {4, 3.5, 6}};
    const std::vector<RegionRow> three = region_rows(candidate);
    ASSERT_EQ(three.size(), 3);
    EXPECT_EQ(three[2].what, "average of the worst tenth of the region");
    EXPECT_EQ(three[2].estimate.upper, 6);
    EXPECT_EQ(three[2].kind, RegionRow::Kind::value);
}

TEST(Answer, TellsAYieldOnceAsTheShareOfBuildsWithinItsLimit) {
    Candidate candidate;
    candidate.measure = {"yield", "share beyond 3", RegionMeasure::Is::another, {0.1, 0.05, 0.2}, 3.0};
    candidate.within = WithinLimit{3, {0.9, 0.8, 0.95}};
    const std::vector<RegionRow> rows = region_rows(candidate);
    ASSERT_EQ(rows.size(), 3U) << "one number for one quantity";
    EXPECT_EQ(rows[2].what, "share of builds within 3");
    EXPECT_EQ(rows[2].kind, RegionRow::Kind::share);
    EXPECT_NEAR(rows[2].estimate.value, 0.9, 1e-12);
    EXPECT_NEAR(rows[2].estimate.lower, 0.8, 1e-12);
    EXPECT_NEAR(rows[2].estimate.upper, 0.95, 1e-12);
    candidate.within->limit = 4;
    EXPECT_EQ(region_rows(candidate).size(), 4U) << "another limit is another quantity";
}

}  // namespace
}  // namespace sweetspot
