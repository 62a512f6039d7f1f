// Where centres may be when parameters are series or choices, and the best-so-far centre among them, against exhaustive
// search by the same model.
#include "sweetspot/robust/centre_levels.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <utility>

#include "design/latin_hypercube.hpp"
#include "robust/neighbourhood.hpp"
#include "support/models.hpp"
#include "support/refusal.hpp"
#include "support/tolerance.hpp"
#include "sweetspot/robust/best_so_far.hpp"
#include "sweetspot/robust/problem.hpp"

namespace sweetspot {
namespace {

const std::vector<double> e12 = {10, 12, 15, 18, 22, 27, 33, 39, 47, 56, 68, 82};
constexpr RegionTolerance five_percent{0.05, RegionTolerance::Of::nominal};
constexpr RegionTolerance ten_percent{0.1, RegionTolerance::Of::nominal};

/// Two parts of the E12 series and a continuous one.
Problem filter(Norm norm, const RegionTolerance& of_parts = five_percent) {
    return {Space({series_parameter("r", e12, of_parts), series_parameter("c", e12, of_parts), {"gap", 0, 1}}),
            norm,
            {of_parts, of_parts, {0.1, RegionTolerance::Of::unit}}};
}

TEST(CentreLevels, AreTheValuesOfTheSeries) {
    const Problem problem = filter(Norm::infinity);
    const CentreLevels& levels = problem.levels();
    EXPECT_EQ(levels.coordinates(), (std::vector<Index>{0, 1}));
    EXPECT_EQ(levels.of(0).size(), e12.size());
    EXPECT_EQ(levels.combinations(1000), 144);
    EXPECT_EQ(levels.combinations(100), 100);
    for (std::size_t i = 0; i < e12.size(); ++i) {
        const Vector u{{levels.of(0)[i], levels.of(1)[0], 0.5}};
        EXPECT_EQ(problem.space().from_unit(u)[0], e12[i]);
        EXPECT_TRUE(problem.centres().contains(u, tolerance::rounding));
    }
}

TEST(SeriesParameter, HasRoomAroundTheOutermostValues) {
    const auto bounds = [](std::vector<double> values, const RegionTolerance& tolerance) {
        const Parameter p = series_parameter("r", std::move(values), tolerance);
        return std::pair(p.lower, p.upper);
    };
    const double tenth = std::pow(8.2, 0.1);
    EXPECT_EQ(bounds(e12, five_percent), std::pair(10 / tenth, 82 * tenth));
    EXPECT_EQ(bounds(e12, ten_percent), std::pair(10 / tenth, 82 * tenth));
    EXPECT_EQ(bounds(e12, {0.5, RegionTolerance::Of::nominal}), std::pair(5.0, 123.0));
    EXPECT_EQ(bounds({20, 120}, {}), std::pair(10.0, 130.0));
    EXPECT_EQ(bounds({20, 120}, {5, RegionTolerance::Of::unit}), std::pair(10.0, 130.0));
    EXPECT_EQ(bounds({20, 120}, {25, RegionTolerance::Of::unit}), std::pair(-5.0, 145.0));
    EXPECT_EQ(bounds({2, 102}, {}), std::pair(1.0, 112.0));
    EXPECT_EQ(bounds({-50, 50}, {}), std::pair(-60.0, 60.0));
}

TEST(CentreLevels, WithoutAnyChangeNothing) {
    const Problem problem(Space::cube(2, 0, 1), Norm::two, 0.1);
    EXPECT_TRUE(problem.levels().none());
    const Vector x{{0.123, 0.9}};
    EXPECT_EQ(problem.levels().nearest(x), x);
    EXPECT_EQ(problem.levels().spread(x, Box::unit(2)), x);
    EXPECT_EQ(problem.buildable(x), x);
    EXPECT_EQ(problem.nearest_centre(x), (Vector{{0.123, 0.9}}));
}

TEST(CentreLevels, AreUsedEquallyOften) {
    const Problem problem(Space({choice_parameter("m", {"a", "b", "c"}), series_parameter("r", e12)}), Norm::two, 0.0);
    for (const Index n : {4, 7, 36}) {
        const Points cube = latin_hypercube(2, n, Rng(4));
        const Points design = problem.levels().balanced(cube);
        for (const Index d : {0, 1}) {
            const std::vector<double>& levels = problem.levels().of(d);
            for (const double level : levels) {
                const Index used = (design.row(d).array() == level).count();
                EXPECT_GE(used, n / std::ssize(levels));
                EXPECT_LE(used, n / std::ssize(levels) + 1);
            }
        }
    }
    const Points spread = problem.levels().spread(latin_hypercube(2, 36, Rng(4)), Box::unit(2));
    for (const Index d : {0, 1}) {
        const std::vector<double>& levels = problem.levels().of(d);
        for (const double level : levels) {
            EXPECT_EQ((spread.row(d).array() == level).count(), 36 / std::ssize(levels));
        }
    }
}

TEST(CentreLevels, ThatHaveNoRoomAreLeftOut) {
    const Space space({{.name = "r", .lower = 10, .upper = 82, .step = {}, .values = e12, .choices = {}}});
    const Problem problem(space, Norm::two, 3.0);
    EXPECT_EQ(problem.levels().of(0).size(), 9U);  // 15 … 68: 10, 12 and 82 are too near to the bounds
    EXPECT_EQ(support::refusal([&] {
                  Problem(
                      {Space({{.name = "r", .lower = 0, .upper = 10, .step = {}, .values = {1, 2}, .choices = {}}})},
                      Norm::two, 3.0);
              }),
              "Problem: no value of \"r\" has room for its tolerance within the bounds; give wider bounds or a smaller "
              "tolerance");
}

TEST(Problem, BuildsPartsOfASeriesWithinTheirTolerance) {
    const Problem problem = filter(Norm::infinity);
    EXPECT_EQ(problem.buildable(Vector{{10.3, 12, 0.5}}), (Vector{{10.3, 12, 0.5}}));
    EXPECT_NEAR(problem.buildable(Vector{{10.9, 12, 0.5}})[0], 10.5, tolerance::rounding * 100);
    EXPECT_NEAR(problem.buildable(Vector{{11.2, 12, 0.5}})[0], 11.4, tolerance::rounding * 100);
    EXPECT_NEAR(problem.buildable(Vector{{1, 12, 0.5}})[0], 9.5, tolerance::rounding * 100);
    const Problem exact(Space({series_parameter("r", e12)}), Norm::two, 0.0);
    EXPECT_EQ(exact.buildable(Vector{{10.3}}), (Vector{{10}}));
}

TEST(Problem, RefusesATolerantChoice) {
    EXPECT_EQ(
        support::refusal([] {
            Problem(Space({choice_parameter("m", {"a", "b"})}), Norm::two, 0.5);
        }),
        "Problem: \"m\" is a choice and has the tolerance 0.5; it is built as chosen, so leave the tolerance out");
}

/// A model of observations in the neighbourhood of centres at levels.
struct LevelSetting {
    LevelSetting(Problem p, std::uint64_t seed, Index observations)
        : problem(std::move(p)),
          T(make_template(problem.robust_set(), {.size = 60}, Rng(3))),
          gp(model(seed, observations)) {}

