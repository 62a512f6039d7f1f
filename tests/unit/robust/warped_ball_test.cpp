// Regions with tolerances of the nominal value, {δ : δ_d = log(1 + t_d u_d), ‖u‖_p ≤ 1}, against brute force in u.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>

#include "robust/neighbourhood.hpp"
#include "support/norms.hpp"
#include "support/tolerance.hpp"
#include "sweetspot/robust/problem.hpp"
#include "sweetspot/robust/template.hpp"

namespace sweetspot {
namespace {

using support::norms;
constexpr auto nominal = RegionTolerance::Of::nominal;

/// Coordinate 0 is a logarithm that was divided by 4 and may be off by 40 % of the nominal value, coordinate 1 is an
/// ordinary one.
constexpr double share = 0.4;
constexpr double logarithm_unit = 0.25;
constexpr double mixed_reach = 0.12;
RobustSet mixed(Norm norm) {
    return RobustSet(norm, {{share, nominal}, {mixed_reach}}).scaled(Vector{{logarithm_unit, 1}});
}
Vector image(const Vector& u) {
    return Vector{{logarithm_unit * std::log(1 + share * u[0]), mixed_reach * u[1]}};
}
Vector preimage(const Vector& delta) {
    return Vector{{(std::exp(delta[0] / logarithm_unit) - 1) / share, delta[1] / mixed_reach}};
}
double length(Norm norm, const Vector& u) {
    const double a = std::abs(u[0]);
    const double b = std::abs(u[1]);
    return norm == Norm::one ? a + b : norm == Norm::two ? std::hypot(a, b) : std::max(a, b);
}

/// A grid over [-1.5, 1.5]² without points within rounding of any unit sphere.
std::vector<Vector> grid_of_u(int steps) {
    std::vector<Vector> grid;
    for (int i = 0; i <= steps; ++i) {
        for (int j = 0; j <= steps; ++j) {
            const Vector u{{3.0 * i / steps - 1.5, 3.0 * j / steps - 1.5}};
            grid.push_back(u);
        }
    }
    return grid;
}

std::string message(const std::function<void()>& f) {
    try {
        f();
    } catch (const std::invalid_argument& error) {
        return error.what();
    }
    return "";
}

TEST(WarpedBall, IsTheImageOfTheUnitBall) {
    for (const Norm norm : norms) {
        const RobustSet set = mixed(norm);
        EXPECT_TRUE(set.is_warped() && set.has_norm() && !set.is_norm_ball());
        for (const Vector& u : grid_of_u(41)) {
            EXPECT_NEAR(set.gauge(image(u)), length(norm, u), tolerance::rounding);
            EXPECT_EQ(set.contains(image(u)), length(norm, u) < 1) << u.transpose();
        }
        EXPECT_LT((set.bounds().lower - image(Vector{{-1, -1}})).norm(), tolerance::rounding);
        EXPECT_LT((set.bounds().upper - image(Vector{{1, 1}})).norm(), tolerance::rounding);
    }
}

TEST(WarpedBall, WithoutTolerancesOfTheNominalValueIsANormBall) {
    const RobustSet set(Norm::two, {{0.2}, {0, nominal}, {0.1}});
    EXPECT_TRUE(set.is_norm_ball());
    EXPECT_EQ(set.tolerance(), (Vector{{0.2, 0, 0.1}}));
}

TEST(WarpedBall, ProjectsOnTheNearestPointInU) {
    for (const Norm norm : norms) {
        const RobustSet set = mixed(norm);
        const std::vector<Vector> grid = grid_of_u(301);
        for (const Vector& u : {Vector{{1.4, 0.3}}, Vector{{-1.2, 1.3}}, Vector{{0.2, -1.1}}, Vector{{-1.4, 0.0}}}) {
            const double found = (preimage(set.project(image(u))) - u).norm();
            double nearest = std::numeric_limits<double>::infinity();
            for (const Vector& v : grid)
                if (length(norm, v) <= 1) nearest = std::min(nearest, (v - u).norm());
            EXPECT_LE(found, nearest + tolerance::rounding);
            EXPECT_GE(found, nearest - 0.02);  // the grid's diagonal is 0.014
        }
    }
}

TEST(WarpedBall, ProjectsFromAnyDistance) {
    for (const Norm norm : norms) {
        const RobustSet set = mixed(norm);
        for (const double far : {1e3, 1e300, -1e300}) {
            const Vector projected = set.project(Vector{{far, 0}});
            EXPECT_NEAR(projected[0], far > 0 ? set.bounds().upper[0] : set.bounds().lower[0], tolerance::rounding);
            EXPECT_EQ(projected[1], 0);
        }
    }
}

TEST(WarpedBall, DrawsAreUniformInWhatIsBuilt) {
    constexpr int draws = 4000;
    for (const Norm norm : norms) {
        const RobustSet set = mixed(norm);
        Rng rng(12);
        // A quarter of a ball in each quadrant of u, and 2^-k of it in the halved ball.
        std::array<int, 4> quadrant{};
        int halved = 0;
        for (int i = 0; i < draws; ++i) {
            const Vector u = preimage(set.draw_uniform(rng));
            const std::size_t which = (u[0] > 0 ? 1U : 0U) + (u[1] > 0 ? 2U : 0U);
            ++quadrant[which];
            halved += length(norm, u) <= 0.5 ? 1 : 0;
        }
        const double sd = std::sqrt(draws * 0.25 * 0.75);
        for (const int count : quadrant) EXPECT_NEAR(count, draws / 4.0, tolerance::false_alarm_sds * sd);
        EXPECT_NEAR(halved, draws / 4.0, tolerance::false_alarm_sds * sd);
    }
}

// E(1 + t u) = 1 and E(1 + t u)² = 1 + t² E u², with E u² = 1/6, 1/4, 1/3 for p = 1, 2, ∞ in two dimensions.
TEST(WarpedBall, TemplateWeightsIntegrateWhatIsBuilt) {
    const std::array<double, 3> second_moment{1.0 / 6, 1.0 / 4, 1.0 / 3};
    for (std::size_t p = 0; p < norms.size(); ++p) {
        for (const std::string& shape : template_shape_names()) {
            const Template T = make_template(mixed(norms[p]), {template_shape_named(shape), 2000}, Rng(4));
            const Vector built = (T.points.row(0).transpose() / logarithm_unit).array().exp();
            EXPECT_NEAR(T.weights.dot(built), 1, 2e-3) << shape;
            EXPECT_NEAR(T.weights.dot(built.cwiseAbs2()), 1 + share * share * second_moment[p], 2e-3) << shape;
        }
    }
}

TEST(WarpedBall, TheTemplateHasTheVertices) {
    const auto has = [](const Template& T, const Vector& vertex) {
        return (T.points.colwise() - vertex).colwise().norm().minCoeff() < tolerance::rounding;
    };
    const Template cross = make_template(mixed(Norm::one), {}, Rng(4));
    const Template box = make_template(mixed(Norm::infinity), {}, Rng(4));
    for (const double a : {-1.0, 1.0}) {
        EXPECT_TRUE(has(cross, image(Vector{{a, 0}})));
        EXPECT_TRUE(has(cross, image(Vector{{0, a}})));
        for (const double b : {-1.0, 1.0}) EXPECT_TRUE(has(box, image(Vector{{a, b}})));
    }
}

TEST(WarpedBall, OnAnIntervalTheGridIsEvenInU) {
    const RobustSet set(Norm::two, {{share, nominal}});
    const Template T = make_template(set, {TemplateShape::uniform, 21}, Rng(4));
    for (Index i = 0; i < T.size(); ++i) {
        const double tenths = 10 * (std::exp(T.points(0, i)) - 1) / share;
        EXPECT_NEAR(tenths, std::round(tenths), 1e-10);
        EXPECT_NEAR(T.weights[i], std::abs(tenths) > 9.5 ? 0 : std::abs(tenths) > 8.5 ? 0.075 : 0.05, 1e-10);
    }
}

const Points observed_in_u{{0.50, 0.03, 0.00, 0.97, 1.00, 0.45, 0.93}, {0.50, 0.40, 0.00, 0.96, 0.06, 0.00, 0.91}};

TEST(WarpedBall, NeighbourhoodAgreesWithBruteForceInU) {
    for (const Norm norm : norms) {
        const RobustSet set = mixed(norm);
        const Box centres = set.centres(Box::unit(2));
        const Neighbourhood neighbourhood(observed_in_u, set, centres);
        const std::vector<Vector> ball = grid_of_u(300);
        for (Index n = 0; n < observed_in_u.cols(); ++n) {
            const Vector at = observed_in_u.col(n);
            const auto in_box_and_ball = [&](const Vector& u, double slack) {
                return length(norm, u) <= 1 + slack && centres.contains(at + image(u), slack * 0.1);
            };
            const bool listed = std::ranges::binary_search(neighbourhood.reachable(), n);
            bool meets = false;
            for (const Vector& u : ball) meets = meets || in_box_and_ball(u, 0);
            EXPECT_TRUE(!meets || listed) << n;
            bool nearly = false;
            for (const Vector& u : ball) nearly = nearly || in_box_and_ball(u, 0.02);
            EXPECT_TRUE(!listed || nearly) << n;
            if (!meets) continue;
            for (const Vector& x : {Vector{{0.1, 0.9}}, Vector{{0.9, 0.2}}, Vector{{0.6, 0.6}}, Vector{{0.0, 0.0}}}) {
                const Vector wanted = preimage(x - at);
                const Vector found = neighbourhood.project(x, n);
                EXPECT_TRUE(set.contains(found - at, tolerance::rounding) && centres.contains(found));
                double nearest = std::numeric_limits<double>::infinity();
                for (const Vector& u : ball)
                    if (in_box_and_ball(u, 0)) nearest = std::min(nearest, (u - wanted).norm());
                EXPECT_LE((preimage(found - at) - wanted).norm(), nearest + tolerance::linear_algebra);
                EXPECT_TRUE(neighbourhood.contains(found));
            }
        }
        Rng rng(6);
        for (int i = 0; i < 100; ++i) EXPECT_TRUE(neighbourhood.contains(neighbourhood.draw(rng)));
    }
}

// x - c and c - x_n in Δ for some centre c: looked for on a fine grid of centres.
TEST(WarpedBall, ExtendedNeighbourhoodAgreesWithBruteForce) {
    const Points one = observed_in_u.leftCols(1);
    for (const Norm norm : norms) {
        const RobustSet set = mixed(norm);
        const Neighbourhood neighbourhood(one, set, set.centres(Box::unit(2)));
        const ExtendedNeighbourhood extended(neighbourhood, set);
        int members = 0;
        int found = 0;
        for (int i = 0; i <= 24; ++i) {
            for (int j = 0; j <= 24; ++j) {
                const Vector x{{i / 24.0, j / 24.0}};
                double least = std::numeric_limits<double>::infinity();
                for (const Vector& u : grid_of_u(120)) {
                    if (length(norm, u) > 1) continue;
                    const Vector c = one.col(0) + image(u);
                    least = std::min(least, length(norm, preimage(x - c)));
                }
                if (least <= 1) ++members;
                if (least <= 1 && extended.contains(x)) ++found;
                EXPECT_TRUE(least < 1.1 || !extended.contains(x)) << x.transpose();
            }
        }
        EXPECT_GT(members, 30);
        EXPECT_EQ(found, members);
    }
}

TEST(ProblemWithSharesOfTheNominalValue, BuildsXTimesOnePlusMinusTheShare) {
    const Problem problem(Space({{"c", 1, 100, Scale::log}, {"d", -2, 2}}), Norm::infinity, {{0.05, nominal}, {0.5}});
    const Space& space = problem.space();
    const RobustSet& set = problem.robust_set();
    for (const double x : {2.0, 10.0, 70.0}) {
        const Vector centre = space.to_unit(Vector{{x, 1}});
        const Vector low = space.from_unit(centre + set.bounds().lower);
        const Vector high = space.from_unit(centre + set.bounds().upper);
        EXPECT_LT((low - Vector{{0.95 * x, 0.5}}).norm(), x * tolerance::rounding);
        EXPECT_LT((high - Vector{{1.05 * x, 1.5}}).norm(), x * tolerance::rounding);
    }
    const Vector first = space.from_unit(problem.centres().lower);
    const Vector last = space.from_unit(problem.centres().upper);
    EXPECT_LT((first - Vector{{1 / 0.95, -1.5}}).norm(), tolerance::rounding);
    EXPECT_LT((last - Vector{{100 / 1.05, 1.5}}).norm(), 100 * tolerance::rounding);
}

TEST(ProblemWithSharesOfTheNominalValue, RefusesWhatDoesNotFitInASentence) {
    const Space space({{"c", 1, 2, Scale::log}, {"d", 0, 1}});
    const auto refusal = [&](RegionTolerance c, RegionTolerance d) {
        return message([&] { Problem(space, Norm::two, {c, d}); });
    };
    EXPECT_EQ(refusal({1.0 / 3, nominal}, {0.5}), "") << "[2/3, 4/3] times the one centre 1.5";
    EXPECT_EQ(refusal({0.4, nominal}, {0.1}),
              "RobustSet: tolerance of \"c\" is 40% of the nominal value; it must be at most 33.3333% so that the "
              "region fits in its bounds");
    EXPECT_EQ(refusal({0.1, nominal}, {0.6}),
              "RobustSet: tolerance of \"d\" is 0.6; it must be at most 0.5 so that the region fits in its bounds");
    EXPECT_EQ(refusal({1.5, nominal}, {0.1}),
              "Problem: tolerance of \"c\" is 150% of the nominal value; it must be at most 33.33% so that the region "
              "fits in its bounds");
    EXPECT_EQ(
        refusal({0.1, nominal}, {0.1, nominal}),
        "Problem: tolerance of \"d\" is 10% of the nominal value and its bounds are [0, 1]; both must be above 0");
    EXPECT_EQ(refusal({0.1}, {0.1}),
              "Problem: tolerance of \"c\" is 0.1 in its own unit and its scale is log; give it in per cent of the "
              "nominal value, or use a linear scale");
    EXPECT_EQ(refusal({-0.1, nominal}, {0.1}),
              "Problem: tolerance of \"c\" is -0.1; it must be a number ≥ 0 (0: built exactly)");
    EXPECT_EQ(message([&] { Problem(space, Norm::two, std::vector<RegionTolerance>(3)); }),
              "Problem: 3 tolerances were given for 2 parameters; give one per parameter");
    EXPECT_EQ(refusal({0}, {0, nominal}), "");
    EXPECT_EQ(message([] {
                  RobustSet(Norm::two, {{0.1}, {1, nominal}});
              }),
              "RobustSet: tolerance of coordinate 2 of 2 is 100% of the nominal value; it must be below 100%");
}

}  // namespace
}  // namespace sweetspot
