// Questions about tolerances, on models of functions whose answers are closed forms.
#include "sweetspot/search/tolerance_questions.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "support/known_functions.hpp"
#include "support/refusal.hpp"

namespace sweetspot {
namespace {

using known::cube;
using known::middle;
using known::model_of;
using known::sloping;

TEST(ToleranceRoom, OfAPlaneIsTheClosedForm) {
    const GaussianProcess model = model_of(2, sloping);
    // At the middle f is 0; the worst over a box is 3 t_a + t_b, over a ball the length of (3 t_a, t_b).
    const ToleranceRoom box = tolerance_room_at(cube(Norm::infinity, {0.05, 0.1}), model, middle, 0.5);
    EXPECT_NEAR(box.by_mean, 0.5 / (3 * 0.05 + 0.1), 0.01);
    EXPECT_NEAR(box.value, 0, 1e-3);
    const ToleranceRoom ball = tolerance_room_at(cube(Norm::two, {0.05, 0.1}), model, middle, 0.5);
    EXPECT_NEAR(ball.by_mean, 0.5 / std::hypot(3 * 0.05, 0.1), 0.02);
    EXPECT_GT(ball.safely, 0);
    EXPECT_LE(ball.safely, ball.by_mean);
}

TEST(ToleranceRoom, OfOneParameterLeavesTheOthersAsTheyAre) {
    const GaussianProcess model = model_of(2, sloping);
    const ToleranceRoom room = tolerance_room_at(cube(Norm::infinity, {0.05, 0.1}), model, middle, 0.5, 1);
    EXPECT_NEAR(room.by_mean, (0.5 - 3 * 0.05) / 0.1, 0.03);
}

TEST(ToleranceRoom, IsNothingWhereTheCentreItselfBreaksTheLimit) {
    const GaussianProcess model = model_of(2, sloping);
    const ToleranceRoom room = tolerance_room_at(cube(Norm::two, {0.05, 0.1}), model, middle, -0.5);
    EXPECT_EQ(room.by_mean, 0);
    EXPECT_EQ(room.safely, 0);
}

TEST(ToleranceRoom, EndsWhereTheBoundsLeaveRoomForNoMore) {
    const GaussianProcess model = model_of(2, sloping);
    const ToleranceRoom room = tolerance_room_at(cube(Norm::infinity, {0.05, 0.1}), model, middle, 1000);
    EXPECT_NEAR(room.most, 5, 0.01) << "a tolerance of half the range leaves one centre";
    EXPECT_EQ(room.by_mean, room.most);
}

TEST(ToleranceRoom, OfARegionThatFillsTheBoundsIsOne) {
    const GaussianProcess model = model_of(2, sloping);
    const ToleranceRoom room = tolerance_room_at(cube(Norm::infinity, {0.5, 0.1}), model, middle, 1000);
    EXPECT_NEAR(room.most, 1, 1e-9);
    EXPECT_GE(room.by_mean, 1) << "the stated region fits and keeps the limit";
}

TEST(ToleranceRoom, WithinLimitsIsTheLeastOfAllOutputs) {
    const GaussianProcess model = model_of(2, sloping);
    const GaussianProcess other = model_of(2, [](const Vector& x) { return x[0]; });
    SearchDescription search = cube(Norm::infinity, {0.05, 0.1});
    const ToleranceRoom alone = tolerance_room_at(search, model, middle, 0.5);  // a factor of 2
    const auto within = [&](const Limit& limit) {
        search.limits = {limit};
        return tolerance_room_at(search, model, middle, 0.5, std::nullopt,
                                 {limit_model(limit, other, problem_of(search).robust_set(), Rng(search.seed))});
    };
    const ToleranceRoom bound = within(limit_at_most("g", 0.58));
    EXPECT_NEAR(bound.by_mean, 0.08 / 0.05, 0.01);
    EXPECT_LE(bound.safely, bound.by_mean);
    EXPECT_EQ(bound_by(search, bound), "g");
    const ToleranceRoom least = within(limit_at_least("g", 0.44));
    EXPECT_NEAR(least.by_mean, 0.06 / 0.05, 0.01);
    const ToleranceRoom free = within(limit_at_most("g", 0.8));
    EXPECT_EQ(free.by_mean, alone.by_mean);
    EXPECT_EQ(bound_by(search, free), "");
    EXPECT_EQ(within({"g", Limit::Side::at_most, 0.51, Limit::For::centre}).by_mean, alone.by_mean);
    EXPECT_EQ(within({"g", Limit::Side::at_most, 0.49, Limit::For::centre}).by_mean, 0);
    // Nine of ten builds are below 0.5 + 0.8 · 0.05 s.
    EXPECT_NEAR(within({"g", Limit::Side::at_most, 0.55, Limit::For::share, 0.9}).by_mean, 0.05 / 0.04, 0.02);
    EXPECT_EQ(bound_by(search, alone), "g") << "of which nothing is known";
}

TEST(ToleranceRoom, AtTheBestCentreIsNoSmaller) {
    const GaussianProcess model = model_of(2, [](const Vector& x) { return (x - middle).squaredNorm(); });
    const SearchDescription search = cube(Norm::two, {0.1, 0.1});
    const Vector aside{{0.6, 0.5}};
    const ToleranceRoom there = tolerance_room_at(search, model, aside, 0.04);
    const ToleranceRoom best = tolerance_room(search, model, aside, 0.04, Parallel(2));
    EXPECT_NEAR(there.by_mean, 1, 0.05) << "0.2 from the middle";
    EXPECT_NEAR(best.by_mean, 2, 0.1);
    EXPECT_NEAR((best.centre - middle).norm(), 0, 0.02);
    const ToleranceRoom alone = tolerance_room(search, model, aside, 0.04, Parallel(1));
    EXPECT_EQ(alone.by_mean, best.by_mean) << "at any number of threads";
    EXPECT_EQ(alone.safe_centre, best.safe_centre);
}

TEST(ToleranceRoom, NeedsATolerance) {
    const GaussianProcess model = model_of(2, sloping);
    EXPECT_THROW(static_cast<void>(tolerance_room_at(cube(Norm::two, {0, 0}), model, middle, 1)),
                 std::invalid_argument);
    EXPECT_THROW(static_cast<void>(tolerance_room_at(cube(Norm::two, {0.1, 0}), model, middle, 1, 1)),
                 std::invalid_argument);
    EXPECT_THROW(static_cast<void>(tolerance_room_at(cube(Norm::two, {0.1, 0}), model, middle, std::nan(""))),
                 std::invalid_argument);
}

TEST(ToleranceRoom, SaysOfWhatHasNoToleranceWhy) {
    const GaussianProcess model = model_of(2, sloping);
    SearchDescription search = cube(Norm::two, {0.1, 0.1});
    search.parameters[1].parameter.chosen = false;
    EXPECT_NE(support::refusal([&] {
                  (void)tolerance_room_at(search, model, middle, 1, 1);
              }).find("\"b\" belongs to the environment, whose whole range counts"),
              std::string::npos);
}

const Contribution& part(const Contributions& all, const std::string& name) {
    for (const Contribution& c : all.parts) {
        if (c.name == name) return c;
    }
    throw std::runtime_error("no " + name);
}

TEST(Contributions, OfASumAreTheSharesOfItsVariance) {
    const GaussianProcess model = model_of(2, sloping);
    SearchDescription search = cube(Norm::infinity, {0.05, 0.1});
    for (const char* law : {"uniform", "normal", "triangular"}) {
        search.law = {law};
        const Contributions found = contributions(search, model, middle);
        const double a = 0.15 * 0.15;
        const double b = 0.1 * 0.1;
        EXPECT_EQ(found.parts.front().name, "a") << "the largest first";
        for (const auto& [name, expected] : {std::pair{"a", a / (a + b)}, std::pair{"b", b / (a + b)}}) {
            EXPECT_NEAR(part(found, name).alone, expected, 0.02) << law << name;
            EXPECT_NEAR(part(found, name).total, expected, 0.02) << law << name;
            EXPECT_LT(part(found, name).total_error, 0.02);
        }
        EXPECT_NEAR(part(found, "a").worst_cost, 0.15, 0.003);
        EXPECT_NEAR(part(found, "b").worst_cost, 0.1, 0.003);
        EXPECT_NEAR(found.average, 0, 0.002);
    }
    search.law = {"uniform"};
    EXPECT_NEAR(contributions(search, model, middle).sd, std::sqrt((0.0225 + 0.01) / 3), 0.002);
}

TEST(Contributions, OfACorrelatedStudyHaveItsEnvironment) {
    const GaussianProcess model = model_of(3, [](const Vector& x) { return sloping(x.head(2)) + 2 * (x[2] - 0.5); });
    SearchDescription search = cube(Norm::infinity, {0.05, 0.1, 0});
    search.law = {"normal"};
    search.correlation = {{1, 0.8}, {0.8, 1}};
    search.parameters[2].parameter.chosen = false;
    const Contributions found = contributions(search, model, Vector{{0.5, 0.5, 0.5}});
    EXPECT_NEAR(part(found, "a").worst_cost, 0.15, 0.01);
    EXPECT_NEAR(part(found, "b").worst_cost, 0.1, 0.01);
    EXPECT_NEAR(part(found, "c").worst_cost, 1, 0.02) << "half of its range, twice";
}

TEST(Contributions, OfAProductActOnlyTogether) {
    const GaussianProcess model = model_of(2, [](const Vector& x) { return (x[0] - 0.5) * (x[1] - 0.5); });
    const Contributions found = contributions(cube(Norm::infinity, {0.1, 0.2}), model, middle);
    for (const char* name : {"a", "b"}) {
        EXPECT_NEAR(part(found, name).alone, 0, 0.02);
        EXPECT_NEAR(part(found, name).total, 1, 0.02);
    }
}

TEST(Contributions, OfWhatIsBuiltExactlyThereAreNone) {
    const GaussianProcess model = model_of(2, sloping);
    const Contributions found = contributions(cube(Norm::two, {0.1, 0}), model, middle);
    ASSERT_EQ(found.parts.size(), 1U);
    EXPECT_NEAR(found.parts[0].alone, 1, 0.02);
    EXPECT_NEAR(found.parts[0].total, 1, 0.02);
}

TEST(SigmaLevel, OfAPlaneUnderTheUniformLawIsTheClosedForm) {
    const GaussianProcess model = model_of(2, sloping);
    const SearchDescription search = cube(Norm::infinity, {0.05, 0.1});
    const RegionModel regions(problem_of(search), model, Rng(1));
    const ModelledRegion region = regions.at(middle);
    const double sd = std::sqrt((0.0225 + 0.01) / 3);
    const auto level = region.sigma_level(0.2);
    ASSERT_TRUE(level);
    EXPECT_NEAR(level->value, 0.2 / sd, 0.05);
    EXPECT_LE(level->lower, level->value);
    EXPECT_GE(level->upper, level->value);
    // Of the box, what lies above 3 a + b = 0.2 is a triangle: its corner is at 0.25.
    const double beyond = 0.5 * (0.05 / 3) * 0.05 / (0.1 * 0.2);
    // As fine as the places that stand for the region.
    EXPECT_NEAR(region.share_within(0.2).value, 1 - beyond, region.draws(1).places.weights.maxCoeff());
}

}  // namespace
}  // namespace sweetspot
