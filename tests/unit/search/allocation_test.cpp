// The cheapest tolerances, on models of functions whose answers are closed forms or were found by trying everything.
#include <gtest/gtest.h>

#include <cmath>

#include "support/known_functions.hpp"
#include "sweetspot/search/tolerance_questions.hpp"

namespace sweetspot {
namespace {

using known::cube;
using known::middle;
using known::model_of;
using known::sloping;
using Location = AllocationQuestion::Centre;

AllocationQuestion question(const std::vector<ToleranceCost>& costs, const Vector& centre,
                            Location location = Location::fixed) {
    AllocationQuestion result{{}, centre, location};
    for (const ToleranceCost& cost : costs) result.parameters.push_back({cost});
    return result;
}

Allocation allocation(const SearchDescription& search, const GaussianProcess& model, const AllocationQuestion& asked,
                      double limit) {
    return allocate(search, model, asked, {limit}, Parallel(1)).front();
}

double cost_of(const std::vector<ToleranceCost>& costs, const std::vector<double>& t) {
    double sum = 0;
    for (std::size_t d = 0; d < t.size(); ++d) sum += costs[d].at(t[d]);
    return sum;
}

/// The largest t for which `worst` is at most the limit.
double largest(const std::function<double(double)>& worst, double limit) {
    double from = 0;
    double to = 0.5;
    for (int i = 0; i < 40; ++i) ((worst((from + to) / 2) <= limit) ? from : to) = (from + to) / 2;
    return from;
}

TEST(ToleranceCost, IsAPowerOrLinearBetweenTheRowsOfATable) {
    EXPECT_DOUBLE_EQ((ToleranceCost{.factor = 3}.at(0.5)), 6);
    EXPECT_DOUBLE_EQ((ToleranceCost{.factor = 2, .power = 2}.at(0.5)), 8);
    const ToleranceCost table{.table = {{0.1, 10}, {0.2, 4}, {0.4, 3}}};
    EXPECT_DOUBLE_EQ(table.at(0.1), 10);
    EXPECT_DOUBLE_EQ(table.at(0.15), 7);
    EXPECT_DOUBLE_EQ(table.at(0.3), 3.5);
    EXPECT_DOUBLE_EQ(table.at(0.4), 3);
}

TEST(Allocation, OfAPlaneInABoxIsTheClosedForm) {
    const GaussianProcess model = model_of(2, sloping);
    const std::vector<ToleranceCost> costs = {{.factor = 1}, {.factor = 2}};
    const double limit = 0.4;
    const Allocation found = allocation(cube(Norm::infinity, {0.05, 0.1}), model, question(costs, middle), limit);
    ASSERT_TRUE(found.by_mean.keeps_limit);
    // min Σ c/t where Σ a t = limit: t is in proportion to √(c/a).
    const double sum = std::sqrt(1.0 * 3) + std::sqrt(2.0 * 1);
    EXPECT_NEAR(found.by_mean.tolerances[0], std::sqrt(1.0 / 3) * limit / sum, 1e-3);
    EXPECT_NEAR(found.by_mean.tolerances[1], std::sqrt(2.0) * limit / sum, 2e-3);
    EXPECT_NEAR(found.by_mean.cost, sum * sum / limit, 1e-3 * sum * sum / limit);
    EXPECT_NEAR(found.by_mean.worst, limit, 1e-4);
    EXPECT_LE(found.by_mean.worst, limit + 1e-9);
    EXPECT_EQ(found.by_mean.centre, middle);
    ASSERT_TRUE(found.safely);
    EXPECT_LE(found.safely->upper, limit + 1e-9);
    EXPECT_GT(found.safely->cost, found.by_mean.cost);
}

TEST(Allocation, OfAPlaneInABallIsTheClosedForm) {
    const GaussianProcess model = model_of(2, sloping);
    const std::vector<ToleranceCost> costs = {{.factor = 1}, {.factor = 2}};
    const double limit = 0.4;
    const Allocation found = allocation(cube(Norm::two, {0.1, 0.1}), model, question(costs, middle), limit);
    // The worst is the length of a t, so that t is in proportion to ∛(c/a²).
    const Vector shape{{std::cbrt(1.0 / 9), std::cbrt(2.0)}};
    const Vector t = shape * (limit / std::hypot(3 * shape[0], shape[1]));
    EXPECT_NEAR(found.by_mean.tolerances[0], t[0], 2e-3);
    EXPECT_NEAR(found.by_mean.tolerances[1], t[1], 4e-3);
    EXPECT_NEAR(found.by_mean.cost, cost_of(costs, {t[0], t[1]}), 2e-3 * found.by_mean.cost);
}

TEST(Allocation, OfFiveToleranceWithPowersIsTheClosedForm) {
    const Vector slopes{{3, 1, 0.5, 2, 1.5}};
    const GaussianProcess model = model_of(
        5, [&](const Vector& x) { return slopes.dot((x.array() - 0.5).matrix()); }, 80);
    const std::vector<ToleranceCost> costs(5, ToleranceCost{.factor = 1, .power = 2});
    const double limit = 0.6;
    const SearchDescription search = cube(Norm::infinity, std::vector<double>(5, 0.05));
    const Allocation found = allocation(search, model, question(costs, Vector::Constant(5, 0.5)), limit);
    // t is in proportion to a^(-1/3).
    const Vector shape = slopes.array().pow(-1.0 / 3);
    const Vector t = shape * (limit / slopes.dot(shape));
    for (Index d = 0; d < 5; ++d) EXPECT_NEAR(found.by_mean.tolerances[d], t[d], 0.02 * t[d]) << d;
    EXPECT_NEAR(found.by_mean.cost, cost_of(costs, {t.begin(), t.end()}), 1e-3 * found.by_mean.cost);
}

TEST(Allocation, BesideTheMiddleOfABowlIsWhatAGridFinds) {
    const GaussianProcess model =
        model_of(2, [](const Vector& x) { return 4 * std::pow(x[0] - 0.5, 2) + std::pow(x[1] - 0.5, 2); });
    const std::vector<ToleranceCost> costs = {{.factor = 1}, {.factor = 1}};
    const double limit = 0.1;
    const Vector aside{{0.45, 0.53}};
    const Allocation found = allocation(cube(Norm::infinity, {0.1, 0.1}), model, question(costs, aside), limit);
    double best = 1e9;
    for (double a = 0.001; a < 0.15; a += 0.0005) {
        const double b = largest([&](double t) { return 4 * std::pow(0.05 + a, 2) + std::pow(0.03 + t, 2); }, limit);
        if (b > 0) best = std::min(best, cost_of(costs, {a, b}));
    }
    EXPECT_NEAR(found.by_mean.cost, best, 0.005 * best);
}

TEST(Allocation, MovesAFreeCentreToTheMiddleOfABowl) {
    const GaussianProcess model =
        model_of(2, [](const Vector& x) { return 4 * std::pow(x[0] - 0.5, 2) + std::pow(x[1] - 0.5, 2); });
    const std::vector<ToleranceCost> costs = {{.factor = 1}, {.factor = 1}};
    const double limit = 0.05;
    const Vector aside{{0.45, 0.55}};
    const Allocation found =
        allocation(cube(Norm::infinity, {0.05, 0.05}), model, question(costs, aside, Location::free), limit);
    // 4 a² + b² = limit, and by the multiplier a³ : b³ = 1 : 4.
    const double a = std::sqrt(limit / (4 + std::cbrt(16.0)));
    EXPECT_NEAR(found.by_mean.tolerances[0], a, 0.02 * a);
    EXPECT_NEAR(found.by_mean.cost, cost_of(costs, {a, std::cbrt(4.0) * a}), 0.003 * found.by_mean.cost);
    EXPECT_NEAR((found.by_mean.centre - middle).norm(), 0, 0.005);
    const Allocation stays = allocation(cube(Norm::infinity, {0.05, 0.05}), model, question(costs, aside), limit);
    EXPECT_GT(stays.by_mean.cost, 1.05 * found.by_mean.cost);
}

TEST(Allocation, DoesNotJamWhereTheRegionTouchesTheBounds) {
    const GaussianProcess model = model_of(2, sloping);
    const std::vector<ToleranceCost> costs = {{.factor = 1}, {.factor = 2}};
    const Allocation found =
        allocation(cube(Norm::infinity, {0.05, 0.05}), model, question(costs, middle, Location::free), 0);
    // The centre is t away from the lowest corner, so that the worst is 2 (3 a + b) - 2 = 0.
    const double sum = 3 * std::sqrt(1.0 / 3) + std::sqrt(2.0);
    EXPECT_NEAR(found.by_mean.tolerances[0], std::sqrt(1.0 / 3) / sum, 2e-3);
    EXPECT_NEAR(found.by_mean.tolerances[1], std::sqrt(2.0) / sum, 2e-3);
    EXPECT_NEAR((found.by_mean.centre - found.by_mean.tolerances).norm(), 0, 1e-6);
    EXPECT_NEAR(found.by_mean.cost, sum * sum, 1e-3 * sum * sum);
    EXPECT_LE(found.by_mean.cost, found.safely->cost);
}

TEST(Allocation, MovesAFreeCentreToWhereTheDearToleranceHasRoom) {
    // A valley along b, narrow in a where it is deepest: only a tolerance of a that costs much is worth the climb.
    const auto f = [](const Vector& x) {
        return (14 - 12 * x[1]) * std::pow(x[0] - 0.5, 2) + 0.3 * std::pow(x[1] - 0.3, 2);
    };
    const GaussianProcess model = model_of(2, f, 100);
    const double limit = 0.1;
    for (const double dear : {0.2, 5.0}) {
        const std::vector<ToleranceCost> costs = {{.factor = dear}, {.factor = 1}};
        const Allocation found =
            allocation(cube(Norm::infinity, {0.05, 0.05}), model, question(costs, middle, Location::free), limit);
        // Over a box the worst is at a = 0.5 ± t_a and, f being convex along b, at one of both ends.
        double best = 1e9;
        for (double centre = 0.02; centre < 0.98; centre += 0.01) {
            for (double a = 0.005; a < 0.4; a += 0.0025) {
                const auto worst = [&](double b) {
                    return std::max(f(Vector{{0.5 + a, centre - b}}), f(Vector{{0.5 + a, centre + b}}));
                };
                const double b = std::min(largest(worst, limit), std::min(centre, 1 - centre));
                if (worst(b) <= limit && b > 0) best = std::min(best, cost_of(costs, {a, b}));
            }
        }
        EXPECT_LE(found.by_mean.cost, 1.01 * best) << dear;
        EXPECT_GE(found.by_mean.cost, 0.99 * best) << dear;
        const Vector& t = found.by_mean.tolerances;
        const Vector& x = found.by_mean.centre;
        for (const double corner : {-1.0, 1.0}) {
            EXPECT_LE(f(Vector{{x[0] + t[0], x[1] + corner * t[1]}}), 1.01 * limit);
        }
    }
}

TEST(Allocation, ByTablesIsWhatAGridFinds) {
    const GaussianProcess model = model_of(2, sloping);
    // Kinks on both sides of where the slopes balance, and one that is not convex.
    const std::vector<std::vector<ToleranceCost>> tables = {
        {{.table = {{0.01, 100}, {0.05, 20}, {0.1, 10}, {0.2, 8}}}, {.factor = 1}},
        {{.table = {{0.01, 30}, {0.06, 28}, {0.07, 10}, {0.2, 9}}}, {.table = {{0.02, 60}, {0.15, 12}, {0.4, 6}}}},
        {{.table = {{0.02, 9}, {0.2, 1}}}, {.table = {{0.02, 9}, {0.2, 1}}}}};
    for (std::size_t k = 0; k < tables.size(); ++k) {
        const double limit = 0.4;
        const Allocation found =
            allocation(cube(Norm::infinity, {0.05, 0.1}), model, question(tables[k], middle), limit);
        double best = 1e9;
        const auto upper = [&](std::size_t d) {
            return tables[k][d].table.empty() ? 0.5 : tables[k][d].table.back().tolerance;
        };
        const auto lower = [&](std::size_t d) {
            return tables[k][d].table.empty() ? 1e-4 : tables[k][d].table.front().tolerance;
        };
        for (double a = lower(0); a <= upper(0); a += 1e-4) {
            const double b = std::min(limit - 3 * a, upper(1));
            if (b >= lower(1)) best = std::min(best, cost_of(tables[k], {a, b}));
        }
        EXPECT_NEAR(found.by_mean.cost, best, 0.005 * best) << k;
    }
}

TEST(Allocation, OfATolerancesInPerCentIsTheClosedForm) {
    SearchDescription search = cube(Norm::infinity, {0.05, 0.1});
    search.parameters[0].parameter = {"a", 1, 10};
    search.parameters[0].tolerance = {0.05, RegionTolerance::Of::nominal};
    // In the unit cube a is log10 of the parameter.
    const GaussianProcess model = model_of(2, sloping);
    const std::vector<ToleranceCost> costs = {{.factor = 1}, {.factor = 1}};
    const double limit = 0.4;
    const Allocation found = allocation(search, model, question(costs, Vector{{std::sqrt(10.0), 0.5}}), limit);
    double best = 1e9;
    for (double a = 0.001; a < 0.36; a += 1e-4) {
        const double b = limit - 3 * std::log10(1 + a);
        if (b > 0) best = std::min(best, cost_of(costs, {a, b}));
    }
    EXPECT_NEAR(found.by_mean.cost, best, 0.003 * best);
}

TEST(Allocation, LeavesWhatIsLockedAndStaysWithinBounds) {
    const GaussianProcess model = model_of(2, sloping);
    const SearchDescription search = cube(Norm::infinity, {0.05, 0.1});
    AllocationQuestion asked = question({{.factor = 1}, {.factor = 1}}, middle);
    asked.parameters[0].locked = 0.08;
    Allocation found = allocation(search, model, asked, 0.4);
    EXPECT_EQ(found.by_mean.tolerances[0], 0.08);
    EXPECT_NEAR(found.by_mean.tolerances[1], 0.4 - 3 * 0.08, 1e-3);
    EXPECT_NEAR(found.by_mean.cost, 1 / 0.08 + 1 / 0.16, 0.05) << "what is locked costs too";

    asked.parameters[0] = {};
    found = allocation(search, model, asked, 0.4);
    EXPECT_EQ(found.by_mean.tolerances[0], 0.05) << "without a cost it stays as it is";
    EXPECT_NEAR(found.by_mean.tolerances[1], 0.4 - 3 * 0.05, 1e-3);

    asked = question({{.factor = 1}, {.factor = 1}}, middle);
    asked.parameters[1].most = 0.12;
    found = allocation(search, model, asked, 0.4);
    EXPECT_NEAR(found.by_mean.tolerances[1], 0.12, 1e-12);
    EXPECT_NEAR(found.by_mean.tolerances[0], 0.28 / 3, 1e-3);
    asked.parameters[0].least = 0.1;
    found = allocation(search, model, asked, 0.4);
    EXPECT_NEAR(found.by_mean.tolerances[0], 0.1, 1e-9);
    EXPECT_NEAR(found.by_mean.tolerances[1], 0.1, 1e-3);
}

TEST(Allocation, IsTheLoosestWhereTheLimitIsFarAndNoneWhereNothingKeepsIt) {
    const GaussianProcess model = model_of(2, sloping);
    const SearchDescription search = cube(Norm::infinity, {0.05, 0.1});
    const AllocationQuestion asked = question({{.factor = 1}, {.factor = 1}}, middle);
    const Allocation far = allocation(search, model, asked, 1000);
    EXPECT_TRUE(far.by_mean.keeps_limit);
    EXPECT_NEAR(far.by_mean.tolerances[0], 0.5, 1e-6) << "the region must lie within the bounds";
    EXPECT_NEAR(far.by_mean.tolerances[1], 0.5, 1e-6);
    const Allocation none = allocation(search, model, asked, -0.5);
    EXPECT_FALSE(none.by_mean.keeps_limit);
    EXPECT_FALSE(none.safely->keeps_limit);
    EXPECT_GT(none.by_mean.worst, -0.5);
}

TEST(Allocation, SafelyIsWhatAGridOfUpperBoundsFinds) {
    // Few points, so that bounds matter and differ from place to place.
    const GaussianProcess model = model_of(
        2, [](const Vector& x) { return std::sin(4 * x[0]) + x[1] * x[1]; }, 12);
    const SearchDescription search = cube(Norm::infinity, {0.05, 0.1});
    const std::vector<ToleranceCost> costs = {{.factor = 1}, {.factor = 1}};
    const Vector centre{{0.2, 0.4}};
    const auto upper = [&](double a, double b) {
        const RegionModel regions(problem_of(cube(Norm::infinity, {a, b})), model, Rng(search.seed));
        return regions.at(centre).worst().upper;
    };
    const double limit = upper(0.06, 0.12);
    const Allocation found = allocation(search, model, question(costs, centre), limit);
    ASSERT_TRUE(found.safely && found.safely->keeps_limit);
    EXPECT_LE(found.safely->upper, limit + 1e-9);
    double best = 1e9;
    for (double a = 0.01; a < 0.19; a *= 1.05) {
        double from = 0.001;
        double to = 0.39;
        if (upper(a, from) > limit) continue;
        for (int i = 0; i < 12; ++i) ((upper(a, (from + to) / 2) <= limit) ? from : to) = (from + to) / 2;
        best = std::min(best, cost_of(costs, {a, from}));
    }
    EXPECT_LE(found.safely->cost, 1.02 * best);
    EXPECT_GE(found.safely->cost, 0.98 * best);
}

TEST(Allocation, OfALooserLimitNeverCostsMoreAndIsTheSameAtAnyNumberOfThreads) {
    const GaussianProcess model = model_of(
        2, [](const Vector& x) { return std::sin(6 * x[0]) + std::pow(x[1] - 0.4, 2); }, 30);
    const SearchDescription search = cube(Norm::two, {0.05, 0.1});
    const AllocationQuestion asked = question({{.factor = 1}, {.factor = 1}}, Vector{{0.8, 0.4}}, Location::free);
    const std::vector<double> limits = {-0.4, -0.9, -0.7};
    const std::vector<Allocation> one = allocate(search, model, asked, limits, Parallel(1));
    const std::vector<Allocation> two = allocate(search, model, asked, limits, Parallel(2));
    ASSERT_EQ(one.size(), 3U);
    for (std::size_t k = 0; k < 3; ++k) {
        EXPECT_EQ(one[k].by_mean.tolerances, two[k].by_mean.tolerances);
        EXPECT_EQ(one[k].safely->centre, two[k].safely->centre);
        if (k == 0) continue;
        EXPECT_LT(one[k - 1].limit, one[k].limit);
        EXPECT_LE(one[k].by_mean.cost, one[k - 1].by_mean.cost);
        EXPECT_LE(one[k].safely->cost, one[k - 1].safely->cost);
    }
}

TEST(Allocation, RefusesWhatCannotBeAsked) {
    const GaussianProcess model = model_of(2, sloping);
    const SearchDescription search = cube(Norm::infinity, {0.05, 0.1});
    const auto refused = [&](const SearchDescription& of, const AllocationQuestion& asked, double limit = 0.4) {
        EXPECT_THROW(static_cast<void>(allocation(of, model, asked, limit)), std::invalid_argument);
    };
    const AllocationQuestion fine = question({{.factor = 1}, {.factor = 1}}, middle);
    refused(search, fine, std::nan(""));
    AllocationQuestion asked = fine;
    asked.parameters = {{}, {}};
    refused(search, asked);  // nothing may change
    asked.parameters.pop_back();
    refused(search, asked);
    refused(cube(Norm::infinity, {0, 0.1}), fine);  // built exactly
    for (const ToleranceCost& cost :
         {ToleranceCost{.factor = 0}, ToleranceCost{.power = -1}, ToleranceCost{.table = {{0.1, 1}}},
          ToleranceCost{.table = {{0.1, 1}, {0.05, 2}}}, ToleranceCost{.table = {{0.1, 1}, {0.2, 2}}}}) {
        asked = fine;
        asked.parameters[0].cost = cost;
        refused(search, asked);
    }
    asked = fine;
    asked.parameters[0].least = 0.6;  // more than fits
    refused(search, asked);
    asked = fine;
    asked.parameters[0].most = 0.2;
    asked.parameters[0].locked = 0.1;  // between bounds it could not be chosen
    refused(search, asked);
    asked = fine;
    asked.parameters[0] = {.least = 0.01};  // bounds of what stays as it is
    refused(search, asked);
}

}  // namespace
}  // namespace sweetspot
