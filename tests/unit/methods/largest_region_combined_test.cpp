// The search for the largest region over an environment, among levels and within limits, on problems whose largest
// region is known by closed form or by trying every level.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "sweetspot/methods/catalogue.hpp"
#include "sweetspot/search/optimizer.hpp"

namespace sweetspot {
namespace {

using Valued = std::function<double(const Vector&)>;

Optimizer searched_for_largest(const Problem& problem, double limit, const Valued& f, Index evaluations,
                               const std::vector<std::pair<std::string, Valued>>& others = {}, int threads = 1) {
    Optimizer optimizer(problem, {.seed = 1, .threads = threads, .method = largest_region_search({.limit = limit})});
    for (Index n = 0; n < evaluations; ++n) {
        const Vector x = optimizer.ask().x;
        NamedOutputs outputs;
        for (const auto& [name, g] : others) outputs.emplace(name, g(x));
        optimizer.tell(x, f(x), 0, outputs);
    }
    return optimizer;
}

Parameter nobody_chooses(std::string name, double lower, double upper) {
    Parameter p{std::move(name), lower, upper};
    p.chosen = false;
    return p;
}

TEST(LargestRegionOverAnEnvironment, HasItsCentreWhereTheEnvironmentLeavesMost) {
    // At temperature T the bowl is a parabola around 0.4 + 0.2 T: from 0.3 to 0.5 over the range, so that a centre c
    // with ± r reaches |c - 0.4| + 0.1 + r from it, and r is at most 0.25 - 0.1 at c = 0.4.
    const Problem problem(Space({{"a", 0, 1}, {"b", 0, 1}, nobody_chooses("temperature", -0.5, 0.5)}), Norm::infinity,
                          Vector{{0.05, 0, 0}});
    const auto f = [](const Vector& x) { return std::pow(x[0] - 0.4 - 0.2 * x[2], 2) + 0.2 * std::pow(x[1] - 0.6, 2); };
    const Optimizer optimizer = searched_for_largest(problem, 0.0625, f, 30);
    const Vector x = optimizer.best().x;
    const double room = std::sqrt(0.0625 - 0.2 * std::pow(x[1] - 0.6, 2)) - 0.1 - std::abs(x[0] - 0.4);
    EXPECT_GT(room, 0.97 * 0.15);
    EXPECT_EQ(x[2], 0) << "in the middle of its range";
    const Vector temperatures = optimizer.inputs().row(2);
    EXPECT_LT(temperatures.minCoeff(), -0.4) << "the search evaluates the environment too";
    EXPECT_GT(temperatures.maxCoeff(), 0.4);
}

TEST(LargestRegionOfASeries, IsThatOfTheBestLevel) {
    const std::vector<double> values = {0.1, 0.24, 0.41, 0.75};
    const Problem problem(Space({series_parameter("a", values, {0.02}), {"b", 0, 1}}), Norm::two,
                          std::vector<RegionTolerance>{{0.02}, {0.02}});
    const auto f = [](const Vector& x) { return std::pow(x[0] - 0.33, 2) + std::pow(x[1] - 0.55, 2); };
    const Optimizer optimizer = searched_for_largest(problem, 0.04, f, 20);
    const Vector x = optimizer.best().x;
    // The rim is 0.2 away from (0.33, 0.55): 0.41 has 0.12 left, 0.24 has 0.11.
    EXPECT_EQ(x[0], 0.41);
    // Further off than ± 0.02, for the regions that are looked at are larger.
    const auto off = [&](double a) {
        return std::ranges::min(values, {}, [&](double value) { return std::abs(value - a); });
    };
    const Vector seen = optimizer.inputs().row(0);
    EXPECT_TRUE(std::ranges::any_of(seen, [&](double a) { return std::abs(a - off(a)) > 0.03; }));
    EXPECT_GT(0.2 - std::hypot(x[0] - 0.33, x[1] - 0.55), 0.97 * 0.12);
}

/// Each alloy has its own bowl; how far its rim is from its bottom says which has the largest region.
struct Alloys {
    std::vector<double> bottom = {0.3, 0.6, 0.45};
    std::vector<double> depth = {0.01, 0.03, 0.0};
    Problem problem{Space({choice_parameter("alloy", {"A", "B", "C"}), {"a", 0, 1}}), Norm::two, Vector{{0, 0.02}}};

