#include "optimize/multistart.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <numeric>

#include "design/latin_hypercube.hpp"
#include "support/tolerance.hpp"

namespace sweetspot {
namespace {

/// A sum of cosines with many minima; the global one is at 0.3 in every coordinate.
double rastrigin(const Vector& x, Vector* gradient) {
    const Vector t = 10 * (x.array() - 0.3);
    if (gradient != nullptr) *gradient = 10 * (2 * t.array() + 2 * M_PI * 2 * (2 * M_PI * t.array()).sin());
    return (t.array().square() + 2 - 2 * (2 * M_PI * t.array()).cos()).sum();
}

TEST(Screen, FindsTheSameBestPointsAsEvaluatingAll) {
    const Points points = latin_hypercube(3, 300, Rng(1));
    std::atomic<int> evaluations = 0;
    MultistartObjective problem;
    problem.objective = [&](const Vector& x, Vector*) {
        ++evaluations;
        return rastrigin(x, nullptr);
    };
    // Bounds: the same less something that differs from point to point, smaller at the second level.
    for (const double slack : {3.0, 0.5}) {
        problem.lower_bounds.emplace_back([slack](const Points& x) {
            Vector bound(x.cols());
            for (Index i = 0; i < x.cols(); ++i) bound[i] = rastrigin(x.col(i), nullptr) - slack * x(0, i);
            return bound;
        });
    }
    std::vector<Index> all(300);
    std::iota(all.begin(), all.end(), Index{0});
    std::stable_sort(all.begin(), all.end(), [&](Index a, Index b) {
        return rastrigin(points.col(a), nullptr) < rastrigin(points.col(b), nullptr);
    });
    for (const int threads : {1, 3}) {
        evaluations = 0;
        Vector values;
        const std::vector<Index> found = screen(problem, points, 10, Parallel(threads), &values);
        EXPECT_EQ(found, std::vector<Index>(all.begin(), all.begin() + 10));
        EXPECT_EQ(values[9], rastrigin(points.col(found[9]), nullptr));
        EXPECT_LT(evaluations, 100);
    }
}

TEST(Screen, WithUselessBoundsTakesTheBestOfTheEvaluationsItMayMake) {
    const Points points = latin_hypercube(3, 300, Rng(1));
    std::vector<Index> evaluated;
    MultistartObjective problem;
    problem.objective = [&](const Vector& x, Vector*) {
        for (Index i = 0; i < 300; ++i) {
            if (points.col(i) == x) evaluated.push_back(i);
        }
        return rastrigin(x, nullptr);
    };
    problem.lower_bounds.emplace_back([](const Points& x) -> Vector { return Vector::Zero(x.cols()); });
    const std::vector<Index> found = screen(problem, points, 5, Parallel(1), nullptr, 40);
    EXPECT_GE(evaluated.size(), 40U);
    EXPECT_LT(evaluated.size(), 60U);
    std::stable_sort(evaluated.begin(), evaluated.end(), [&](Index a, Index b) {
        return rastrigin(points.col(a), nullptr) < rastrigin(points.col(b), nullptr);
    });
    EXPECT_EQ(found, std::vector<Index>(evaluated.begin(), evaluated.begin() + 5));
}

TEST(Screen, WithoutBoundsEvaluatesAllAndBreaksTiesByIndex) {
    MultistartObjective problem;
    problem.objective = [](const Vector&, Vector*) { return 1.0; };
    EXPECT_EQ(screen(problem, Points::Zero(2, 30), 4, Parallel(1)), (std::vector<Index>{0, 1, 2, 3}));
}

TEST(Multistart, FindsTheGlobalMinimumAmongMany) {
    MultistartObjective problem;
    problem.objective = rastrigin;
    const Minimum found = minimize_multistart(problem, Box::unit(2), {}, Rng(1), Parallel(1));
    EXPECT_NEAR((found.x.array() - 0.3).abs().maxCoeff(), 0, tolerance::local_optimum);
}

TEST(Multistart, UsesExtraPointsThatTheScreeningWouldMiss) {
    // A narrow well that 20 Latin hypercube points do not see.
    MultistartObjective problem;
    problem.objective = [](const Vector& x, Vector* gradient) {
        const Vector d = x.array() - 0.123;
        const double well = std::exp(-1e4 * d.squaredNorm());
        if (gradient != nullptr) *gradient = 2e4 * well * d;
        return -well;
    };
    MultistartOptions options;
    options.screening = 20;
    EXPECT_GT(minimize_multistart(problem, Box::unit(2), options, Rng(1), Parallel(1)).value, -0.5);
    options.extra = Points::Constant(2, 1, 0.125);
    EXPECT_LT(minimize_multistart(problem, Box::unit(2), options, Rng(1), Parallel(1)).value, -0.999);
}

TEST(Multistart, EndsInTheObjectivesMinimumThoughTheApproximationsAreOff) {
    MultistartObjective problem;
    problem.objective = rastrigin;
    for (const double shift : {0.03, -0.02}) {
        problem.approximations.push_back(
            {[shift](const Vector& x, Vector* gradient) { return rastrigin(x.array() + shift, gradient); }, 3, 4});
    }
    const Minimum found = minimize_multistart(problem, Box::unit(2), {}, Rng(1), Parallel(1));
    EXPECT_NEAR((found.x.array() - 0.3).abs().maxCoeff(), 0, tolerance::local_optimum);
}

TEST(Multistart, ScreensTheFirstApproximationAndPassesOnItsDistinctBest) {
    std::atomic<int> objective_calls = 0;
    std::atomic<int> approximation_calls = 0;
    MultistartObjective problem;
    problem.objective = [&](const Vector& x, Vector* gradient) {
        ++objective_calls;
        return rastrigin(x, gradient);
    };
    problem.approximations.push_back({[&](const Vector& x, Vector* gradient) {
                                          ++approximation_calls;
                                          return rastrigin(x, gradient);
                                      },
                                      2, 1});
    MultistartOptions options;
    options.screening = 500;
    options.max_iterations = 1;
    (void)minimize_multistart(problem, Box::unit(2), options, Rng(1), Parallel(1));
    EXPECT_GE(approximation_calls, 500);
    EXPECT_LT(objective_calls, 25);  // one descent of one iteration
}

TEST(Multistart, IsTheSameAtAnyNumberOfThreads) {
    MultistartObjective problem;
    problem.objective = rastrigin;
    problem.approximations.push_back({rastrigin, 3, 4});
    const Minimum one = minimize_multistart(problem, Box::unit(4), {}, Rng(1), Parallel(1));
    const Minimum four = minimize_multistart(problem, Box::unit(4), {}, Rng(1), Parallel(4));
    EXPECT_EQ(one.x, four.x);
    EXPECT_EQ(one.value, four.value);
}

}  // namespace
}  // namespace sweetspot
