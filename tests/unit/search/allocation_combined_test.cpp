// The cheapest tolerances over an environment, within limits on other outputs and of parts of a series, where they are
// closed forms or were found by trying everything.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

#include "support/known_functions.hpp"
#include "support/refusal.hpp"
#include "sweetspot/search/tolerance_questions.hpp"

namespace sweetspot {
namespace {

using known::cube;
using known::model_of;
using Moves = AllocationQuestion::Centre;

/// a and b with these tolerances, and a temperature from 0 to 1 that nobody chooses.
SearchDescription heated(std::vector<double> tolerances) {
    tolerances.push_back(0);
    SearchDescription search = cube(Norm::infinity, tolerances);
    search.parameters.back().parameter.chosen = false;
    return search;
}

AllocationQuestion asked_for(const std::vector<double>& factors, const Vector& centre, Moves moves = Moves::fixed) {
    AllocationQuestion result{std::vector<ToleranceChoice>(static_cast<std::size_t>(centre.size())), centre, moves};
    for (std::size_t d = 0; d < factors.size(); ++d) result.parameters[d].cost = ToleranceCost{.factor = factors[d]};
    return result;
}

/// The least cost of c₁/a + c₂/b where b may be as large as `most_b` says.
double cheapest_of_grid(const std::vector<double>& factors, const std::function<double(double)>& most_b) {
    double best = std::numeric_limits<double>::infinity();
    for (double a = 1e-3; a < 0.5; a += 1e-4) {
        const double b = std::min(0.5, most_b(a));
        if (b > 0) best = std::min(best, factors[0] / a + factors[1] / b);
    }
    return best;
}

TEST(AllocationOverAnEnvironment, OfAPlaneIsTheClosedFormOfTheLimitLessWhatTheEnvironmentTakes) {
    const GaussianProcess model = model_of(
        3, [](const Vector& x) { return 3 * x[0] + x[1] - 2 + 0.4 * x[2]; }, 90);
    const std::vector<double> factors = {1, 2};
    const Vector middle3{{0.5, 0.5, 0.5}};
    const AllocatedTolerances found =
        allocate(heated({0.05, 0.1}), model, asked_for(factors, middle3), {0.8}, Parallel(1)).front().by_mean;
    ASSERT_TRUE(found.keeps_limit);
    // 3 a + b = 0.8 - 0.4 at the hot end; t_d in proportion to √(c_d/|a_d|).
    const double sum = 3 * std::sqrt(1.0 / 3) + std::sqrt(2.0);
    EXPECT_NEAR(found.tolerances[0], 0.4 * std::sqrt(1.0 / 3) / sum, 1e-3);
    EXPECT_NEAR(found.tolerances[1], 0.4 * std::sqrt(2.0) / sum, 1e-3);
    EXPECT_EQ(found.tolerances[2], 0) << "the environment has none";
    EXPECT_NEAR(found.cost, sum * sum / 0.4, 0.01 * sum * sum / 0.4);
    EXPECT_NEAR(found.worst, 0.8, 1e-3);
}

TEST(AllocationOverAnEnvironment, MovesTheCentreToWhereTheEnvironmentLeavesMost) {
    // |a - 0.35 - 0.2 T| + … : the parabola's bottom goes from 0.35 to 0.55, so that 0.45 ± r reaches 0.1 + r from it.
    const auto f = [](const Vector& x) { return std::pow(x[0] - 0.35 - 0.2 * x[2], 2) + std::pow(x[1] - 0.6, 2); };
    const GaussianProcess model = model_of(3, f, 120);
    const std::vector<double> factors = {1, 1};
    const double limit = 0.09;
    const AllocatedTolerances found =
        allocate(heated({0.05, 0.05}), model, asked_for(factors, Vector{{0.3, 0.4, 0.5}}, Moves::free), {limit},
                 Parallel(1))
            .front()
            .by_mean;
    const double best = cheapest_of_grid(factors, [&](double a) {
        const double left = limit - std::pow(0.1 + a, 2);
        return left > 0 ? std::sqrt(left) : 0;
    });
    EXPECT_NEAR(found.cost, best, 0.01 * best);
    EXPECT_NEAR(found.centre[0], 0.45, 0.005);
    EXPECT_NEAR(found.centre[1], 0.6, 0.005);
    EXPECT_EQ(found.centre[2], 0.5);
}

TEST(AllocationOverAnEnvironment, SafelyIsWhatAGridOfUpperBoundsFinds) {
    const GaussianProcess model = model_of(
        3, [](const Vector& x) { return std::sin(3 * x[0]) + x[1] * x[1] + 0.3 * x[2]; }, 25);
    const SearchDescription search = heated({0.05, 0.1});
    const Vector centre{{0.2, 0.4, 0.5}};
    const auto upper = [&](double a, double b) {
        const RegionModel regions(problem_of(heated({a, b})), model, Rng(search.seed));
        return regions.at(centre).worst().upper;
    };
    const double limit = upper(0.06, 0.12);
    const Allocation found = allocate(search, model, asked_for({1, 1}, centre), {limit}, Parallel(1)).front();
    ASSERT_TRUE(found.safely && found.safely->keeps_limit);
    EXPECT_LE(found.safely->upper, limit + 1e-9);
    double best = std::numeric_limits<double>::infinity();
    for (double a = 0.02; a < 0.19; a *= 1.08) {
        double from = 0.001;
        double to = 0.39;
        if (upper(a, from) > limit) continue;
        for (int i = 0; i < 10; ++i) ((upper(a, (from + to) / 2) <= limit) ? from : to) = (from + to) / 2;
        best = std::min(best, 1 / a + 1 / from);
    }
    EXPECT_NEAR(found.safely->cost, best, 0.03 * best);
}

/// 3 a + b ≤ 0.4 around the middle, and another output g.
struct TwoOutputs {
    GaussianProcess f = model_of(2, known::sloping);
    SearchDescription search = cube(Norm::infinity, {0.05, 0.1});
    std::vector<double> factors = {1, 1};

