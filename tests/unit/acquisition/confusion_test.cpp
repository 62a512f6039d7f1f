// Improvements and means over regions whose choices may be confused, against the plain versions over T.at(x): two
// choices, one of pairs, with and without main effects; x* and x have other choices, or the same.
#include <gtest/gtest.h>

#include <cmath>

#include "acquisition/average_expected_improvement.hpp"
#include "acquisition/estimated_improvement.hpp"
#include "acquisition/plain_robust_expected_improvement.hpp"
#include "acquisition/region_feasibility.hpp"
#include "acquisition/robust_expected_improvement.hpp"
#include "acquisition/worst_case_expected_improvement.hpp"
#include "base/normal.hpp"
#include "gp/shifted_mean.hpp"
#include "support/models.hpp"
#include "support/plain_average_expected_improvement.hpp"
#include "support/random_points.hpp"
#include "support/tolerance.hpp"
#include "sweetspot/robust/limit_model.hpp"

namespace sweetspot {
namespace {

/// Numbers in the coordinates 0 and 2, choices among 4 and 3 in 1 and 3.
Space confused_space() {
    Parameter pairs = choice_parameter("m", {"a", "b", "c", "d"});
    pairs = confused(pairs, ConfusedPair{"a", "b", 0.2});
    pairs = confused(pairs, ConfusedPair{"b", "c", 0.1});
    return Space({{"x", 0, 1}, pairs, {"y", 0, 1}, confused(choice_parameter("n", {"e", "f", "g"}), 0.3)});
}

struct ConfusedSetting {
    Space space = confused_space();
    RobustSet set{Norm::two, Vector{{0.1, 0, 0.08, 0}}};
    Template T = make_template(set, {TemplateShape::uniform, 12}, Rng(7), confusion_of(space));
    Vector x_star = space.to_unit(Vector{{0.3, 1, 0.6, 1}});
    /// Other choices, the same, one of them the same, and none that is confused.
    std::vector<Vector> centres = {space.to_unit(Vector{{0.45, 0, 0.5, 2}}), space.to_unit(Vector{{0.4, 1, 0.55, 1}}),
                                   space.to_unit(Vector{{0.5, 2, 0.5, 1}}), space.to_unit(Vector{{0.6, 3, 0.3, 0}})};
    GaussianProcess gp;

    explicit ConfusedSetting(double effects) : gp(model(effects)) {}

