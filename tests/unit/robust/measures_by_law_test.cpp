// Every measure of a straight line under every law, and of a bowl under the normal law, against their closed forms.
#include <gtest/gtest.h>

#include <cmath>

#include "base/normal.hpp"
#include "sweetspot/robust/quality.hpp"
#include "sweetspot/robust/template.hpp"

namespace sweetspot {
namespace {

// A grid of 4001 places is what stands for the law; the step of the yield is smoothed.
constexpr double grid_error = 1e-3;
constexpr double step_error = 2e-3;

/// Of one deviation u in [-1, 1].
Template builds_by(const DeviationLawPtr& law) {
    const RobustSet interval = RobustSet(Norm::two, Vector::Ones(1)).with_law(law);
    return make_template(interval, {TemplateShape::uniform, 4001}, Rng(1));
}

double measure_of(const QualityPtr& quality, const Template& T, double (*f)(double u)) {
    return quality->value(T.points.row(0).transpose().unaryExpr(f), T.weights);
}

double straight(double u) {
    return u;
}

double curved(double u) {
    return u * u;
}

TEST(MeasuresByLaw, OfALineUnderTheUniformLaw) {
    const Template T = builds_by(uniform_law());
    EXPECT_NEAR(measure_of(mean_quality(), T, straight), 0, grid_error);
    EXPECT_NEAR(measure_of(quantile_quality(0.9), T, straight), 0.8, grid_error);
    EXPECT_NEAR(measure_of(cvar_quality(0.9), T, straight), 0.9, grid_error);
    EXPECT_NEAR(measure_of(mean_sd_quality(2), T, straight), 2 / std::sqrt(3.0), grid_error);
    EXPECT_NEAR(measure_of(yield_quality(0.4), T, straight), 0.3, step_error);
}

TEST(MeasuresByLaw, OfALineUnderTheTriangularLaw) {
    const Template T = builds_by(triangular_law());
    // Above a > 0 there are (1 - a)²/2 of all builds, a third of the way from a to 1 on average.
    const double a = 1 - std::sqrt(2 * 0.1);
    EXPECT_NEAR(measure_of(mean_quality(), T, straight), 0, grid_error);
    EXPECT_NEAR(measure_of(quantile_quality(0.9), T, straight), a, grid_error);
    EXPECT_NEAR(measure_of(cvar_quality(0.9), T, straight), a + (1 - a) / 3, grid_error);
    EXPECT_NEAR(measure_of(mean_sd_quality(2), T, straight), 2 / std::sqrt(6.0), grid_error);
    EXPECT_NEAR(measure_of(yield_quality(0.4), T, straight), 0.6 * 0.6 / 2, step_error);
}

TEST(MeasuresByLaw, OfALineAndABowlUnderTheNormalLaw) {
    for (const double sd : {1.0 / 3, 0.8}) {
        const Template T = builds_by(normal_law(sd));
        const double below = normal_cdf(-1 / sd);
        const double inside = 1 - 2 * below;
        const auto quantile = [&](double share) { return sd * normal_quantile(below + share * inside); };
        const double a = quantile(0.9);
        const double beyond = sd * (normal_density(a / sd) - normal_density(1 / sd)) / (0.1 * inside);
        const double variance = sd * sd * (1 - 2 / sd * normal_density(1 / sd) / inside);
        EXPECT_NEAR(measure_of(mean_quality(), T, straight), 0, grid_error) << sd;
        EXPECT_NEAR(measure_of(quantile_quality(0.9), T, straight), a, grid_error) << sd;
        EXPECT_NEAR(measure_of(cvar_quality(0.9), T, straight), beyond, grid_error) << sd;
        EXPECT_NEAR(measure_of(mean_sd_quality(2), T, straight), 2 * std::sqrt(variance), grid_error) << sd;
        EXPECT_NEAR(measure_of(yield_quality(0.4), T, straight), (1 - below - normal_cdf(0.4 / sd)) / inside,
                    step_error)
            << sd;
        // |u| is at most c for the share q of all builds where u is for (1 + q)/2.
        const double c = quantile(0.95);
        EXPECT_NEAR(measure_of(mean_quality(), T, curved), variance, grid_error) << sd;
        EXPECT_NEAR(measure_of(quantile_quality(0.9), T, curved), c * c, grid_error) << sd;
        EXPECT_NEAR(measure_of(yield_quality(c * c), T, curved), 0.1, step_error) << sd;
    }
}

}  // namespace
}  // namespace sweetspot
