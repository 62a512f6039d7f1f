// The maximum over centres at levels against an exhaustive search over all combinations.
#include "methods/over_levels.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "acquisition/expected_improvement.hpp"
#include "design/latin_hypercube.hpp"
#include "support/models.hpp"
#include "sweetspot/robust/problem.hpp"

namespace sweetspot {
namespace {

const std::vector<double> e6 = {10, 15, 22, 33, 47, 68};

GaussianProcess rough_model(const Problem& problem, std::uint64_t seed, Index n) {
    const Box cube = Box::unit(problem.dimension());
    const Points x = problem.levels().spread(latin_hypercube(problem.dimension(), n, Rng(seed)), cube);
    Vector y(n);
    for (Index i = 0; i < n; ++i) y[i] = testing::wavy(2 * x.col(i)) + std::cos(13 * x(0, i) + 7 * x(1, i));
    Hyperparameters h;
    h.lengthscales = Vector::Constant(problem.dimension(), 0.35);
    h.choice_sizes = problem.space().choice_sizes();
    return {matern52(), h, x, y, Standardisation::of(y)};
}

/// The largest value over all combinations, the rest of each by its own search.
Maximum exhaustive(const ExpectedImprovement& ei, const Problem& problem, const Points& starts) {
    const Box cube = Box::unit(problem.dimension());
    Maximum best{{}, -1};
    for (const Vector& x : problem.levels().around(starts.col(0), 100000, [](Index, double) { return true; })) {
        const Box held = problem.levels().held(cube, x);
        Maximum found =
            multistart_maximiser()->maximise({ei, {}, &ei}, held, Points(cube.dimension(), 0), Rng(1), Parallel(1));
        if (found.value > best.value) best = std::move(found);
    }
    return best;
}

Maximum searched(const ExpectedImprovement& ei, const Problem& problem, const Points& starts) {
    return maximise_over_levels(*multistart_maximiser(), {ei, {}, &ei}, problem.levels(),
                                Box::unit(problem.dimension()), starts, Rng(1), Parallel(2));
}

TEST(OverLevels, AllCombinationsOfFewAreCompared) {
    const Problem problem(
        Space({series_parameter("r", e6), choice_parameter("m", {"a", "b", "c"}), {"x", 0, 1}, {"y", 0, 1}}), Norm::two,
        0.0);
    for (std::uint64_t seed = 1; seed <= 8; ++seed) {
        const GaussianProcess gp = rough_model(problem, seed, 30);
        const ExpectedImprovement ei(gp);
        const Points starts = gp.inputs().leftCols(10);
        const Maximum found = searched(ei, problem, starts);
        const Maximum best = exhaustive(ei, problem, starts);
        EXPECT_GE(found.value, best.value * (1 - 1e-6)) << seed;
        EXPECT_EQ(problem.levels().nearest(found.x), found.x);
    }
}

TEST(OverLevels, WithoutOtherCoordinatesTheBestPointIsFound) {
    const Problem problem(
        Space({series_parameter("r", e6), choice_parameter("m", {"a", "b", "c"}), series_parameter("c", e6)}),
        Norm::two, 0.0);
    for (std::uint64_t seed = 1; seed <= 8; ++seed) {
        const GaussianProcess gp = rough_model(problem, seed, 30);
        const ExpectedImprovement ei(gp);
        const Points starts = gp.inputs().leftCols(3);
        Maximum best{{}, -1};
        for (const Vector& x : problem.levels().around(starts.col(0), 1000, [](Index, double) { return true; })) {
            const double value = ei.value(x, nullptr);
            if (value > best.value) best = {x, value};
        }
        const Maximum found = searched(ei, problem, starts);
        EXPECT_EQ(found.x, best.x);
        EXPECT_EQ(found.value, best.value);
    }
}

TEST(OverLevels, OfManyCombinationsOneIsFoundThatNoSingleExchangeImproves) {
    std::vector<Parameter> parameters;
    for (const char* name : {"a", "b", "c"}) parameters.push_back(series_parameter(name, e6));
    parameters.push_back({"x", 0, 1});
    const Problem problem(Space(parameters), Norm::two, 0.0);  // 216 combinations
    int same = 0;
    for (std::uint64_t seed = 1; seed <= 8; ++seed) {
        const GaussianProcess gp = rough_model(problem, seed, 40);
        const ExpectedImprovement ei(gp);
        const Points starts = gp.inputs().leftCols(10);
        const Maximum found = searched(ei, problem, starts);
        const Maximum best = exhaustive(ei, problem, starts);
        if (found.value >= best.value * (1 - 1e-6)) ++same;
        EXPECT_GE(found.value, 0.8 * best.value) << seed;
        EXPECT_EQ(problem.levels().nearest(found.x), found.x);
    }
    EXPECT_GE(same, 6);
}

TEST(OverLevels, WithoutLevelsItIsTheMaximiserItself) {
    const Problem problem(Space::cube(2, 0, 1), Norm::two, 0.0);
    const GaussianProcess gp = rough_model(problem, 3, 12);
    const ExpectedImprovement ei(gp);
    const Points starts = gp.inputs().leftCols(5);
    const Maximum plain = multistart_maximiser()->maximise({ei, {}, &ei}, Box::unit(2), starts, Rng(1), Parallel(2));
    EXPECT_EQ(searched(ei, problem, starts).x, plain.x);
}

}  // namespace
}  // namespace sweetspot
