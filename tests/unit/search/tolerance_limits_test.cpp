// How far tolerances may grow where other outputs have limits: linear and quadratic outputs, whose worst case and
// quantiles over a region are closed forms.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "support/known_functions.hpp"
#include "support/refusal.hpp"
#include "sweetspot/search/tolerance_questions.hpp"

namespace sweetspot {
namespace {

using known::cube;
using known::Function;
using known::middle;
using known::model_of;
using known::sloping;

/// 0 in the middle of the square; over a box of tolerances t its worst is t_a + 4 t_b.
double slanting(const Vector& x) {
    return x[0] + 4 * x[1] - 2.5;
}

double from_middle(const Vector& x) {
    return (x - middle).squaredNorm();
}

LimitModel limited(const SearchDescription& search, const Limit& limit, const Function& g) {
    return limit_model(limit, model_of(2, g), problem_of(search).robust_set(), Rng(search.seed));
}

Limit for_share(Limit limit, double q) {
    limit.what = Limit::For::share;
    limit.share = q;
    return limit;
}

Limit at_centre(Limit limit) {
    limit.what = Limit::For::centre;
    return limit;
}

ToleranceRoom room_at(const SearchDescription& search, const std::optional<double>& limit,
                      const std::vector<LimitModel>& limits, const Vector& centre = middle,
                      const std::optional<std::size_t>& parameter = std::nullopt) {
    return tolerance_room_at(search, model_of(2, sloping), centre, limit, parameter, limits);
}

TEST(ToleranceWithinLimits, EachAllowsItsClosedFormAndTheSmallestBinds) {
    for (const Norm norm : {Norm::infinity, Norm::two}) {
        const SearchDescription search = cube(norm, {0.05, 0.1});
        const auto worst = [&](double a, double b) { return norm == Norm::two ? std::hypot(a, b) : a + b; };
        const double of_objective = 0.5 / worst(3 * 0.05, 0.1);
        const double of_stress = 0.6 / worst(0.05, 4 * 0.1);
        const ToleranceRoom room =
            room_at(search, 0.5,
                    {limited(search, limit_at_most("stress", 0.6), slanting),
                     limited(search, limit_at_least("margin", -0.6), [](const Vector& x) { return -slanting(x); })});
        ASSERT_EQ(room.limits.size(), 2U);
        EXPECT_NEAR(room.objective->by_mean, of_objective, 0.02);
        EXPECT_NEAR(room.limits[0].allowed.by_mean, of_stress, 0.02);
        EXPECT_NEAR(room.limits[1].allowed.by_mean, of_stress, 0.02) << "at least is at most of the opposite";
        EXPECT_NEAR(room.limits[0].value, 0, 1e-3);
        EXPECT_LT(of_stress, of_objective);
        EXPECT_EQ(room.by_mean, std::min(room.limits[0].allowed.by_mean, room.limits[1].allowed.by_mean));
        EXPECT_LE(room.safely, room.by_mean);
        EXPECT_GT(room.safely, 0.5);
        // Farthest from the middle is the corner of a box, and of an ellipsoid the end of its longer axis.
        const double farthest = norm == Norm::two ? 0.1 : std::hypot(0.05, 0.1);
        const ToleranceRoom quadratic =
            room_at(search, 0.5, {limited(search, limit_at_most("bowl", 0.14 * 0.14), from_middle)});
        EXPECT_NEAR(quadratic.limits[0].allowed.by_mean, 0.14 / farthest, 0.02);
        EXPECT_EQ(quadratic.by_mean, std::min(quadratic.objective->by_mean, quadratic.limits[0].allowed.by_mean));
    }
}

TEST(ToleranceWithinLimits, OfOneParameterLeavesTheOthersAsTheyAre) {
    const SearchDescription search = cube(Norm::infinity, {0.05, 0.1});
    const ToleranceRoom room =
        room_at(search, std::nullopt, {limited(search, limit_at_most("stress", 0.6), slanting)}, middle, 1);
    EXPECT_NEAR(room.by_mean, (0.6 - 0.05) / 0.4, 0.02);
}

TEST(ToleranceWithinLimits, AreEnoughWithoutALimitOfTheObjective) {
    const SearchDescription search = cube(Norm::infinity, {0.05, 0.1});
    const ToleranceRoom room = room_at(search, std::nullopt, {limited(search, limit_at_most("stress", 0.6), slanting)});
    EXPECT_NEAR(room.by_mean, 0.6 / 0.45, 0.02);
    EXPECT_FALSE(room.objective);
}

TEST(ToleranceWithinLimits, AShareOfALinearOutputIsTheClosedFormOfTheUniformLaw) {
    const Function along_a = [](const Vector& x) { return x[0] - 0.5; };
    for (const double q : {0.9, 0.99}) {
        // In a box the deviation of a is uniform: the share q of it is below t (2 q - 1).
        const SearchDescription box = cube(Norm::infinity, {0.1, 0.1});
        const ToleranceRoom room =
            room_at(box, std::nullopt, {limited(box, for_share(limit_at_most("g", 0.15), q), along_a)});
        EXPECT_NEAR(room.by_mean, 1.5 / (2 * q - 1), 0.04) << q;
        EXPECT_GT(room.by_mean, 1.5) << "more than if it had to hold everywhere";
        EXPECT_GT(room.safely, 0);
        // In a disc the share below z is ½ + (z √(1 - z²) + asin z)/π.
        double z = 0.5;
        for (double low = 0, high = 1; high - low > 1e-12;) {
            z = (low + high) / 2;
            const double below = 0.5 + (z * std::sqrt(1 - z * z) + std::asin(z)) / std::numbers::pi;
            (below < q ? low : high) = z;
        }
        const SearchDescription disc = cube(Norm::two, {0.1, 0.1});
        EXPECT_NEAR(
            room_at(disc, std::nullopt, {limited(disc, for_share(limit_at_least("g", -0.15), q), along_a)}).by_mean,
            1.5 / z, 0.04)
            << q;
    }
}

TEST(ToleranceWithinLimits, OfARegionThatReachesBeyondTheBoundsAShareIsOfWhatCanBeBuilt) {
    SearchDescription search = cube(Norm::infinity, {0.1, 0});
    const Limit limit = for_share(limit_at_most("g", 0.18), 0.9);
    const ToleranceRoom room = room_at(
        search, std::nullopt, {limited(search, limit, [](const Vector& x) { return x[0]; })}, Vector{{0.05, 0.5}});
    // From 0 to 0.05 + 0.1 s, of which nine tenths are below 0.18.
    EXPECT_NEAR(room.by_mean, 1.5, 0.03);
}

TEST(ToleranceWithinLimits, AtTheCentreItIsKeptWhateverTheTolerancesOrNever) {
    const SearchDescription search = cube(Norm::infinity, {0.05, 0.1});
    const ToleranceRoom kept =
        room_at(search, 0.5, {limited(search, at_centre(limit_at_most("stress", 0.1)), slanting)});
    EXPECT_EQ(kept.limits[0].allowed.by_mean, kept.most);
    EXPECT_EQ(kept.by_mean, kept.objective->by_mean);
    const ToleranceRoom broken =
        room_at(search, 0.5, {limited(search, at_centre(limit_at_most("stress", -0.1)), slanting)});
    EXPECT_EQ(broken.by_mean, 0);
    EXPECT_EQ(broken.safely, 0);
    EXPECT_GT(broken.objective->by_mean, 1) << "which is not to blame";
    EXPECT_NEAR(broken.limits[0].value, 0, 1e-3);
}

TEST(ToleranceWithinLimits, TheBestCentreKeepsAllOfThem) {
    // x is within 0.2 - t of the middle, and a + t is at most 0.5: the best of both has a = 0.4 and t = 0.1.
    const SearchDescription search = cube(Norm::two, {0.1, 0.1});
    const GaussianProcess bowl = model_of(2, from_middle);
    const std::vector<LimitModel> limits = {
        limited(search, limit_at_most("a", 0.5), [](const Vector& x) { return x[0]; })};
    const Vector start{{0.35, 0.55}};
    const ToleranceRoom best = tolerance_room(search, bowl, start, 0.04, Parallel(2), std::nullopt, limits);
    EXPECT_NEAR(best.by_mean, 1, 0.03);
    EXPECT_NEAR((best.centre - Vector{{0.4, 0.5}}).norm(), 0, 0.02);
    EXPECT_NEAR(best.limits[0].allowed.by_mean, (0.5 - best.centre[0]) / 0.1, 0.02) << "alone, at this centre";
    EXPECT_NEAR(best.objective->by_mean, (0.2 - (best.centre - middle).norm()) / 0.1, 0.05);
    EXPECT_LE(best.safely, best.by_mean);
    EXPECT_GT(best.safely, 0.5);
    EXPECT_LE(best.safe_centre[0] + 0.1 * best.safely, 0.5 + 0.01);
    const ToleranceRoom alone = tolerance_room(search, bowl, start, 0.04, Parallel(1), std::nullopt, limits);
    EXPECT_EQ(alone.by_mean, best.by_mean) << "at any number of threads";
    EXPECT_EQ(alone.safe_centre, best.safe_centre);
}

TEST(ToleranceWithinLimits, TheBestCentreForALimitAloneGoesAsFarAsTheBoundsLet) {
    // a is at least t so that the region fits, and a + t at most 0.5.
    const SearchDescription search = cube(Norm::infinity, {0.1, 0.1});
    const std::vector<LimitModel> limits = {
        limited(search, limit_at_most("a", 0.5), [](const Vector& x) { return x[0]; })};
    const ToleranceRoom best =
        tolerance_room(search, model_of(2, sloping), middle, std::nullopt, Parallel(2), std::nullopt, limits);
    EXPECT_NEAR(best.by_mean, 2.5, 0.03);
    EXPECT_NEAR(best.centre[0], 0.25, 0.01);
    EXPECT_FALSE(best.objective);
}

TEST(ToleranceWithinLimits, ALimitThatIsFarAwayChangesNothing) {
    const SearchDescription search = cube(Norm::two, {0.1, 0.1});
    const GaussianProcess bowl = model_of(2, from_middle);
    const std::vector<LimitModel> limits = {
        limited(search, limit_at_most("a", 100), [](const Vector& x) { return x[0]; })};
    const Vector aside{{0.6, 0.5}};
    const ToleranceRoom without = tolerance_room_at(search, bowl, aside, 0.04);
    const ToleranceRoom with = tolerance_room_at(search, bowl, aside, 0.04, std::nullopt, limits);
    EXPECT_EQ(with.by_mean, without.by_mean);
    EXPECT_EQ(with.safely, without.safely);
    EXPECT_EQ(without.objective->by_mean, without.by_mean);
    EXPECT_EQ(with.limits[0].allowed.by_mean, with.most);
    EXPECT_NEAR(tolerance_room(search, bowl, aside, 0.04, Parallel(2), std::nullopt, limits).by_mean,
                tolerance_room(search, bowl, aside, 0.04, Parallel(2)).by_mean, 0.03);
}

TEST(ToleranceWithinLimits, WithoutAnyLimitThereIsNothingToAsk) {
    const SearchDescription search = cube(Norm::two, {0.1, 0.1});
    EXPECT_EQ(support::refusal([&] { (void)room_at(search, std::nullopt, {}); }),
              "there is no limit that tolerances could reach; give one");
}

TEST(ContributionsToAnOutput, AreInItsOwnUnitAndItsWorstIsOnTheSideOfTheLimit) {
    const SearchDescription search = cube(Norm::infinity, {0.05, 0.1});
    const Function frequency = [](const Vector& x) { return 30 + 10 * slanting(x); };
    for (const Limit& limit : {limit_at_most("f", 100), limit_at_least("f", 1)}) {
        const Contributions found = contributions(search, limited(search, limit, frequency), middle);
        ASSERT_EQ(found.parts.size(), 2U);
        EXPECT_NEAR(found.average, 30, 0.03);
        EXPECT_NEAR(found.sd, 10 * std::sqrt((0.05 * 0.05 + 0.4 * 0.4) / 3), 0.03);
        EXPECT_EQ(found.parts[0].name, "b");
        EXPECT_NEAR(found.parts[0].alone, 0.16 / 0.1625, 0.02);
        EXPECT_NEAR(found.parts[0].total, 0.16 / 0.1625, 0.02);
        EXPECT_NEAR(found.parts[0].worst_cost, 4, 0.05) << "the lowest is as far from the middle as the highest";
        EXPECT_NEAR(found.parts[1].worst_cost, 0.5, 0.05);
    }
}

}  // namespace
}  // namespace sweetspot
