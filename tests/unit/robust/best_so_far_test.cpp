#include "sweetspot/robust/best_so_far.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <iterator>

#include "robust/neighbourhood.hpp"
#include "support/models.hpp"
#include "support/plain_best_so_far.hpp"
#include "support/random_points.hpp"
#include "support/tolerance.hpp"
#include "sweetspot/problems/benchmark.hpp"
#include "sweetspot/robust/problem.hpp"

namespace sweetspot {
namespace {

struct BestSoFarSetting {
    explicit BestSoFarSetting(Norm norm = Norm::two, TemplateShape shape = TemplateShape::boundary_heavy)
        : robust_set(norm, Vector::Constant(2, 0.12)),
          T(make_template(robust_set, {shape, 60}, Rng(3))),
          neighbourhood(gp.inputs(), robust_set, centres) {}

    GaussianProcess gp = testing::wavy_gp(2, 7, 0.4);
    RobustSet robust_set;
    Box centres{Vector::Constant(2, 0.12), Vector::Constant(2, 0.88)};
    Template T;
    Neighbourhood neighbourhood;

    [[nodiscard]] BestSoFar best(const Quality& quality, int threads = 1) const {
        return best_so_far(gp, neighbourhood, centres, T, T.weights, quality, {}, Rng(5), Parallel(threads));
    }
    /// The best quality on a grid of the neighbourhood.
    [[nodiscard]] double brute_force(const Quality& quality) const {
        double least = 1e300;
        for (double a = 0.12; a <= 0.88; a += 0.004) {
            for (double b = 0.12; b <= 0.88; b += 0.004) {
                const Vector x{{a, b}};
                if (neighbourhood.contains(x)) least = std::min(least, mean_quality_at(gp, T, T.weights, quality, x));
            }
        }
        return least;
    }
};

TEST(BestSoFar, LiesInTheNeighbourhoodOfTheObservations) {
    for (const Norm norm : {Norm::one, Norm::two, Norm::infinity}) {
        const BestSoFarSetting s(norm);
        for (const QualityPtr& quality : qualities()) EXPECT_TRUE(s.neighbourhood.contains(s.best(*quality).x));
    }
}

TEST(BestSoFar, IsAtLeastAsGoodAsBruteForce) {
    for (const Norm norm : {Norm::one, Norm::two, Norm::infinity}) {
        const BestSoFarSetting s(norm);
        for (const QualityPtr& quality : qualities()) {
            const BestSoFar best = s.best(*quality);
            EXPECT_LE(best.quality, s.brute_force(*quality) + 1e-4) << to_string(norm) << " " << quality->name();
            EXPECT_NEAR(best.quality, mean_quality_at(s.gp, s.T, s.T.weights, *quality, best.x), tolerance::rounding);
        }
    }
}

TEST(BestSoFar, IsOnAverageAtLeastAsGoodAsThePlainSearch) {
    // Benchmark problems, early and later, some with observations that crowd around one of them. The answers differ
    // where there are several valleys; differences are in units of the spread of the responses.
    double sum = 0;
    int worse = 0;
    int better = 0;
    for (const char* name : {"styblinski-tang", "quintic", "levy03", "bertsimas"}) {
        const BenchmarkPtr benchmark = benchmark_named(name);
        for (const Index D : {2, 5, 10}) {
            if (std::string(name) == "bertsimas" && D != 2) continue;
            for (const Norm norm : {Norm::one, Norm::two, Norm::infinity}) {
                const Problem problem(benchmark->space(D), norm, benchmark->default_tolerance());
                const Template T = make_template(problem.robust_set(), {}, Rng(2));
                for (const Index n : {D + 1, Index{40}}) {
                    Points x = latin_hypercube(D, n, Rng(3).split(static_cast<std::uint64_t>(n)));
                    if (n == 40)
                        x.rightCols(15) =
                            problem.robust_set().bounds().upper.asDiagonal() * (x.rightCols(15).array() - 0.5).matrix();
                    if (n == 40) x.rightCols(15).colwise() += problem.centres().clamp(x.col(0));
                    Vector y(n);
                    for (Index i = 0; i < n; ++i) y[i] = benchmark->value(problem.space().from_unit(x.col(i)));
                    const Hyperparameters h{Vector::Constant(D, n == 40 ? 0.3 : 1.0), 1, 1e-5, 0};
                    const GaussianProcess gp(matern52(), h, x, y, Standardisation::of(y));
                    const Neighbourhood neighbourhood(x, problem.robust_set(), problem.centres());
                    if (neighbourhood.reachable().empty()) continue;
                    const BestSoFar best = best_so_far(gp, neighbourhood, problem.centres(), T, T.weights,
                                                       *worst_quality(), {}, Rng(5), Parallel(1));
                    EXPECT_TRUE(neighbourhood.contains(best.x));
                    const Vector responses = gp.mean(T.at(best.x));
                    const double spread = responses.maxCoeff() - responses.minCoeff();
                    const double gain =
                        (testing::plain_best_worst_case(gp, neighbourhood, T, Rng(6)) - best.quality) / spread;
                    sum += gain;
                    worse += gain < -1e-4 ? 1 : 0;
                    better += gain > 1e-4 ? 1 : 0;
                    EXPECT_GT(gain, -0.1) << name << " " << D << " " << to_string(norm) << " " << n;
                }
            }
        }
    }
    EXPECT_GE(sum, 0);
    EXPECT_GE(better, worse);
    RecordProperty("better", better);
    RecordProperty("worse", worse);
}

TEST(BestSoFar, StepsDownTheSlopeWhereACoordinateIsBuiltExactly) {
    // A plane that falls with the first coordinate and, much more, with the second, which is built exactly.
    const Points x = latin_hypercube(2, 12, Rng(4));
    const Vector y = -x.row(0).transpose() - 50 * x.row(1).transpose();
    const GaussianProcess gp(matern52(), {Vector::Constant(2, 2.0), 4, 1e-6, 0}, x, y, Standardisation::of(y));
    const RobustSet robust_set(Norm::two, Vector{{0.1, 0.0}});
    const Box centres = robust_set.centres(Box::unit(2));
    const Neighbourhood neighbourhood(x, robust_set, centres);
    const Template T = make_template(robust_set, {}, Rng(1));
    const BestSoFar best =
        best_so_far(gp, neighbourhood, centres, T, T.weights, *worst_quality(), {}, Rng(1), Parallel(1));
    Index top = 0;
    x.row(1).maxCoeff(&top);
    EXPECT_DOUBLE_EQ(best.x[1], x(1, top));
    EXPECT_NEAR(best.x[0], std::clamp(x(0, top) + 0.1, 0.1, 0.9), 1e-4);
}

TEST(BestSoFar, AnOwnReductionIsMinimisedToo) {
    const BestSoFarSetting s;
    const QualityPtr soft = custom_quality("soft", [](const VectorRef& F, const VectorRef& w) {
        return std::log(w.dot((3 * F.array()).exp().matrix())) / 3;
    });
    EXPECT_LE(s.best(*soft).quality, s.brute_force(*soft) + 1e-4);
}

TEST(BestSoFar, IsTheSameAtAnyNumberOfThreads) {
    const BestSoFarSetting s;
    EXPECT_EQ(s.best(*worst_quality(), 1).x, s.best(*worst_quality(), 4).x);
}

TEST(BestSoFar, SearchesTheWholeBoxWhenEveryObservationIsDeepInTheMargin) {
    const Points corners{{0.0, 1.0}, {0.0, 1.0}};
    const Vector y{{1.0, 2.0}};
    const GaussianProcess gp(matern52(), {Vector::Constant(2, 0.5), 1, 1e-6, 0}, corners, y, Standardisation::of(y));
    const RobustSet robust_set(Norm::two, Vector::Constant(2, 0.2));
    const Box centres{Vector::Constant(2, 0.2), Vector::Constant(2, 0.8)};
    const Neighbourhood neighbourhood(corners, robust_set, centres);
    ASSERT_TRUE(neighbourhood.reachable().empty());
    const Template T = make_template(robust_set, {}, Rng(1));
    const BestSoFar best =
        best_so_far(gp, neighbourhood, centres, T, T.weights, *worst_quality(), {}, Rng(1), Parallel(1));
    EXPECT_TRUE(centres.contains(best.x));
    EXPECT_LT(best.x[0], 0.5);  // nearer to the better corner
}

/// Half of the observations spread, half where the first of them is lowest.
GaussianProcess gp_of_many(Index dimension, Index count, std::uint64_t seed) {
    Points x = support::random_points(dimension, count, seed);
    const auto value = [](const VectorRef& u) { return (6 * u.array()).cos().sum() + 3 * u.squaredNorm(); };
    Vector y(count);
    for (Index i = 0; i < count; ++i) {
        Index lowest = 0;
        if (i == count / 2) y.head(i).minCoeff(&lowest);
        if (i >= count / 2) x.col(i) = x.col(lowest) + 0.1 * (x.col(i).array() - 0.5).matrix();
        x.col(i) = x.col(i).cwiseMax(0).cwiseMin(1);
        y[i] = value(x.col(i));
    }
    const Hyperparameters eta{Vector::Constant(dimension, 0.5), 2, 1e-6, 0};
    return {matern52(), eta, x, y, Standardisation::of(y)};
}

// One random member in view makes the search look at all candidates at once.
TEST(BestSoFar, OfManyObservationsIsThatOfAllCandidatesAtOnce) {
    for (const std::uint64_t seed : {1, 2, 3}) {
        for (const Index dimension : {2, 6}) {
            const GaussianProcess gp = gp_of_many(dimension, 1900, seed);
            const RobustSet set(Norm::two, Vector::Constant(dimension, 0.12));
            const Template T = make_template(set, {TemplateShape::boundary_heavy, 60}, Rng(3));
            const Box centres{Vector::Constant(dimension, 0.12), Vector::Constant(dimension, 0.88)};
            const Neighbourhood neighbourhood(gp.inputs(), set, centres);
            ASSERT_GT(std::ssize(neighbourhood.reachable()), 1000);
            const QualityPtr quality = worst_quality();
            const auto best = [&](const GaussianProcess& model, Index draws) {
                return best_so_far(model, neighbourhood, centres, T, T.weights, *quality, {.draws = draws}, Rng(5),
                                   Parallel(1));
            };
            const BestSoFar by_turns = best(gp, 0);
            const BestSoFar at_once = best(gp, 1);
            EXPECT_LE(by_turns.quality, at_once.quality + tolerance::rounding) << dimension << " " << seed;
            EXPECT_TRUE(neighbourhood.contains(by_turns.x));
            EXPECT_EQ(best(gp.local({1, 5, 700}), 0).x, by_turns.x) << "a local model has the same mean";
        }
    }
}

}  // namespace
}  // namespace sweetspot
