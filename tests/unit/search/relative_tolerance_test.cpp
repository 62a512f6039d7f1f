// A whole search with tolerances of the nominal value, against a fine grid search of the true robust optimum.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>

#include "sweetspot/search/optimizer.hpp"

namespace sweetspot {
namespace {

/// A shallow basin at (3, 3) and a deeper one at (7, 7), both equally wide.
double two_basins(double x, double y) {
    const auto basin = [&](double at) { return std::exp(-((x - at) * (x - at) + (y - at) * (y - at)) / 3); };
    return -basin(3) - 1.4 * basin(7);
}

constexpr double share = 0.2;

/// The true worst case over the disc ‖u‖ ≤ 1, where x is off by `x_reach` u₁ and y by `y_reach` u₂.
double worst_case(double x, double y, double x_reach, double y_reach) {
    double worst = -std::numeric_limits<double>::infinity();
    for (int ring = 0; ring <= 4; ++ring) {
        for (int i = 0; i < 36; ++i) {
            const double angle = i * std::numbers::pi / 18;
            const double r = ring / 4.0;
            worst = std::max(worst, two_basins(x + x_reach * r * std::cos(angle), y + y_reach * r * std::sin(angle)));
        }
    }
    return worst;
}

struct Optimum {
    double x = 0;
    double y = 0;
    double value = std::numeric_limits<double>::infinity();
};

/// Over centres on a grid of step 0.05.
template <class WorstCase>
Optimum grid_search(const WorstCase& worst) {
    Optimum best;
    for (int i = 26; i <= 164; ++i) {
        for (int j = 26; j <= 164; ++j) {
            const double x = 0.05 * i;
            const double y = 0.05 * j;
            const double value = worst(x, y);
            if (value < best.value) best = {x, y, value};
        }
    }
    return best;
}

TEST(RelativeTolerance, ASearchFindsTheRobustOptimumThatARegionGrowingWithItsCentreHas) {
    const auto growing = [](double x, double y) { return worst_case(x, y, share * x, share * y); };
    const Optimum expected = grid_search(growing);
    // Where regions do not grow, the deeper basin is the better one.
    const Optimum constant = grid_search([](double x, double y) { return worst_case(x, y, 3 * share, 3 * share); });
    ASSERT_LT(expected.x, 4);
    ASSERT_GT(constant.x, 6);

    const Problem problem(Space({{"x", 1, 10, Scale::log}, {"y", 1, 10, Scale::log}}), Norm::two,
                          {{share, RegionTolerance::Of::nominal}, {share, RegionTolerance::Of::nominal}});
    BayesianRobustSearchOptions method;
    method.improvement.maximiser = multistart_maximiser({.screening = 300});
    method.model.fit.random_starts = 4;
    const Result result = minimize(problem, [](const Vector& p) { return two_basins(p[0], p[1]); },
                                   {.seed = 2, .method = bayesian_robust_search(method), .evaluations = 40});
    // A factor either way, from x/1.2 to 1.2 x, would have its optimum at 2.965.
    EXPECT_NEAR(result.best.x[0], expected.x, 0.02);
    EXPECT_NEAR(result.best.x[1], expected.y, 0.02);
    EXPECT_NEAR(growing(result.best.x[0], result.best.x[1]), expected.value, 0.01);
    EXPECT_NEAR(result.best.worst_value, expected.value, 0.03);
    const Vector u = (result.best.worst_point - result.best.x).cwiseQuotient(share * result.best.x);
    EXPECT_NEAR(u.norm(), 1, 1e-6) << "the worst of a basin is on its region's boundary";
}

}  // namespace
}  // namespace sweetspot