    [[nodiscard]] GaussianProcess model(std::uint64_t seed, Index n) const {
        Points x =
            problem.levels().spread(latin_hypercube(problem.dimension(), n, Rng(seed)), Box::unit(problem.dimension()));
        Rng rng = Rng(seed).split("off");
        for (Index i = 0; i < n; ++i)
            x.col(i) = Box::unit(problem.dimension()).clamp(x.col(i) + problem.robust_set().draw_uniform(rng));
        Vector y(n);
        for (Index i = 0; i < n; ++i) y[i] = testing::wavy(3 * x.col(i)) + std::sin(9 * x.col(i).sum());
        Hyperparameters h;
        h.lengthscales = Vector::Constant(problem.dimension(), 0.3);
        h.choice_sizes = problem.space().choice_sizes();
        return {matern52(), h, x, y, Standardisation::of(y)};
    }

    [[nodiscard]] Neighbourhood neighbourhood() const {
        return {gp.inputs(), problem.robust_set(), problem.centres(), problem.levels()};
    }
    [[nodiscard]] BestSoFar best() const {
        return best_so_far(gp, neighbourhood(), problem.centres(), T, T.weights, problem.quality(), {}, Rng(5),
                           Parallel(1));
    }

    Problem problem;
    Template T;
    GaussianProcess gp;
};

bool at_levels(const Problem& problem, const Vector& u) {
    return (problem.levels().nearest(u) - u).cwiseAbs().maxCoeff() < 1e-9;
}

TEST(BestSoFarAtLevels, IsTheBestOfAllCombinations) {
    for (const RegionTolerance& tolerance : {RegionTolerance{}, five_percent, ten_percent}) {
        for (std::uint64_t seed = 1; seed <= 5; ++seed) {
            const Problem problem(Space({series_parameter("r", e12, tolerance), series_parameter("c", e12, tolerance)}),
                                  Norm::two, {tolerance, tolerance});
            const LevelSetting s(problem, seed, 40);
            const Neighbourhood neighbourhood = s.neighbourhood();
            double least = 1e300;
            Vector where;
            for (const double a : problem.levels().of(0)) {
                for (const double b : problem.levels().of(1)) {
                    const Vector u{{a, b}};
                    if (!neighbourhood.contains(u)) continue;
                    const double quality = mean_quality_at(s.gp, s.T, s.T.weights, problem.quality(), u);
                    if (quality >= least) continue;
                    least = quality;
                    where = u;
                }
            }
            const BestSoFar best = s.best();
            EXPECT_NEAR(best.quality, least, tolerance::linear_algebra) << tolerance.amount << " " << seed;
            EXPECT_TRUE(at_levels(problem, best.x));
            EXPECT_EQ(problem.space().from_unit(best.x), problem.space().from_unit(where));
        }
    }
}

TEST(BestSoFarAtLevels, IsNoWorseThanBruteForceWithOtherCoordinates) {
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
        const Problem problem(
            Space({choice_parameter("m", {"a", "b", "c"}), series_parameter("r", e12, five_percent), {"gap", 0, 1}}),
            Norm::two, {{}, five_percent, {0.1, RegionTolerance::Of::unit}});
        const LevelSetting s(problem, seed, 40);
        const Neighbourhood neighbourhood = s.neighbourhood();
        double least = 1e300;
        for (const double a : problem.levels().of(0)) {
            for (const double b : problem.levels().of(1)) {
                for (double c = 0.1; c <= 0.9; c += 0.004) {
                    const Vector u{{a, b, c}};
                    if (!neighbourhood.contains(u)) continue;
                    least = std::min(least, mean_quality_at(s.gp, s.T, s.T.weights, problem.quality(), u));
                }
            }
        }
        const BestSoFar best = s.best();
        EXPECT_LE(best.quality, least + 1e-4) << seed;
        EXPECT_TRUE(at_levels(problem, best.x));
        EXPECT_TRUE(neighbourhood.contains(best.x));
    }
}

TEST(NeighbourhoodAtLevels, AnObservationBetweenTwoValuesServesBoth) {
    const Problem problem(Space({series_parameter("r", {10, 11}, ten_percent)}), Norm::two, {ten_percent});
    const Points between = problem.space().to_unit(Vector{{10.5}});
    const Neighbourhood neighbourhood(between, problem.robust_set(), problem.centres(), problem.levels());
    EXPECT_EQ(neighbourhood.reachable().size(), 2U);
    for (const double level : problem.levels().of(0)) EXPECT_TRUE(neighbourhood.contains(Vector::Constant(1, level)));
    EXPECT_FALSE(neighbourhood.contains(problem.space().to_unit(Vector{{10.5}})));
}

}  // namespace
}  // namespace sweetspot
