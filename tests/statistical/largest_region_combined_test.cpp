// The search for the largest region with all that a study can have: parts of a series, a choice, an environment and a
// limit on another output; against the largest region by trying every level.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "sweetspot/methods/catalogue.hpp"
#include "sweetspot/search/optimizer.hpp"

namespace sweetspot {
namespace {

const std::vector<double> rods = {0.1, 0.22, 0.38, 0.55, 0.8};
constexpr double stated = 0.03;  // the tolerance of rod and width
constexpr double most_value = 0.05;
constexpr double most_stress = 1.0;

/// Parameters rod, alloy, width, angle (exact) and temperature from -1 to 1.
double value_of(const Vector& x) {
    constexpr double rod[] = {0.3, 0.5, 0.7};
    constexpr double width[] = {0.4, 0.6, 0.5};
    constexpr double least[] = {0.0, -0.02, 0.01};
    const auto alloy = static_cast<std::size_t>(std::lround(x[1]));
    return least[alloy] + std::pow(x[0] - rod[alloy], 2) + std::pow(x[2] - width[alloy] - 0.05 * x[4], 2) +
           0.1 * std::pow(x[3] - 0.5, 2);
}

double stress_of(const Vector& x) {
    return x[0] + 0.8 * x[2] + 0.2 * std::sin(3 * x[3]) - 0.2 + 0.05 * x[1] * x[4];
}

/// By rays, with the ends of the environment, where both outputs are largest.
double truth(const Vector& centre) {
    double least = std::min(centre[2], 1 - centre[2]) / stated;
    for (int i = 0; i < 36; ++i) {
        const double angle = i * std::numbers::pi / 18;
        for (const double temperature : {-1.0, 1.0}) {
            Vector x = centre;
            x[4] = temperature;
            const double along = stated * std::cos(angle);
            const double across = stated * std::sin(angle);
            for (double s = 0; s < least; s += 0.02) {
                x[0] = centre[0] + s * along;
                x[2] = centre[2] + s * across;
                if (value_of(x) > most_value || stress_of(x) > most_stress) least = s;
            }
        }
    }
    return least;
}

double largest_truth() {
    double most = 0;
    for (const double rod : rods) {
        for (const double alloy : {0.0, 1.0, 2.0}) {
            for (double width = 0.1; width < 0.9; width += 0.05) {
                for (double angle = 0.1; angle < 0.9; angle += 0.1) {
                    most = std::max(most, truth(Vector{{rod, alloy, width, angle, 0}}));
                }
            }
        }
    }
    return most;
}

// The shares of the largest factor were 0.995, 0.935 and 0.931: the second best alloy has 0.94 of it.
TEST(LargestRegionSearch, IsNearTheTruthWithEverythingThatAStudyCanHave) {
    Parameter temperature{"temperature", -1, 1};
    temperature.chosen = false;
    const Problem problem = Problem(Space({series_parameter("rod", rods, {stated}),
                                           choice_parameter("alloy", {"A", "B", "C"}),
                                           {"width", 0, 1},
                                           {"angle", 0, 1},
                                           temperature}),
                                    Norm::two, std::vector<RegionTolerance>{{stated}, {}, {stated}, {}, {}})
                                .with_limits({limit_at_most("stress", most_stress)});
    const double most = largest_truth();
    for (const std::uint64_t seed : {1, 2, 3}) {
        const Options options{.seed = seed, .threads = 2, .method = largest_region_search({.limit = most_value})};
        Optimizer search(problem, options);
        for (int n = 0; n < 60; ++n) {
            const Vector x = search.ask().x;
            search.tell(x, value_of(x), 0, {{"stress", stress_of(x)}});
        }
        const double found = truth(search.best().x);
        EXPECT_GT(found, 0.85 * most) << seed;
    }
}

}  // namespace
}  // namespace sweetspot
