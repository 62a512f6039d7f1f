#include "problems/distance.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "support/tolerance.hpp"

namespace sweetspot {
namespace {

struct Range {
    double nearest = 1e300;
    double farthest = -1e300;
    double beyond = -1e300;  ///< farthest where the first coordinate is ≥ 0
};

/// Over a dense grid of rings and angles of a two-dimensional region.
Range brute_force(const Vector& c, Norm norm, const Vector& t) {
    Range range;
    const RobustSet region(norm, t);
    constexpr int angles = 3000;
    constexpr int rings = 60;
    for (int i = 0; i < angles; ++i) {
        const double angle = 2 * std::acos(-1.0) * i / angles;
        const Vector rim = region.boundary_towards(Vector{{t[0] * std::cos(angle), t[1] * std::sin(angle)}});
        for (int j = 0; j <= rings; ++j) {
            const Vector x = c + rim * j / rings;
            range.nearest = std::min(range.nearest, x.squaredNorm());
            range.farthest = std::max(range.farthest, x.squaredNorm());
            if (x[0] >= 0) range.beyond = std::max(range.beyond, x.squaredNorm());
        }
    }
    return range;
}

// A ring is 1/60 of a tolerance ≤ 2 wide and points are at most 6 from 0: squares are missed by at most 2·6·(2/60)
// along a ray; across the rim by far less.
constexpr double grid = 0.4;
constexpr double rim = 0.02;

TEST(Distance, AgreesWithBruteForceInTwoDimensionsWithUnequalTolerances) {
    Rng rng(3);
    for (const Norm norm : {Norm::one, Norm::two, Norm::infinity}) {
        for (int i = 0; i < 30; ++i) {
            const Vector t{{rng.uniform(0.3, 2), rng.uniform(0.3, 2)}};
            const Vector c{{rng.uniform(-2, 2), i % 5 == 0 ? 0.0 : rng.uniform(-2, 2)}};
            const Range range = brute_force(c, norm, t);
            const double nearest = nearest_squared(c, norm, t);
            const double farthest = farthest_squared(c, norm, t);
            EXPECT_LE(nearest, range.nearest + tolerance::rounding);
            EXPECT_GE(nearest, range.nearest - 0.05);
            EXPECT_GE(farthest, range.farthest - tolerance::rounding);
            EXPECT_LE(farthest, range.farthest + rim);
            if (c[0] + t[0] <= 0.05) continue;
            const double beyond = farthest_squared_beyond(0, c, norm, t);
            EXPECT_GE(beyond, range.beyond - tolerance::rounding) << to_string(norm) << " " << c << " " << t;
            EXPECT_LE(beyond, range.beyond + grid) << to_string(norm) << " " << c << " " << t;
        }
    }
}

TEST(Distance, OfABallIsThatOfItsCentrePlusOrMinusTheRadius) {
    const Vector c{{1.0, 2.0, 2.0}};
    EXPECT_NEAR(farthest_squared(c, Norm::two, Vector::Ones(3)), 16, tolerance::rounding);
    EXPECT_NEAR(nearest_squared(c, Norm::two, Vector::Ones(3)), 4, tolerance::linear_algebra);
    EXPECT_EQ(nearest_squared(c, Norm::two, Vector::Constant(3, 4)), 0);
}

TEST(Distance, OnTheLongestAxisOfACentredEllipsoid) {
    EXPECT_NEAR(farthest_squared(Vector::Zero(3), Norm::two, Vector{{1.0, 3.0, 2.0}}), 9, tolerance::rounding);
    EXPECT_NEAR(farthest_squared(Vector{{1e-9, 1e-9, 0.0}}, Norm::two, Vector{{1.0, 3.0, 2.0}}), 9, 1e-7);
}

TEST(Distance, DoesNotMoveCoordinatesWithoutTolerance) {
    const Vector c{{3.0, 4.0}};
    for (const Norm norm : {Norm::one, Norm::two, Norm::infinity}) {
        EXPECT_NEAR(nearest_squared(c, norm, Vector{{1.0, 0.0}}), 20, tolerance::linear_algebra) << to_string(norm);
        EXPECT_NEAR(farthest_squared(c, norm, Vector{{1.0, 0.0}}), 32, tolerance::linear_algebra) << to_string(norm);
        EXPECT_NEAR(farthest_squared(c, norm, Vector::Zero(2)), 25, tolerance::rounding) << to_string(norm);
    }
}

}  // namespace
}  // namespace sweetspot