    [[nodiscard]] std::vector<LimitModel> models(const GaussianProcess& g) const {
        return {limit_model(search.limits.front(), g, problem_of(search).robust_set(), Rng(search.seed))};
    }
    [[nodiscard]] AllocatedTolerances by_mean(const Limit& limit, const known::Function& g, Moves moves = Moves::fixed,
                                              double of_f = 0.4) {
        search.limits = {limit};
        return allocate(search, f, asked_for(factors, known::middle, moves), {of_f}, Parallel(1),
                        models(model_of(2, g)))
            .front()
            .by_mean;
    }
};

TEST(AllocationWithinLimits, IsWhatAGridFindsWhereAnotherOutputBinds) {
    TwoOutputs outputs;
    const auto g = [](const Vector& x) { return x[0] + 4 * x[1]; };  // 2.5 in the middle
    for (const auto& expected : std::vector<std::pair<double, std::string>>{{2.8, "g"}, {2.9, "g"}, {4.2, ""}}) {
        const double bound = expected.first;
        const AllocatedTolerances found = outputs.by_mean(limit_at_most("g", bound), g);
        const double best =
            cheapest_of_grid(outputs.factors, [&](double a) { return std::min(0.4 - 3 * a, (bound - 2.5 - a) / 4); });
        EXPECT_NEAR(found.cost, best, 0.005 * best) << bound;
        EXPECT_EQ(found.bound_by, expected.second) << bound;
        ASSERT_EQ(found.others.size(), 1U);
        EXPECT_LE(found.others[0].expected, bound + 1e-3);
        EXPECT_NEAR(found.others[0].expected, 2.5 + found.tolerances[0] + 4 * found.tolerances[1], 0.01);
    }
    // Turned round it is the same.
    const auto turned = [&](const Vector& x) { return -g(x); };
    const double cost = outputs.by_mean(limit_at_most("g", 2.9), g).cost;
    const AllocatedTolerances at_least = outputs.by_mean(limit_at_least("g", -2.9), turned);
    EXPECT_NEAR(at_least.cost, cost, 1e-3 * cost);
    EXPECT_NEAR(at_least.others[0].expected, -2.9, 0.01);
}

TEST(AllocationWithinLimits, OfAShareIsByItsQuantileAndOfTheCentreAtItAlone) {
    TwoOutputs outputs;
    const auto g = [](const Vector& x) { return x[1]; };
    // Nine of ten builds are below 0.5 + 0.8 b, of which sixty places give an account.
    const AllocatedTolerances share = outputs.by_mean({"g", Limit::Side::at_most, 0.58, Limit::For::share, 0.9}, g);
    EXPECT_NEAR(share.tolerances[1], 0.1, 0.006);
    EXPECT_NEAR(share.tolerances[0], (0.4 - share.tolerances[1]) / 3, 0.002);
    const AllocatedTolerances centre = outputs.by_mean({"g", Limit::Side::at_most, 0.52, Limit::For::centre}, g);
    outputs.search.limits = {};
    const AllocatedTolerances alone =
        allocate(outputs.search, outputs.f, asked_for(outputs.factors, known::middle), {0.4}, Parallel(1))
            .front()
            .by_mean;
    EXPECT_NEAR(centre.cost, alone.cost, 1e-6 * alone.cost);
    EXPECT_EQ(centre.bound_by, "");
    // A free centre goes to the lowest corner but for g, which is at least 0.3 at the centre: its tolerance has the
    // room of 3 a from there, and a costs the same.
    const AllocatedTolerances moved =
        outputs.by_mean({"g", Limit::Side::at_least, 0.3, Limit::For::centre}, g, Moves::free, -0.2);
    EXPECT_GE(moved.centre[1], 0.3 - 1e-3);
    const double best = cheapest_of_grid(outputs.factors, [](double a) {
        // The centre is (a, max(b, 0.3)); the worst is 6 a + max(b, 0.3) + b - 2.
        const double left = -0.2 + 2 - 6 * a;
        return left < 0.6 ? left - 0.3 : left / 2;
    });
    EXPECT_NEAR(moved.cost, best, 0.01 * best);
}

TEST(AllocationWithinLimits, SafelyKeepsEveryOutputByItsUpperBound) {
    const SearchDescription plain = cube(Norm::infinity, {0.05, 0.1});
    SearchDescription search = plain;
    const GaussianProcess f = model_of(2, known::sloping);
    const GaussianProcess g = model_of(
        2, [](const Vector& x) { return std::sin(4 * x[0]) + x[1] * x[1]; }, 14);
    const Vector centre{{0.2, 0.4}};
    const auto upper = [&](double a, double b) {
        const RegionModel regions(problem_of(cube(Norm::infinity, {a, b})), g, Rng(search.seed));
        return regions.at(centre).worst().upper;
    };
    const double bound = upper(0.06, 0.12);
    search.limits = {limit_at_most("g", bound)};
    const std::vector<LimitModel> models = {
        limit_model(search.limits[0], g, problem_of(search).robust_set(), Rng(search.seed))};
    const Allocation found = allocate(search, f, asked_for({1, 1}, centre), {1000}, Parallel(1), models).front();
    ASSERT_TRUE(found.safely && found.safely->keeps_limit);
    EXPECT_EQ(found.safely->bound_by, "g");
    EXPECT_LE(found.safely->others[0].surely, bound + 1e-6);
    EXPECT_GT(found.safely->cost, found.by_mean.cost);
    double best = std::numeric_limits<double>::infinity();
    for (double a = 0.02; a < 0.19; a *= 1.08) {
        double from = 0.001;
        double to = 0.39;
        if (upper(a, from) > bound) continue;
        for (int i = 0; i < 10; ++i) ((upper(a, (from + to) / 2) <= bound) ? from : to) = (from + to) / 2;
        best = std::min(best, 1 / a + 1 / from);
    }
    EXPECT_NEAR(found.safely->cost, best, 0.03 * best) << "other draws of the same supremum";
}

TEST(AllocationWithinLimits, IsNoneWhereAnotherOutputBreaksItsOwn) {
    TwoOutputs outputs;
    const AllocatedTolerances found = outputs.by_mean(limit_at_most("g", 0.4), [](const Vector& x) { return x[1]; });
    EXPECT_FALSE(found.keeps_limit);
    EXPECT_EQ(found.bound_by, "g");
}

TEST(AllocationOfASeries, LeavesTheCentreOnTheLevelThatIsCheapest) {
    SearchDescription search = cube(Norm::infinity, {0.05, 0.05});
    search.parameters[0].parameter.values = {0.2, 0.45, 0.8};
    const auto f = [](const Vector& x) { return std::pow(x[0] - 0.3, 2) + std::pow(x[1] - 0.6, 2); };
    const GaussianProcess model = model_of(2, f);
    const double limit = 0.09;
    const AllocatedTolerances found =
        allocate(search, model, asked_for({1, 1}, Vector{{0.8, 0.5}}, Moves::free), {limit}, Parallel(1))
            .front()
            .by_mean;
    double best = std::numeric_limits<double>::infinity();
    for (const double level : {0.2, 0.45, 0.8}) {
        best = std::min(best, cheapest_of_grid({1, 1}, [&](double a) {
                            if (a > std::min(level, 1 - level)) return 0.0;
                            const double left = limit - std::pow(std::abs(level - 0.3) + a, 2);
                            return left > 0 ? std::min(std::sqrt(left), 0.4) : 0.0;
                        }));
    }
    EXPECT_EQ(found.centre[0], 0.2);
    EXPECT_NEAR(found.cost, best, 0.01 * best);
}

TEST(AllocationOverAnEnvironment, RefusesACostOfItAndALimitOfWhichNothingIsKnown) {
    const GaussianProcess model = model_of(3, [](const Vector& x) { return x.sum(); });
    const Vector middle3{{0.5, 0.5, 0.5}};
    const auto refused = [&](const SearchDescription& search, const AllocationQuestion& asked) {
        return support::refusal([&] { (void)allocate(search, model, asked, {2}, Parallel(1)); });
    };
    EXPECT_EQ(refused(heated({0.05, 0.1}), asked_for({1, 1, 1}, middle3)),
              "\"c\" belongs to the environment, whose whole range counts; it has no tolerance to choose, so leave it "
              "out");
    SearchDescription limited = heated({0.05, 0.1});
    limited.limits = {limit_at_most("stress", 2)};
    EXPECT_EQ(refused(limited, asked_for({1, 1}, middle3)),
              "no evaluation gave a stress, which has a limit; tell its values before you ask for tolerances that keep "
              "it");
}

}  // namespace
}  // namespace sweetspot
