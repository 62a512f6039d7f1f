// The expected improvement of measures other than the worst case and the average: against brute force, its gradient,
// and the estimate by which it is screened.
#include <gtest/gtest.h>

#include "acquisition/average_expected_improvement.hpp"
#include "acquisition/estimated_improvement.hpp"
#include "acquisition/plain_robust_expected_improvement.hpp"
#include "acquisition/robust_expected_improvement.hpp"
#include "base/order.hpp"
#include "design/latin_hypercube.hpp"
#include "support/models.hpp"
#include "support/tolerance.hpp"

namespace sweetspot {
namespace {

/// Templates of even weights, of the normal law, and of weights that differ.
struct MeasureSetting {
    GaussianProcess gp = testing::wavy_gp(3, 12);
    Vector x_star{{0.6, 0.5, 0.45}};
    Vector x{{0.75, 0.35, 0.3}};
    std::vector<Template> templates;
    std::vector<QualityPtr> measures = {quantile_quality(0.9), cvar_quality(0.8), mean_sd_quality(2)};

    MeasureSetting() {
        const RobustSet ball(Norm::two, Vector::Constant(3, 0.12));
        templates.push_back(make_template(ball, {TemplateShape::uniform, 50}, Rng(7)));
        templates.push_back(make_template(ball.with_law(normal_law(0.4)), {TemplateShape::uniform, 50}, Rng(7)));
        templates.push_back(make_template(ball, {TemplateShape::centre_dense, 50}, Rng(7)));
        // So that about half of the builds at x keep it.
        measures.push_back(yield_quality(gp.mean(templates.front().at(x)).mean()));
    }
    [[nodiscard]] RobustExpectedImprovement ei(const Template& T, const QualityPtr& quality, Index M) const {
        return {gp, T, T.weights, *quality, x_star, {.realisations = M, .pivots = {50, 0.0}}, Rng(11)};
    }
};

TEST(MeasureImprovement, AgreesWithBruteForceAtFullRank) {
    const MeasureSetting s;
    for (const Template& T : s.templates) {
        for (const QualityPtr& quality : s.measures) {
            const MonteCarlo plain =
                plain_robust_expected_improvement(s.gp, T, T.weights, *quality, s.x_star, s.x, 20000, Rng(3));
            ASSERT_GT(plain.mean, 1e-4) << quality->name();
            EXPECT_NEAR(s.ei(T, quality, 4000).value(s.x, nullptr), plain.mean,
                        tolerance::false_alarm_sds * 2 * plain.standard_error)
                << quality->name();
        }
    }
}

TEST(MeasureImprovement, GradientEqualsSymmetricDifferences) {
    const MeasureSetting s;
    for (const Template& T : s.templates) {
        for (const QualityPtr& quality : s.measures) {
            const RobustExpectedImprovement ei = s.ei(T, quality, 2000);
            Vector gradient;
            EXPECT_GT(ei.value(s.x, &gradient), 0);
            // Realisations have kinks where their order changes, and are in single precision.
            const Vector differences =
                testing::symmetric_differences([&](const Vector& p) { return ei.value(p, nullptr); }, s.x, 1e-3);
            EXPECT_LT((gradient - differences).norm(), 0.02 * differences.norm()) << quality->name();
        }
    }
}

TEST(MeasureImprovement, TheEstimateFindsTheMostPromisingPoints) {
    const MeasureSetting s;
    const Template& T = s.templates.front();
    const Points points = latin_hypercube(Box{Vector::Constant(3, 0.12), Vector::Constant(3, 0.88)}, 300, Rng(5));
    for (const QualityPtr& quality : s.measures) {
        const Vector estimated = EstimatedImprovement(s.gp, T, T.weights, *quality, s.x_star).values(points);
        const Vector exact = s.ei(T, quality, 1000).values(points);
        Index best = 0;
        exact.maxCoeff(&best);
        const std::vector<Index> order = descending(estimated);
        const auto place = std::ranges::find(order, best) - order.begin();
        EXPECT_LT(place, 30) << quality->name();
    }
    const AverageExpectedImprovement average(s.gp, T, T.weights, s.x_star);
    const QualityPtr mean = mean_quality();
    const EstimatedImprovement estimate(s.gp, T, T.weights, *mean, s.x_star);
    EXPECT_NEAR(estimate.value(s.x, nullptr), average.value(s.x, nullptr), 0.02 * average.value(s.x, nullptr));
}

}  // namespace
}  // namespace sweetspot
