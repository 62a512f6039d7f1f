// Answers that were wrong without a word, from real studies: an antenna of 7 parameters whose model has a length scale
// of 1 % of its range (collapsed), one of 20 parameters (smaller-region), an aerofoil (clamped).
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "statistics/summary.hpp"
#include "support/stored_study.hpp"
#include "sweetspot/study/answer.hpp"

namespace sweetspot {
namespace {

using support::stored_study;
using support::StoredStudy;

Vector values_of(const StudyView& view) {
    std::vector<double> values;
    for (const Trial& trial : view.trials) {
        if (trial.state == TrialState::complete) values.push_back(trial.measurement->value);
    }
    return Eigen::Map<const Vector>(values.data(), std::ssize(values));
}

/// The least value that was measured in the region of a centre; infinity where none was.
double least_in_region(const StudyConfig& config, const StudyView& view, const Vector& centre) {
    const Problem problem = problem_of(config);
    const Vector u = problem.space().to_unit(centre);
    double least = std::numeric_limits<double>::infinity();
    for (const Trial& trial : view.trials) {
        if (trial.state != TrialState::complete) continue;
        if (!problem.robust_set().contains(problem.space().to_unit(trial.x) - u)) continue;
        least = std::min(least, trial.measurement->value);
    }
    return least;
}

TEST(SoundAnswers, ACollapsedLengthScaleDoesNotRecommendACentreOfWhichNothingIsKnown) {
    const StoredStudy study = stored_study("collapsed", "study.toml");
    const Answer answer = answer_of(study.config, study.view);
    const Vector values = values_of(study.view);
    ASSERT_EQ(answer.evaluations, 80);
    EXPECT_LE(least_in_region(study.config, study.view, answer.robust.x), quantile(values, 0.2))
        << "nothing in the region of the recommended centre was measured good";
    const double spread = quantile(values, 0.9) - quantile(values, 0.1);
    EXPECT_LE(answer.robust.sd, 0.25 * spread) << "the centre's own value was known to ± 11.6 only";
}

TEST(SoundAnswers, ASmallerRegionNeverGetsAWorseAnswerThanALargerOne) {
    const StoredStudy study = stored_study("smaller-region", "yagi20.toml");
    const GaussianProcess model = recommendation_of(study.config, study.view).gp;
    double larger = std::numeric_limits<double>::infinity();
    for (const Norm norm : {Norm::infinity, Norm::two, Norm::one}) {
        StudyConfig config = study.config;
        config.norm = norm;
        const Answer answer = answer_of(config, study.view, recommendation_by(config, model));
        EXPECT_LE(answer.robust.worst.by_search, larger + 1e-6) << "norm " << to_string(norm);
        larger = answer.robust.worst.by_search;
    }
}

TEST(SoundAnswers, ASmallerToleranceNeverGetsAWorseAnswerThanTheStudysOwn) {
    const StoredStudy study = stored_study("clamped", "foil.toml");
    const Answer own = answer_of(study.config, study.view);
    for (const double factor : {0.9, 0.5, 0.1}) {
        StudyConfig config = study.config;
        for (StudyParameter& p : config.parameters) p.tolerance.amount *= factor;
        const Answer smaller = answer_of(config, study.view, {.also = {own.robust.x}});
        EXPECT_LE(smaller.robust.worst.by_search, own.robust.worst.by_search + 1e-6) << factor;
    }
}

TEST(SoundAnswers, ACentreWithAllCoordinatesAtTheBoundsIsWithinReachInEveryNorm) {
    StudyConfig config;
    config.name = "corner";
    for (const char* name : {"a", "b", "c", "d"}) config.parameters.push_back({{name, 0, 1}, {0.05}});
    StudyView view;
    // The lower, the better: the least value is in the corner, all other observations are far from it.
    for (int i = 0; i < 16; ++i) {
        Vector x(4);
        for (int d = 0; d < 4; ++d) x[d] = (i >> d) % 2 == 0 ? 0.0 : 0.6;
        Trial trial{.number = i, .state = TrialState::complete, .asked = x, .x = x};
        trial.measurement = Measurement{x.sum(), std::nullopt};
        view.trials.push_back(trial);
    }
    for (const Norm norm : {Norm::one, Norm::two, Norm::infinity}) {
        config.norm = norm;
        const Answer answer = answer_of(config, view);
        EXPECT_LE((answer.robust.x - Vector::Constant(4, 0.05)).cwiseAbs().maxCoeff(), 0.011)
            << "norm " << to_string(norm) << ": " << answer.robust.x.transpose();
    }
}

TEST(SoundAnswers, TheAverageOfARegionThatLeavesTheBoundsIsNotWorseThanItsWorst) {
    const StoredStudy study = stored_study("clamped", "foil.toml");
    for (const Norm norm : {Norm::one, Norm::two, Norm::infinity}) {
        StudyConfig config = study.config;
        config.norm = norm;
        const Answer answer = answer_of(config, study.view);
        ASSERT_FALSE(answer.single_fits) << "otherwise this tests nothing";
        for (const Candidate& c : {answer.robust, answer.single}) {
            EXPECT_LE(c.mean, c.worst.by_search) << to_string(norm);
            EXPECT_LE(c.value, c.worst.by_search + 1e-9);
            EXPECT_LE(c.worst.lower, c.worst.by_template);
            EXPECT_LE(c.worst.by_template, c.worst.by_search + 1e-9);
            EXPECT_LE(c.worst.by_search, c.worst.upper + 1e-9);
            EXPECT_NO_THROW(problem_of(config).space().require_contains(c.worst.where, "the worst place"));
        }
    }
}

TEST(SoundAnswers, OfARegionThatLeavesTheBoundsOnlyWhatCanBeBuiltCounts) {
    StudyConfig config;
    config.name = "edge";
    config.parameters = {
        {{"a", 0, 1}, {0.2}}, {{"b", 0, 1}, {0.1}}, {{"c", 1, 3}, {0.2, RegionTolerance::Of::nominal}}};
    Rng rng(5);
    StudyView view;
    for (int i = 0; i < 30; ++i) {
        const Vector x{{rng.uniform(), rng.uniform(), 1 + 2 * rng.uniform()}};
        Trial trial{.number = i, .state = TrialState::complete, .asked = x, .x = x};
        trial.measurement = Measurement{std::sin(4 * x[0]) - 2 * x[1] + x[0] * x[2], std::nullopt};
        view.trials.push_back(trial);
    }
    const GaussianProcess gp = recommendation_of(config, view).gp;
    for (const Norm norm : {Norm::one, Norm::two, Norm::infinity}) {
        config.norm = norm;
        const Problem problem = problem_of(config);
        const RegionModel model(problem, gp, Rng(config.seed));
        for (const Vector& x : {Vector{{0.0, 0.0, 1.0}}, Vector{{0.95, 0.02, 2.9}}, Vector{{0.5, 1.0, 2.0}}}) {
            const Vector u = problem.space().to_unit(x);
            const ModelledRegion region = model.at_unit(u);
            double worst = -std::numeric_limits<double>::infinity();
            double sum = 0;
            Index inside = 0;
            for (int k = 0; k < 40000; ++k) {
                const Vector at = u + problem.robust_set().draw_uniform(rng);
                if (!Box::unit(3).contains(at)) continue;
                const double mean = model.mean(at)[0];
                worst = std::max(worst, mean);
                sum += mean;
                ++inside;
            }
            ASSERT_GT(inside, 1000);
            const double average = sum / static_cast<double>(inside);
            EXPECT_GE(region.worst_value(), worst - 1e-6);
            EXPECT_LE(region.worst_value(), worst + 0.1) << "not by what lies outside";
            // Of 150 quasi-random points: the standard error of as many random ones is 0.03.
            EXPECT_NEAR(region.average().value, average, 0.06) << to_string(norm) << " at " << x.transpose();
        }
    }
}

/// So many evaluations of a bowl in two parameters.
StudyView bowl(int count) {
    StudyView view;
    Rng rng(2);
    for (int i = 0; i < count; ++i) {
        const Vector x{{rng.uniform(), rng.uniform()}};
        Trial trial{.number = i, .state = TrialState::complete, .asked = x, .x = x};
        trial.measurement = Measurement{26 + x.squaredNorm(), std::nullopt};
        view.trials.push_back(trial);
    }
    return view;
}

TEST(SoundAnswers, OneEvaluationPromisesNothing) {
    StudyConfig config;
    config.name = "few";
    config.parameters = {{{"a", 0, 1}, {0.1}}, {{"b", 0, 1}, {0.1}}};
    const Answer one = answer_of(config, bowl(1));
    EXPECT_EQ(one.missing, 3);
    EXPECT_EQ(what_is_missing(config, one),
              "there is no answer yet: with 2 parameters it needs 4 values and has 1, so evaluate 3 more");
    EXPECT_EQ(answer_of(config, bowl(3)).missing, 1);
    const Answer enough = answer_of(config, bowl(4));
    EXPECT_EQ(enough.missing, 0);
    EXPECT_EQ(what_is_missing(config, enough), "");
}

TEST(SoundAnswers, TheBestSinglePointIsTheOneThatWasMeasuredBestAndItsPriceIsByThatValue) {
    const StoredStudy study = stored_study("collapsed", "study.toml");
    const Answer answer = answer_of(study.config, study.view);
    ASSERT_TRUE(answer.single.measured);
    EXPECT_EQ(*answer.single.measured, values_of(study.view).minCoeff());
    EXPECT_EQ(price(answer.robust, answer.single).value,
              answer.robust.measured.value_or(answer.robust.value) - *answer.single.measured);
}

}  // namespace
}  // namespace sweetspot