    [[nodiscard]] GaussianProcess model(double effects) const {
        Points x = support::random_points(4, 30, 21);
        Vector y(x.cols());
        const double of_choice[] = {0.3, -1, 2, -1.2};
        for (Index i = 0; i < x.cols(); ++i) {
            x(1, i) = std::floor(4 * x(1, i)) / 3;
            x(3, i) = std::floor(3 * x(3, i)) / 2;
            y[i] = std::sin(6 * x(0, i)) + of_choice[std::lround(3 * x(1, i))] * x(2, i) + x(3, i);
        }
        Hyperparameters eta;
        eta.lengthscales = Vector{{0.4, 0.9, 0.7, 1.3}};
        eta.variance = 1.7;
        eta.noise = 1e-3;
        eta.mean = 0.1;
        eta.effects = effects;
        eta.effect_lengthscale = 0.35;
        eta.choice_sizes = space.choice_sizes();
        return {matern52(), eta, x, y, Standardisation::of(y)};
    }
};

/// Along the numbers; 0 for the choices.
template <class F>
Vector along_numbers(const F& f, const Vector& x, double step = 1e-6) {
    const auto of_numbers = [&](const Vector& numbers) { return f(Vector{{numbers[0], x[1], numbers[1], x[3]}}); };
    const Vector slopes = testing::symmetric_differences(of_numbers, Vector{{x[0], x[2]}}, step);
    return Vector{{slopes[0], 0, slopes[1], 0}};
}

TEST(ConfusedMean, ShiftedMeansAreMeansOfWhatComesOut) {
    for (const double effects : {0.0, 0.6}) {
        const ConfusedSetting s(effects);
        const ShiftedMean shifted(s.gp, s.T.points, s.T.scenarios);
        for (const Vector& x : s.centres) {
            const Points there = s.T.at(x);
            EXPECT_LT((shifted.values(x) - s.gp.mean(there)).cwiseAbs().maxCoeff(), tolerance::linear_algebra);
            EXPECT_LT((shifted.gradients(x) - s.gp.mean_gradients(there)).cwiseAbs().maxCoeff(),
                      tolerance::linear_algebra);
            const std::vector<Index> some = {3, 0, s.T.size() - 1};
            EXPECT_LT((shifted.values(x, some) - s.gp.mean(s.T.at(x, some))).cwiseAbs().maxCoeff(),
                      tolerance::linear_algebra);
        }
    }
}

TEST(ConfusedImprovement, OfTheAverageIsThatOfTheJointPosterior) {
    for (const double effects : {0.0, 0.6}) {
        const ConfusedSetting s(effects);
        ASSERT_GT(s.T.size(), 96) << "several blocks";
        const AverageExpectedImprovement ei(s.gp, s.T, s.T.weights, s.x_star);
        // Every point in one rule: the same average.
        const AverageExpectedImprovement by_rule = ei.over(ei.rules({400, 1e-7}).rule({400, 1e-7}));
        const AverageExpectedImprovement few = ei.over(ei.rules({16, 0}).rule({16, 0}));
        for (const Vector& x : s.centres) {
            const auto plain = [&](const Vector& at) {
                return testing::plain_average_expected_improvement(s.gp, s.T, s.T.weights, s.x_star, at);
            };
            Vector gradient;
            EXPECT_NEAR(ei.value(x, &gradient), plain(x), tolerance::linear_algebra);
            EXPECT_NEAR(ei.values(x)[0], plain(x), tolerance::linear_algebra);
            EXPECT_LT((gradient - along_numbers(plain, x)).cwiseAbs().maxCoeff(), tolerance::finite_difference);
            EXPECT_NEAR(by_rule.value(x, nullptr), plain(x), 1e-5);
            EXPECT_NEAR(few.value(x, &gradient), plain(x), 0.02);
            const auto of_few = [&](const Vector& at) { return few.value(at, nullptr); };
            EXPECT_LT((gradient - along_numbers(of_few, x)).cwiseAbs().maxCoeff(), tolerance::finite_difference);
        }
        EXPECT_EQ(ei.value(s.x_star, nullptr), 0);
        Vector near = s.x_star;
        near[0] += 1e-5;
        EXPECT_LT(ei.value(near, nullptr), 1e-4);
        EXPECT_LT(few.value(near, nullptr), 1e-4);
    }
}

TEST(ConfusedImprovement, OfEveryMeasureIsThatOfPlainRealisations) {
    for (const double effects : {0.0, 0.6}) {
        const ConfusedSetting s(effects);
        const double middle = s.gp.mean(s.T.at(s.x_star)).dot(s.T.weights);
        const std::vector<QualityPtr> measures = {worst_quality(),   mean_quality(),     quantile_quality(0.9),
                                                  cvar_quality(0.8), mean_sd_quality(2), yield_quality(middle)};
        for (const QualityPtr& quality : measures) {
            const RobustExpectedImprovement ei(s.gp, s.T, s.T.weights, *quality, s.x_star,
                                               RealisationOptions{4000, {.max_rank = 200, .tolerance = 1e-3}}, Rng(11));
            for (const Vector& x : s.centres) {
                const MonteCarlo plain =
                    plain_robust_expected_improvement(s.gp, s.T, s.T.weights, *quality, s.x_star, x, 10000, Rng(3));
                Vector gradient;
                EXPECT_NEAR(ei.value(x, &gradient), plain.mean,
                            tolerance::false_alarm_sds * 2 * plain.standard_error + 1e-5)
                    << quality->name();
                const auto value = [&](const Vector& at) { return ei.value(at, nullptr); };
                const Vector differences = along_numbers(value, x, 1e-3);
                // Realisations have kinks where their order changes, and are in single precision. A quantile of
                // uneven weights has large ones.
                const double kinks = quality->name() == "quantile" ? 0.08 : 0.03;
                EXPECT_LT((gradient - differences).norm(), kinks * differences.norm() + 1e-3) << quality->name();
            }
            EXPECT_EQ(ei.value(s.x_star, nullptr), 0);
            Vector near = s.x_star;
            near[0] += 1e-6;
            EXPECT_LT(ei.value(near, nullptr), 1e-3) << quality->name();
        }
    }
}

TEST(ConfusedImprovement, BoundsAndDescentsOfAWorstCaseAreOfTheChoicesAtTheCentre) {
    const ConfusedSetting s(0.6);
    const QualityPtr worst = worst_quality();
    // So many that a descent chooses among them.
    const Template T = make_template(s.set, {.size = 40}, Rng(7), confusion_of(s.space));
    ASSERT_GT(T.size(), 128);
    const RobustExpectedImprovement ei(s.gp, T, T.weights, *worst, s.x_star,
                                       RealisationOptions{512, {.max_rank = 200, .tolerance = 1e-3}}, Rng(11));
    const LocalObjective descent = ei.descent();
    for (const Vector& x : s.centres) {
        const double value = ei.value(x, nullptr);
        for (const int level : {0, 1}) EXPECT_GE(ei.upper_bounds(x, level)[0], value - 1e-3) << level;
        EXPECT_NEAR(descent.objective(x, nullptr), value, 1e-6) << "one descent through many choices";
    }
}

TEST(ConfusedImprovement, ScreeningSeesTheShares) {
    const ConfusedSetting s(0.0);
    const QualityPtr mean = mean_quality();
    const EstimatedImprovement estimate(s.gp, s.T, s.T.weights, *mean, s.x_star);
    const AverageExpectedImprovement exact(s.gp, s.T, s.T.weights, s.x_star);
    for (const Vector& x : s.centres) {
        EXPECT_NEAR(estimate.value(x, nullptr), exact.value(x, nullptr), 0.03);
    }
    const WorstCaseExpectedImprovement at_worst(s.gp, s.T, 0.2);
    for (const Vector& x : s.centres) {
        Index worst = 0;
        s.gp.mean(s.T.at(x)).maxCoeff(&worst);
        EXPECT_LT((at_worst.worst_place(x) - s.T.at(x).col(worst)).norm(), tolerance::rounding);
    }
}

TEST(ConfusedFeasibility, IsThatOfPlainRealisations) {
    const ConfusedSetting s(0.6);
    for (const bool share : {false, true}) {
        Limit limit = limit_at_most("g", 0.4);
        if (share) limit.what = Limit::For::share;
        if (share) limit.share = 0.8;
        LimitModel model = limit_model(limit, s.gp, s.set, Rng(5), confusion_of(s.space));
        ASSERT_FALSE(model.T.scenarios.none());
        // As many as a plain covariance bears.
        std::vector<Index> which;
        for (Index i = 0; i < model.T.size(); i += 4) which.push_back(i);
        const Vector weights = model.T.part(which).normalised(model.T.weights(which));
        model.T = model.T.part(which);
        model.T.weights = weights;
        const RegionFeasibility feasibility(model, s.x_star,
                                            RealisationOptions{4000, {.max_rank = 250, .tolerance = 1e-3}}, Rng(3));
        for (const Vector& x : s.centres) {
            // Mean and spread of S over draws of the joint posterior.
            JointPosterior joint = model.gp.joint(model.T.at(x));
            joint.covariance.diagonal().array() += 1e-9;
            const Matrix L = joint.covariance.llt().matrixL();
            Rng rng(9);
            constexpr Index draws = 4000;
            Vector S(draws);
            for (Index m = 0; m < draws; ++m) {
                const Vector z = Vector::NullaryExpr(joint.mean.size(), [&] { return rng.normal(); });
                S[m] = model.statistic->value(joint.mean + L * z, model.T.weights);
            }
            const double sd = std::sqrt((S.array() - S.mean()).square().mean());
            const double z = (model.bound - S.mean()) / sd;
            Vector gradient;
            EXPECT_NEAR(feasibility.log_probability(x, &gradient), normal_log_cdf(z), 0.08 * (1 + std::abs(z)));
            const auto value = [&](const Vector& at) { return feasibility.log_probability(at, nullptr); };
            const Vector differences = along_numbers(value, x, 1e-3);
            EXPECT_LT((gradient - differences).norm(), (share ? 0.08 : 0.03) * differences.norm() + 1e-2);
        }
    }
}

}  // namespace
}  // namespace sweetspot
