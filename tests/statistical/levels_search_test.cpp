// Whole searches over choices and series on problems whose robust optimum is known by exhaustive search.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "sweetspot/search/optimizer.hpp"

namespace sweetspot {
namespace {

double squared(double x) {
    return x * x;
}

/// The lowest point is a spike of steel, the robust optimum a bowl of balsa; oak and balsa are alike, and the order of
/// the names puts the spike between them.
double three_materials(const Vector& x) {
    const auto distance = [&](double a, double b) { return squared(x[1] - a) + squared(x[2] - b); };
    if (x[0] == 0) return 1 + 3 * distance(0.3, 0.7);
    if (x[0] == 1) return 2 - 2.2 * std::exp(-distance(0.5, 0.5) / (2 * squared(0.03)));
    return 0.6 + 3 * distance(0.7, 0.3);
}

TEST(ChoiceSearch, FindsTheMaterialWhoseRegionIsBest) {
    const Problem problem(Space({choice_parameter("material", {"oak", "steel", "balsa"}), {"x", 0, 1}, {"y", 0, 1}}),
                          Norm::two, Vector{{0, 0.08, 0.08}});
    for (std::uint64_t seed = 1; seed <= 6; ++seed) {
        const Result result = minimize(problem, three_materials, {.seed = seed, .evaluations = 32});
        EXPECT_EQ(result.best.x[0], 2) << seed;
        const double off = std::hypot(result.best.x[1] - 0.7, result.best.x[2] - 0.3);
        const double worst = 0.6 + 3 * squared(off + 0.08);
        EXPECT_LT(worst, 0.65) << seed;  // the best is 0.6192, that of oak 1.0192
        for (const double place : result.inputs.row(0)) EXPECT_EQ(place, std::round(place));
        // The initial design has every material.
        for (const double place : {0.0, 1.0, 2.0})
            EXPECT_GT((result.inputs.row(0).leftCols(4).array() == place).count(), 0);
    }
}

/// How far a low-pass filter of R kΩ and C nF is off 1.5 kHz, and what its load and its capacitor cost.
double filter_cost(const Vector& x) {
    const double corner = 1e6 / (2 * std::numbers::pi * x[0] * x[1]);  // Hz
    return 40 * squared(std::log10(corner / 1500)) + 0.15 * x[0] + 0.01 * x[1];
}

/// Over every build within 5 %, on a grid that has the corners.
double true_worst(double r, double c) {
    double worst = -1e300;
    for (int i = -10; i <= 10; ++i) {
        for (int j = -10; j <= 10; ++j) {
            worst = std::max(worst, filter_cost(Vector{{r * (1 + 0.005 * i), c * (1 + 0.005 * j)}}));
        }
    }
    return worst;
}

TEST(SeriesSearch, FindsTheBestPartsOfTheE12Series) {
    std::vector<double> r = {1, 1.2, 1.5, 1.8, 2.2, 2.7, 3.3, 3.9, 4.7, 5.6, 6.8, 8.2};
    std::vector<double> c;
    c.reserve(r.size());
    for (const double value : r) c.push_back(10 * value);
    std::vector<double> all;
    for (const double a : r) {
        for (const double b : c) all.push_back(true_worst(a, b));
    }
    std::sort(all.begin(), all.end());
    constexpr RegionTolerance five_percent{0.05, RegionTolerance::Of::nominal};
    const Problem problem(Space({series_parameter("r", r, five_percent), series_parameter("c", c, five_percent)}),
                          Norm::infinity, {five_percent, five_percent});
    int exact = 0;
    for (std::uint64_t seed = 1; seed <= 6; ++seed) {
        const Result result = minimize(problem, filter_cost, {.seed = seed, .evaluations = 30});
        EXPECT_TRUE(std::ranges::count(r, result.best.x[0]) == 1 && std::ranges::count(c, result.best.x[1]) == 1);
        const double worst = true_worst(result.best.x[0], result.best.x[1]);
        if (worst == all[0]) ++exact;
        EXPECT_LE(worst, all[2]) << seed << ": " << result.best.x.transpose();  // of 144
        // What is evaluated is within 5 % of a value.
        for (Index n = 0; n < result.inputs.cols(); ++n) {
            double nearest = 1;
            for (const double value : r) nearest = std::min(nearest, std::abs(result.inputs(0, n) / value - 1));
            EXPECT_LE(nearest, 0.05 + 1e-9);
        }
    }
    EXPECT_GE(exact, 4);
}

}  // namespace
}  // namespace sweetspot
