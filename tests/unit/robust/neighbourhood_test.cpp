#include "robust/neighbourhood.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "support/norms.hpp"
#include "support/tolerance.hpp"

namespace sweetspot {
namespace {

using support::norms;
const Vector reach{{0.2, 0.12}};

/// Inside, on the edge, in the corner, and beyond the reach of the box of centres in some norms.
const Points observed{{0.50, 0.05, 0.00, 0.97, 1.00, 0.45}, {0.50, 0.40, 0.00, 0.96, 0.06, 0.00}};

/// The p-norm in units of the tolerances, written anew.
double distance(Norm norm, const Vector& delta) {
    const double a = std::abs(delta[0]) / reach[0];
    const double b = std::abs(delta[1]) / reach[1];
    return norm == Norm::one ? a + b : norm == Norm::two ? std::hypot(a, b) : std::max(a, b);
}

Neighbourhood neighbourhood_of(Norm norm, const Points& points = observed) {
    const RobustSet set(norm, reach);
    return {points, set, set.centres(Box::unit(2))};
}

/// A grid over a box, its faces included.
std::vector<Vector> grid_over(const Box& box, int steps) {
    std::vector<Vector> grid;
    for (int i = 0; i <= steps; ++i)
        for (int j = 0; j <= steps; ++j)
            grid.emplace_back(box.lower + box.width().cwiseProduct(Vector{{i * 1.0 / steps, j * 1.0 / steps}}));
    return grid;
}

TEST(Neighbourhood, ContainsTheCentresOfTheBoxWithinReachOfAnObservation) {
    for (const Norm norm : norms) {
        const Neighbourhood neighbourhood = neighbourhood_of(norm);
        int members = 0;
        for (const Vector& x : grid_over(Box::unit(2), 57)) {
            bool within = false;
            for (const auto& point : observed.colwise()) within = within || distance(norm, x - point) <= 1;
            const bool in_box = x[0] >= 0.2 && x[0] <= 0.8 && x[1] >= 0.12 && x[1] <= 0.88;
            EXPECT_EQ(neighbourhood.contains(x), within && in_box) << x.transpose();
            members += within && in_box ? 1 : 0;
        }
        EXPECT_GT(members, 50);
    }
}

TEST(Neighbourhood, ReachesTheObservationsWhoseRegionMeetsTheBox) {
    // By hand: (0.05, 0.4) needs 0.75 of its reach, (0, 0) all of it in both coordinates, (0.97, 0.96) 0.85 and 0.67,
    // (1, 0.06) all and 0.5, (0.45, 0) nothing and all.
    EXPECT_EQ(neighbourhood_of(Norm::one).reachable(), (std::vector<Index>{0, 1, 5}));
    EXPECT_EQ(neighbourhood_of(Norm::two).reachable(), (std::vector<Index>{0, 1, 5}));
    EXPECT_EQ(neighbourhood_of(Norm::infinity).reachable(), (std::vector<Index>{0, 1, 2, 3, 4, 5}));
}

TEST(Neighbourhood, ReachableAgreesWithBruteForce) {
    Rng rng(1);
    for (const Norm norm : norms) {
        Points points(2, 200);
        for (double& value : points.reshaped()) value = rng.uniform();
        const Neighbourhood neighbourhood = neighbourhood_of(norm, points);
        const std::vector<Vector> centres = grid_over(neighbourhood.centres(), 60);
        for (Index n = 0; n < points.cols(); ++n) {
            double least = 1e300;
            for (const Vector& c : centres) least = std::min(least, distance(norm, c - points.col(n)));
            const auto& reachable = neighbourhood.reachable();
            const bool found = std::binary_search(reachable.begin(), reachable.end(), n);
            // A grid step is 0.6/60/0.2 and 0.76/60/0.12 in units of the tolerances; half of both together is 0.08.
            EXPECT_TRUE(!found || least <= 1 + 0.08);
            EXPECT_TRUE(found || least > 1);
        }
    }
}

TEST(Neighbourhood, NearestHasTheSmallestGauge) {
    const Neighbourhood neighbourhood = neighbourhood_of(Norm::two);
    EXPECT_EQ(neighbourhood.nearest(Vector{{0.5, 0.45}}), 0);
    // In plain distance the last observation would be nearer.
    EXPECT_EQ(neighbourhood.nearest(Vector{{0.45, 0.24}}), 5);
    EXPECT_EQ(neighbourhood.nearest(Vector{{0.45, 0.26}}), 0);
    EXPECT_EQ(neighbourhood.nearest(Vector{{0.22, 0.41}}), 1);
}

TEST(Neighbourhood, NearestLooksPastRoundingInAnExactCoordinate) {
    const RobustSet set(Norm::two, Vector{{0.2, 0.02, 0.0}});
    const Points points{{0.5, 0.4, 0.5}, {0.5, 0.515, 0.5}, {0.1, 0.1, 0.4}};
    const Neighbourhood neighbourhood(points, set, set.centres(Box::unit(3)));
    // Gauges 0.75 and 0.5, although the first is nearer by plain distance.
    const Vector x{{0.5, 0.515, 0.1 + 1e-16}};
    ASSERT_NE(x[2], 0.1);
    EXPECT_EQ(neighbourhood.nearest(x), 1);
    EXPECT_TRUE(neighbourhood.contains(x));
    EXPECT_FALSE(neighbourhood.contains(Vector{{0.5, 0.515, 0.11}}));
    // No observation has this exact coordinate: plain distance.
    EXPECT_EQ(neighbourhood.nearest(Vector{{0.4, 0.515, 0.35}}), 2);
}

TEST(Neighbourhood, ProjectionIsTheNearestPointInUnitsOfTheTolerances) {
    Rng rng(2);
    for (const Norm norm : norms) {
        const Neighbourhood neighbourhood = neighbourhood_of(norm);
        const std::vector<Vector> centres = grid_over(neighbourhood.centres(), 150);
        for (const Index n : neighbourhood.reachable()) {
            for (int i = 0; i < 10; ++i) {
                const Vector x{{rng.uniform(), rng.uniform()}};
                const Vector y = neighbourhood.project(x, n);
                EXPECT_TRUE(neighbourhood.centres().contains(y));
                EXPECT_LE(distance(norm, y - observed.col(n)), 1 + 2e-12);
                double least = 1e300;
                for (const Vector& c : centres)
                    if (distance(norm, c - observed.col(n)) <= 1) least = std::min(least, distance(Norm::two, c - x));
                // No grid point is nearer.
                EXPECT_LE(distance(Norm::two, y - x), least + 1e-9);
            }
        }
    }
}

TEST(Neighbourhood, ProjectionLeavesMembersAlone) {
    Rng rng(3);
    for (const Norm norm : norms) {
        const Neighbourhood neighbourhood = neighbourhood_of(norm);
        for (int i = 0; i < 50; ++i) {
            const Vector x = neighbourhood.draw(rng);
            for (const Index n : neighbourhood.reachable()) {
                if (distance(norm, x - observed.col(n)) > 1) continue;
                EXPECT_EQ(neighbourhood.project(x, n), x);
            }
        }
    }
}

TEST(Neighbourhood, ProjectionWorksInManyDimensionsWithExactCoordinates) {
    Rng rng(4);
    Vector tolerance = Vector::Constant(12, 0.3);
    tolerance[3] = 0;
    tolerance[7] = 0.1;
    for (const Norm norm : norms) {
        const RobustSet set(norm, tolerance);
        Points points(12, 40);
        // Near the middle with a few coordinates in the margin.
        for (double& value : points.reshaped()) value = rng.uniform() < 0.1 ? rng.uniform() : rng.uniform(0.4, 0.6);
        const Neighbourhood neighbourhood(points, set, set.centres(Box::unit(12)));
        EXPECT_GT(neighbourhood.reachable().size(), 5U);
        for (const Index n : neighbourhood.reachable()) {
            Vector x(12);
            for (double& value : x) value = rng.uniform();
            const Vector y = neighbourhood.project(x, n);
            EXPECT_TRUE(neighbourhood.centres().contains(y));
            EXPECT_TRUE(set.contains(y - points.col(n), 2e-12));
            // Optimality: no step towards a member of the region and the box comes nearer to x in units of the
            // tolerances.
            Vector towards = (x - y).cwiseQuotient(tolerance.cwiseMax(1e-300).cwiseAbs2());
            towards[3] = 0;
            for (int i = 0; i < 30; ++i) {
                const Vector z = neighbourhood.project(points.col(n) + set.draw_boundary(rng), n);
                EXPECT_LE(towards.dot(z - y), 1e-8);
            }
        }
    }
}

/// The projection by bisection along the path of the Lagrangian's minima, shrinking (p = 2) or soft thresholding (p =
/// 1).
Vector plain_projection(const RobustSet& set, const Box& box, const Vector& from, const Vector& x) {
    const Vector length = (x - from).cwiseQuotient(set.tolerance());
    const auto on_path = [&](double s) -> Vector {
        const double threshold = (1 - s) * length.cwiseAbs().maxCoeff();
        Vector y = from;
        for (Index d = 0; d < x.size(); ++d) {
            const double kept = set.norm() == Norm::two ? s * std::abs(length[d]) : std::abs(length[d]) - threshold;
            y[d] += std::copysign(std::max(kept, 0.0), length[d]) * set.tolerance()[d];
        }
        return box.clamp(y);
    };
    double low = 0;
    double high = 1;
    for (int step = 0; step < 100; ++step) {
        const double s = step == 0 ? 1 : (low + high) / 2;
        (set.gauge(on_path(s) - from) <= 1 ? low : high) = s;
    }
    return on_path(low);
}

TEST(Neighbourhood, ProjectionAgreesWithBisection) {
    Rng rng(10);
    int cut = 0;
    for (const Norm norm : {Norm::one, Norm::two}) {
        for (const Index dimension : {1, 2, 5, 12}) {
            Vector tolerance(dimension);
            for (double& value : tolerance) value = rng.uniform(0.05, 0.4);
            const RobustSet set(norm, tolerance);
            Points points(dimension, 30);
            for (double& value : points.reshaped()) value = rng.uniform() < 0.8 ? rng.uniform(0.3, 0.7) : rng.uniform();
            const Neighbourhood neighbourhood(points, set, set.centres(Box::unit(dimension)));
            for (const Index n : neighbourhood.reachable()) {
                for (const double far : {0.3, 1.0, 100.0}) {
                    Vector x(dimension);
                    for (double& value : x) value = 0.5 + far * rng.uniform(-1, 1);
                    const Vector y = neighbourhood.project(x, n);
                    const Vector expected = plain_projection(set, neighbourhood.centres(), points.col(n), x);
                    EXPECT_LT((y - expected).cwiseQuotient(tolerance).norm(), 1e-7) << dimension << " " << far;
                    EXPECT_TRUE(set.contains(y - points.col(n), 2e-12));
                    EXPECT_TRUE(neighbourhood.centres().contains(y));
                    cut += set.gauge(y - points.col(n)) > 1 - 1e-9 && !neighbourhood.centres().contains(x) ? 1 : 0;
                }
            }
        }
    }
    EXPECT_GT(cut, 50);  // both the region and the box hold it back
}

TEST(Neighbourhood, ProjectionOnAnUnreachableRegionIsRefused) {
    EXPECT_THROW(static_cast<void>(neighbourhood_of(Norm::two).project(Vector{{0.5, 0.5}}, 2)), std::invalid_argument);
}

TEST(Neighbourhood, DrawsAreMembers) {
    Rng rng(5);
    for (const Norm norm : norms) {
        const Neighbourhood neighbourhood = neighbourhood_of(norm);
        for (int i = 0; i < 300; ++i) EXPECT_TRUE(neighbourhood.contains(neighbourhood.draw(rng)));
    }
}

TEST(Neighbourhood, DrawsAreUniformInThePartOfTheRegionThatIsInTheBox) {
    Rng rng(6);
    // The region of (0.1, 0.5) with p = ∞ is cut to [0.2, 0.3] x [0.38, 0.62].
    const Neighbourhood neighbourhood = neighbourhood_of(Norm::infinity, Points{{0.1}, {0.5}});
    constexpr int draws = 2000;
    Vector sum = Vector::Zero(2);
    Vector squares = Vector::Zero(2);
    for (int i = 0; i < draws; ++i) {
        const Vector unit = (neighbourhood.draw(rng) - Vector{{0.2, 0.38}}).cwiseQuotient(Vector{{0.1, 0.24}});
        sum += unit;
        squares += unit.cwiseAbs2();
    }
    for (Index d = 0; d < 2; ++d) {
        EXPECT_NEAR(sum[d] / draws, 1.0 / 2, tolerance::false_alarm_sds * std::sqrt(1.0 / 12 / draws));
        EXPECT_NEAR(squares[d] / draws, 1.0 / 3, tolerance::false_alarm_sds * std::sqrt(4.0 / 45 / draws));
    }
}

TEST(Neighbourhood, DrawsTheOnePointOfARegionThatOnlyTouchesTheBox) {
    Rng rng(7);
    const Neighbourhood neighbourhood = neighbourhood_of(Norm::two, Points{{0.0}, {0.5}});
    EXPECT_LE((neighbourhood.draw(rng) - Vector{{0.2, 0.5}}).norm(), 1e-6);
    const Neighbourhood corner = neighbourhood_of(Norm::infinity, Points{{1.0}, {1.0}});
    EXPECT_LE((corner.draw(rng) - Vector{{0.8, 0.88}}).norm(), tolerance::rounding);
}

TEST(Neighbourhood, WithNothingInReachHasNothingToDraw) {
    Rng rng(8);
    const Neighbourhood neighbourhood = neighbourhood_of(Norm::two, Points{{0.0}, {0.0}});
    EXPECT_TRUE(neighbourhood.reachable().empty());
    EXPECT_FALSE(neighbourhood.contains(Vector{{0.2, 0.12}}));
    EXPECT_THROW(static_cast<void>(neighbourhood.draw(rng)), std::invalid_argument);
    EXPECT_THROW(static_cast<void>(neighbourhood_of(Norm::two, Points(2, 0)).nearest(Vector::Zero(2))),
                 std::invalid_argument);
    EXPECT_THROW(neighbourhood_of(Norm::two, Points::Zero(3, 1)), std::invalid_argument);
}

TEST(ExtendedNeighbourhood, ContainsWhatSomeCentreOfTheNeighbourhoodCovers) {
    for (const Norm norm : norms) {
        const Neighbourhood neighbourhood = neighbourhood_of(norm);
        const ExtendedNeighbourhood extended(neighbourhood, RobustSet(norm, reach));
        std::vector<Vector> members;       // certainly centres of the neighbourhood
        std::vector<Vector> near_members;  // the grid point nearest to any centre is one of these
        for (const Vector& c : grid_over(neighbourhood.centres(), 60)) {
            double least = 1e300;
            for (const auto& point : observed.colwise()) least = std::min(least, distance(norm, c - point));
            if (least <= 1) members.emplace_back(c);
            if (least <= 1 + 0.08) near_members.emplace_back(c);
        }
        int inside = 0;
        for (const Vector& x : grid_over(Box::unit(2), 37)) {
            const auto covers = [&](double limit) {
                return [&, limit](const Vector& c) { return distance(norm, x - c) <= limit; };
            };
            const bool found = extended.contains(x);
            EXPECT_TRUE(found || std::none_of(members.begin(), members.end(), covers(1))) << x.transpose();
            EXPECT_TRUE(!found || std::any_of(near_members.begin(), near_members.end(), covers(1 + 0.08)));
            inside += found ? 1 : 0;
        }
        EXPECT_GT(inside, 100);
        EXPECT_LT(inside, 38 * 38 - 100);
    }
}

TEST(ExtendedNeighbourhood, IsTwiceTheRegionAwayFromTheEdges) {
    Rng rng(9);
    const Vector tolerance{{0.1, 0.05, 0.1}};
    for (const Norm norm : norms) {
        const RobustSet set(norm, tolerance);
        const Neighbourhood neighbourhood(Points::Constant(3, 1, 0.5), set, set.centres(Box::unit(3)));
        const ExtendedNeighbourhood extended(neighbourhood, set);
        for (int i = 0; i < 100; ++i) {
            const Vector edge = 2 * set.draw_boundary(rng);
            EXPECT_TRUE(extended.contains(Vector::Constant(3, 0.5) + (1 - 1e-12) * edge));
            EXPECT_FALSE(extended.contains(Vector::Constant(3, 0.5) + (1 + 1e-6) * edge));
        }
    }
}

TEST(ExtendedNeighbourhood, LeavesOutCornersThatNoCentreCovers) {
    // An observation at the corner of the box of centres: its own region does not reach x, and no other centre is
    // nearer.
    const Vector x{{0.01, 0.01}};
    for (const Norm norm : norms) {
        const Neighbourhood neighbourhood = neighbourhood_of(norm, Points{{0.2}, {0.12}});
        const ExtendedNeighbourhood extended(neighbourhood, RobustSet(norm, reach));
        EXPECT_EQ(extended.contains(x), norm == Norm::infinity);
    }
}

TEST(ExtendedNeighbourhood, KeepsExactCoordinates) {
    for (const Norm norm : norms) {
        const RobustSet set(norm, Vector{{0.2, 0.0}});
        const Neighbourhood neighbourhood(Points{{0.5}, {0.3}}, set, set.centres(Box::unit(2)));
        const ExtendedNeighbourhood extended(neighbourhood, set);
        EXPECT_TRUE(extended.contains(Vector{{0.85, 0.3 + 1e-16}}));
        EXPECT_FALSE(extended.contains(Vector{{0.85, 0.31}}));
        EXPECT_FALSE(extended.contains(Vector{{0.95, 0.3}}));
    }
}

TEST(ExtendedNeighbourhood, DrawsAreMembersInTheDomain) {
    Rng rng(10);
    for (const Norm norm : norms) {
        const RobustSet set(norm, reach);
        const ExtendedNeighbourhood extended(neighbourhood_of(norm), set);
        for (int i = 0; i < 300; ++i) {
            const Vector x = extended.draw(rng);
            EXPECT_TRUE(extended.contains(x));
            EXPECT_TRUE(Box::unit(2).contains(x, tolerance::rounding));
        }
    }
}

TEST(ExtendedNeighbourhood, OfAGeneralSetAgreesWithTheNormBallThatItDescribes) {
    Rng rng(11);
    const RobustSet ball(Norm::two, reach);
    const RobustSet general([](const Vector& delta) { return distance(Norm::two, delta); }, 1, {-reach, reach});
    const Box centres = ball.centres(Box::unit(2));
    const Neighbourhood near(observed, ball, centres);
    const Neighbourhood near_general(observed, general, centres);
    EXPECT_EQ(near.reachable(), near_general.reachable());
    const ExtendedNeighbourhood extended(near, ball);
    const ExtendedNeighbourhood extended_general(near_general, general);
    int missed = 0;
    for (int i = 0; i < 1000; ++i) {
        const Vector x{{rng.uniform(), rng.uniform()}};
        EXPECT_EQ(near.contains(x), near_general.contains(x));
        EXPECT_TRUE(extended.contains(x) || !extended_general.contains(x));
        missed += extended.contains(x) && !extended_general.contains(x) ? 1 : 0;
    }
    // The search may miss centres of a thin intersection only.
    EXPECT_LE(missed, 3);
    for (int i = 0; i < 100; ++i) EXPECT_TRUE(near.contains(near_general.draw(rng)));
    for (const Index n : near_general.reachable())
        EXPECT_TRUE(near.contains(near_general.project(Vector{{rng.uniform(), rng.uniform()}}, n)));
}

TEST(ExtendedNeighbourhood, RefusesAnotherRobustSet) {
    EXPECT_THROW(ExtendedNeighbourhood(neighbourhood_of(Norm::two), RobustSet(Norm::two, 2 * reach)),
                 std::invalid_argument);
    EXPECT_THROW(ExtendedNeighbourhood(neighbourhood_of(Norm::two), RobustSet(Norm::one, reach)),
                 std::invalid_argument);
}

}  // namespace
}  // namespace sweetspot
