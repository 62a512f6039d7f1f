#include "acquisition/region_feasibility.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "acquisition/feasible_improvement.hpp"
#include "acquisition/robust_expected_improvement.hpp"
#include "base/normal.hpp"
#include "search/region_supremum.hpp"
#include "support/models.hpp"
#include "support/tolerance.hpp"

namespace sweetspot {
namespace {

const RobustSet limited_ball(Norm::two, Vector::Constant(3, 0.12));
const Vector limited_x_star{{0.6, 0.5, 0.45}};

LimitModel wavy_limit(const Limit& limit) {
    return limit_model(limit, testing::wavy_gp(3, 12), limited_ball, Rng(5));
}

/// S of exact joint realisations over the same template, ascending.
Vector exact_draws(const LimitModel& limit, const Vector& x) {
    const Matrix draws = joint_draws(limit.gp.joint(limit.T.at(x)), 4000, Rng(9));
    Vector result(draws.cols());
    for (Index j = 0; j < draws.cols(); ++j) result[j] = limit.statistic->value(draws.col(j), limit.T.weights);
    std::sort(result.begin(), result.end());
    return result;
}

std::vector<Limit> limits_of_every_kind() {
    Limit share = limit_at_most("g", 1.6);
    share.what = Limit::For::share;
    share.share = 0.9;
    Limit few = limit_at_least("g", -0.5);
    few.what = Limit::For::share;
    few.share = 0.75;
    Limit centre = limit_at_most("g", 0.6);
    centre.what = Limit::For::centre;
    return {limit_at_most("g", 1.5), limit_at_least("g", -1.2), share, few, centre};
}

const std::vector<Vector> some_centres = {Vector{{0.75, 0.35, 0.3}}, Vector{{0.2, 0.2, 0.2}}, Vector{{0.8, 0.8, 0.5}},
                                          Vector{{0.5, 0.2, 0.85}}, Vector{{0.35, 0.6, 0.6}}};

TEST(RegionFeasibility, AgreesWithTheShareOfExactJointRealisations) {
    for (const Limit& limit : limits_of_every_kind()) {
        LimitModel model = wavy_limit(limit);
        for (const Vector& x : some_centres) {
            const Vector draws = exact_draws(model, x);
            for (const double share : {0.02, 0.2, 0.5, 0.8, 0.98}) {
                model.bound = quantile_of(draws, share);
                const RegionFeasibility feasibility(model, limited_x_star, {.realisations = 512}, Rng(11));
                // The error of a skewed distribution that is taken for a normal one, and of 4000 realisations.
                EXPECT_NEAR(std::exp(feasibility.log_probability(x, nullptr)), share, 0.07) << to_string(limit);
            }
        }
    }
}

TEST(RegionFeasibility, OfTheCentreAloneIsTheNormalDistributionFunction) {
    Limit limit = limit_at_least("g", 0.2);
    limit.what = Limit::For::centre;
    const GaussianProcess gp = testing::wavy_gp(3, 12);
    const LimitModel model = limit_model(limit, gp, limited_ball, Rng(5));
    const RegionFeasibility feasibility(model, limited_x_star, {}, Rng(11));
    for (const Vector& x : some_centres) {
        const double mean = gp.mean(x)[0];
        const double sd = std::sqrt(gp.variance(x)[0]);
        const double bound = gp.standardisation().apply(Vector::Constant(1, 0.2))[0];
        EXPECT_NEAR(std::exp(feasibility.log_probability(x, nullptr)), normal_cdf((mean - bound) / sd), 1e-8);
        EXPECT_NEAR(feasibility.log_probability_of_centres(x)[0], feasibility.log_probability(x, nullptr),
                    tolerance::linear_algebra);
    }
}

TEST(RegionFeasibility, HasTheGradientOfSymmetricDifferences) {
    for (const Limit& limit : limits_of_every_kind()) {
        LimitModel model = wavy_limit(limit);
        // A quantile has kinks where two responses change places: something smooth goes the same way through the code.
        if (limit.what == Limit::For::share) {
            model.statistic = custom_quality("smooth", [](const VectorRef& F, const VectorRef& w) {
                return std::log(w.dot(F.array().exp().matrix()));
            });
        }
        const RegionFeasibility feasibility(model, limited_x_star, {.realisations = 64}, Rng(11));
        for (const Vector& x : some_centres) {
            Vector gradient(3);
            const double value = feasibility.log_probability(x, &gradient);
            EXPECT_NEAR(feasibility.log_probability(x, nullptr), value, 1e-6);
            // The loops over realisations are in single precision.
            const Vector differences = testing::symmetric_differences(
                [&](const Vector& at) { return feasibility.log_probability(at, nullptr); }, x, 1e-4);
            EXPECT_LT((gradient - differences).norm(), 0.01 * std::max(1.0, differences.norm())) << to_string(limit);
        }
    }
}

TEST(RegionFeasibility, PointsTheWayWhereTheProbabilityIsZeroInDoublePrecision) {
    const LimitModel model = wavy_limit(limit_at_most("g", -500));
    const RegionFeasibility feasibility(model, limited_x_star, {.realisations = 64}, Rng(11));
    Vector gradient(3);
    const double value = feasibility.log_probability(some_centres[0], &gradient);
    EXPECT_LT(value, -1000);
    EXPECT_TRUE(std::isfinite(value));
    EXPECT_GT(gradient.norm(), 1);
    EXPECT_TRUE(gradient.allFinite());
}

TEST(FeasibleImprovement, IsTheProductOfImprovementAndProbabilities) {
    const GaussianProcess gp = testing::wavy_gp(3, 14, 0.5, 2);
    const Template T = testing::ball_template(3, 0.12, 60, Norm::two, TemplateShape::boundary_heavy);
    const QualityPtr worst = worst_quality();
    const RobustExpectedImprovement ei(gp, T, T.weights, *worst, limited_x_star, {.realisations = 64}, Rng(3));
    std::vector<LimitModel> limits;
    for (const Limit& limit : limits_of_every_kind()) limits.push_back(wavy_limit(limit));
    const JointFeasibility joint(limits, limited_x_star, {.realisations = 64}, Rng(4));
    const FeasibleImprovement both(ei, joint);
    for (const Vector& x : some_centres) {
        double probability = 1;
        for (const RegionFeasibility& part : joint.parts()) {
            probability *= std::exp(part.log_probability(x, nullptr));
        }
        const double value = ei.value(x, nullptr) * probability;
        EXPECT_NEAR(both.value(x, nullptr), value, tolerance::rounding);
        Vector gradient(3);
        EXPECT_NEAR(both.value(x, &gradient), value, 1e-6);
        const Vector differences =
            testing::symmetric_differences([&](const Vector& at) { return both.value(at, nullptr); }, x, 1e-4);
        EXPECT_LT((gradient - differences).norm(), 0.02 * std::max(0.1, differences.norm()));
    }
}

TEST(MostFeasible, IncreasesWithTheProbability) {
    const std::vector<LimitModel> limits = {wavy_limit(limit_at_most("g", 1.0))};
    const JointFeasibility joint(limits, limited_x_star, {.realisations = 64}, Rng(4));
    const MostFeasible most(joint);
    for (const Vector& a : some_centres) {
        for (const Vector& b : some_centres) {
            EXPECT_EQ(most.value(a, nullptr) < most.value(b, nullptr),
                      joint.log_probability(a, nullptr) < joint.log_probability(b, nullptr));
        }
        Vector gradient(3);
        EXPECT_GT(most.value(a, &gradient), 0);
        const Vector differences =
            testing::symmetric_differences([&](const Vector& at) { return most.value(at, nullptr); }, a, 1e-4);
        EXPECT_LT((gradient - differences).norm(), 0.01 * std::max(0.1, differences.norm()));
    }
}

}  // namespace
}  // namespace sweetspot
