// The search for the largest value of a region, where the answer is known.
#include "problems/region_search.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace sweetspot {
namespace {

double search(const Objective& f, const Vector& centre, Norm norm, double tolerance,
              const std::vector<Objective>& guides = {}, const RegionSearchOptions& options = {}) {
    const RobustSet region(norm, Vector::Constant(centre.size(), tolerance));
    const RegionMaximum found = region_maximum_by_climbs(f, guides, centre, region, options, Rng(1));
    EXPECT_TRUE(region.contains(found.point - centre));
    EXPECT_EQ(f(found.point), found.value);
    return found.value;
}

TEST(RegionSearch, FindsTheMaximumOfALinearFunction) {
    const Vector slope{{3.0, -1.0, 0.5, 2.0}};
    const Vector centre = Vector::Constant(4, 0.4);
    const Objective f = [&](const Vector& u) { return slope.dot(u); };
    EXPECT_NEAR(search(f, centre, Norm::infinity, 0.1), f(centre) + 0.1 * 6.5, 1e-12);
    EXPECT_NEAR(search(f, centre, Norm::two, 0.1), f(centre) + 0.1 * slope.norm(), 1e-9);
    EXPECT_NEAR(search(f, centre, Norm::one, 0.1), f(centre) + 0.1 * 3, 1e-9);
}

TEST(RegionSearch, FindsTheBestOfAThousandCorners) {
    // Every corner is a local maximum, and the coordinates can be chosen one by one.
    const Vector centre = Vector::Constant(10, 0.5);
    const Objective f = [](const Vector& u) {
        double sum = 0;
        for (Index d = 0; d < u.size(); ++d) sum += std::pow(u[d] - 0.5 - 1e-3 * static_cast<double>(d % 3 - 1), 2);
        return sum;
    };
    double best = 0;
    for (Index d = 0; d < 10; ++d) best += std::pow(0.1 + (d % 3 == 1 ? 0 : 1e-3), 2);
    EXPECT_NEAR(search(f, centre, Norm::infinity, 0.1), best, 1e-9);
}

TEST(RegionSearch, FindsAMaximumInside) {
    const Vector peak{{0.52, 0.47, 0.5}};
    const Objective f = [&](const Vector& u) { return -(u - peak).squaredNorm(); };
    EXPECT_NEAR(search(f, Vector::Constant(3, 0.5), Norm::two, 0.1), 0, 1e-9);
}

TEST(RegionSearch, AGuideLeadsToASpikeThatNoScanSees) {
    const Vector spike = Vector::Constant(8, 0.52);
    const Objective distance = [&](const Vector& u) { return -(u - spike).squaredNorm(); };
    const Objective f = [&](const Vector& u) { return u[0] + 5 * std::exp(1e7 * distance(u)); };
    const Vector centre = Vector::Constant(8, 0.5);
    EXPECT_LT(search(f, centre, Norm::infinity, 0.1), 1);
    EXPECT_GT(search(f, centre, Norm::infinity, 0.1, {distance}), 5);
}

TEST(RegionSearch, StopsAsSoonAsTheAnswerIsKnown) {
    int looks = 0;
    const Objective f = [&](const Vector& u) {
        ++looks;
        return u.sum();
    };
    const Vector centre = Vector::Constant(6, 0.5);
    const double whole = search(f, centre, Norm::two, 0.1);
    const int all_looks = looks;
    looks = 0;
    const double above = search(f, centre, Norm::two, 0.1, {}, {.stop_above = 2.9});
    EXPECT_EQ(looks, 2);  // and one by search()
    EXPECT_GT(above, 2.9);
    EXPECT_LE(above, whole);
    looks = 0;
    EXPECT_EQ(search(f, centre, Norm::two, 0.1, {}, {.stop_above = 10}), whole);
    EXPECT_EQ(looks, all_looks);
}

}  // namespace
}  // namespace sweetspot