    [[nodiscard]] double operator()(const Vector& x) const {
        const auto which = static_cast<std::size_t>(std::lround(x[0]));
        return std::pow(x[1] - bottom[which], 2) - depth[which];
    }
    [[nodiscard]] double room(const Vector& x, double limit) const {
        const auto which = static_cast<std::size_t>(std::lround(x[0]));
        return std::max(0.0, std::sqrt(limit + depth[which]) - std::abs(x[1] - bottom[which]));
    }
};

TEST(LargestRegionOfAChoice, IsThatOfTheBestName) {
    const Alloys alloys;
    const double limit = 0.01;
    const Vector x = searched_for_largest(alloys.problem, limit, alloys, 25).best().x;
    double most = 0;
    for (const double which : {0.0, 1.0, 2.0}) {
        for (double a = 0; a <= 1; a += 0.001) most = std::max(most, alloys.room(Vector{{which, a}}, limit));
    }
    EXPECT_EQ(x[0], 1);
    EXPECT_GT(alloys.room(x, limit), 0.97 * most);
}

TEST(LargestRegionWithinLimits, IsWhereTheObjectiveAndTheOtherOutputLeaveTheSame) {
    const Problem problem =
        Problem(Space::cube(2, 0, 1), Norm::infinity, Vector{{0.05, 0}}).with_limits({limit_at_most("g", 1.5)});
    const auto f = [](const Vector& x) { return std::pow(x[0] - 0.4, 2) + 0.2 * std::pow(x[1] - 0.5, 2); };
    const auto g = [](const Vector& x) { return 3 * x[0] + 0.5 * std::pow(x[1] - 0.5, 2); };
    const Optimizer optimizer = searched_for_largest(problem, 0.04, f, 25, {{"g", g}});
    const Vector x = optimizer.best().x;
    // a from 0.2 to 0.5 where b is 0.5.
    const double by_f = std::sqrt(0.04 - 0.2 * std::pow(x[1] - 0.5, 2)) - std::abs(x[0] - 0.4);
    const double by_g = (1.5 - 0.5 * std::pow(x[1] - 0.5, 2)) / 3 - x[0];
    EXPECT_GT(std::min(by_f, by_g), 0.97 * 0.15);
    EXPECT_TRUE(optimizer.best().feasible);
}

TEST(LargestRegionWithinLimits, KnowsNoFeasibleCentreBeforeTheOutputHasAValue) {
    const Problem problem = Problem(Space::cube(2, 0, 1), Norm::two, 0.05).with_limits({limit_at_most("g", 1.5)});
    Optimizer optimizer(problem, {.method = largest_region_search({.limit = 1})});
    for (Index n = 0; n < 5; ++n) {
        const Vector x = optimizer.ask().x;
        optimizer.tell(x, x.sum());
    }
    EXPECT_FALSE(optimizer.best().feasible);
    EXPECT_EQ(problem.space().why_not_inside(optimizer.ask().x), "");
}

TEST(LargestRegionOfEverything, IsTheSameAtAnyNumberOfThreadsAndStaysInTheDomain) {
    const Problem problem = Problem(Space({series_parameter("a", {0.1, 0.3, 0.7}, {0.02}),
                                           choice_parameter("alloy", {"A", "B"}),
                                           {"b", 0, 1},
                                           nobody_chooses("temperature", -1, 1)}),
                                    Norm::two, std::vector<RegionTolerance>{{0.02}, {}, {0.03}, {}})
                                .with_limits({limit_at_most("g", 1)});
    const auto f = [](const Vector& x) {
        return std::pow(x[0] - 0.3, 2) + std::pow(x[2] - 0.5 - 0.1 * x[3], 2) + 0.05 * x[1];
    };
    const auto g = [](const Vector& x) { return x[0] + x[2] + 0.1 * x[1] * x[3]; };
    const Optimizer one = searched_for_largest(problem, 0.05, f, 10, {{"g", g}});
    const Optimizer two = searched_for_largest(problem, 0.05, f, 10, {{"g", g}}, 2);
    EXPECT_EQ(one.inputs(), two.inputs());
    EXPECT_EQ(one.best().x, two.best().x);
    for (Index n = 0; n < one.observations(); ++n) {
        const Vector x = one.inputs().col(n);
        EXPECT_TRUE(problem.space().to_unit(x).minCoeff() >= 0 && problem.space().to_unit(x).maxCoeff() <= 1);
        EXPECT_EQ(x[1], std::round(x[1])) << "an alloy";
    }
    EXPECT_EQ(problem.nearest_centre(problem.space().to_unit(one.best().x)), problem.space().to_unit(one.best().x));
}

}  // namespace
}  // namespace sweetspot
