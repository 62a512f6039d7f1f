// The nominal optimisers against a plain replay of what they are said to do, and against random search.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "optimize/cma_es.hpp"
#include "sweetspot/methods/catalogue.hpp"
#include "sweetspot/search/optimizer.hpp"

namespace sweetspot {
namespace {

double sphere(const Vector& x) {
    return (x.array() - 0.3).square().sum();
}

Optimizer searched(const MethodPtr& method, Index dimension, Index evaluations, std::uint64_t seed = 1,
                   const std::function<double(const Vector&)>& f = sphere) {
    Optimizer optimizer(Problem(Space::cube(dimension, -1, 1), Norm::two, 0.1), {.seed = seed, .method = method});
    for (Index n = 0; n < evaluations; ++n) {
        const Vector x = optimizer.ask().x;
        optimizer.tell(x, f(x));
    }
    return optimizer;
}

double median_best(const MethodPtr& method, Index dimension) {
    std::vector<double> best;
    for (std::uint64_t seed = 1; seed <= 9; ++seed) {
        best.push_back(searched(method, dimension, 100, seed).outputs().minCoeff());
    }
    std::nth_element(best.begin(), best.begin() + 4, best.end());
    return best[4];
}

double median_best_of_random(Index dimension) {
    std::vector<double> best;
    for (std::uint64_t seed = 1; seed <= 9; ++seed) {
        Rng rng = Rng(seed).split("random search");
        double least = 1e300;
        for (int n = 0; n < 100; ++n) {
            Vector x(dimension);
            for (double& coordinate : x) coordinate = rng.uniform(-1, 1);
            least = std::min(least, sphere(x));
        }
        best.push_back(least);
    }
    std::nth_element(best.begin(), best.begin() + 4, best.end());
    return best[4];
}

TEST(NominalSearch, IsFarBetterThanRandomSearchOnASphereAfterAHundredEvaluations) {
    // Medians of nine as a share of random search's: differential evolution 0.008, 0.19, 0.49 at D = 2, 5, 10; CMA-ES
    // 0.009, 0.15, 0.52.
    constexpr std::pair<Index, double> most[] = {{2, 0.05}, {5, 0.3}, {10, 0.7}};
    for (const MethodPtr& method : {differential_evolution(), cma_es_search()}) {
        for (const auto& [dimension, share] : most) {
            EXPECT_LT(median_best(method, dimension), share * median_best_of_random(dimension))
                << method->name() << " D = " << dimension;
        }
    }
}

TEST(NominalSearch, TakesNoNoticeOfTheRobustSet) {
    for (const MethodPtr& method : {differential_evolution(), cma_es_search()}) {
        Optimizer wide(Problem(Space::cube(2, -1, 1), Norm::infinity, 0.5), {.method = method});
        for (Index n = 0; n < 30; ++n) {
            const Vector x = wide.ask().x;
            wide.tell(x, sphere(x));
        }
        EXPECT_EQ(wide.inputs(), searched(method, 2, 30).inputs()) << method->name();
    }
}

TEST(NominalSearch, RecommendsTheBestThatItMeasuredMovedToWhereTheRegionFits) {
    for (const MethodPtr& method : {differential_evolution(), cma_es_search()}) {
        for (const Vector& minimum : {Vector{{0.3, -0.2}}, Vector{{1.0, -1.0}}}) {
            Optimizer optimizer(Problem(Space::cube(2, -1, 1), Norm::two, 0.25), {.method = method});
            for (Index n = 0; n < 30; ++n) {
                const Vector x = optimizer.ask().x;
                optimizer.tell(x, (x - minimum).squaredNorm());
                Index best = 0;
                optimizer.outputs().minCoeff(&best);
                const Vector centre = optimizer.inputs().col(best).cwiseMax(-0.75).cwiseMin(0.75);
                EXPECT_TRUE(optimizer.best().x.isApprox(centre, 1e-12));
                const Suggestion next = optimizer.ask();
                if (!next.reason) continue;
                EXPECT_TRUE(next.reason->incumbent.isApprox(centre, 1e-12));
                EXPECT_NEAR(next.reason->incumbent_quality, optimizer.outputs()[best], 1e-9);
            }
        }
    }
}

TEST(NominalSearch, GoesOnAfterConvergenceAndLooksElsewhere) {
    for (const MethodPtr& method : {differential_evolution(), cma_es_search()}) {
        const Optimizer optimizer = searched(method, 1, 400);
        const Points x = optimizer.inputs();
        EXPECT_GT(((x.array() - 0.3).abs() < 1e-6).count(), 20) << method->name() << " had not converged";
        const auto late = x.rightCols(200);
        EXPECT_LT(late.minCoeff(), -0.5) << method->name();
        EXPECT_GT(late.maxCoeff(), 0.8) << method->name();
    }
}

TEST(DifferentialEvolution, TheInitialDesignIsItsFirstMembersAndTrialsMixTargetBestAndDifferences) {
    constexpr Index D = 3;
    constexpr Index size = 8;  // 2 D + 2
    const Optimizer optimizer = searched(differential_evolution(), D, 60);
    const Points x = optimizer.inputs();
    const Vector& y = optimizer.outputs();
    // The members beyond the D + 1 of the initial design are a Latin hypercube of four.
    for (Index d = 0; d < D; ++d) {
        std::set<Index> strata;
        for (Index n = D + 1; n < size; ++n) strata.insert(static_cast<Index>((x(d, n) + 1) / 2 * (size - D - 1)));
        EXPECT_EQ(strata.size(), static_cast<std::size_t>(size - D - 1));
    }
    std::vector<Index> members;
    for (Index n = 0; n < size; ++n) members.push_back(n);
    Index explained = 0;
    for (Index n = size; n < 60; ++n) {
        const Index target = members[static_cast<std::size_t>((n - size) % size)];
        const Index best =
            *std::min_element(members.begin(), members.end(), [&](Index a, Index b) { return y[a] < y[b]; });
        // Some pair of other members and one factor in [0.5, 1] explain every coordinate that moved and did not leave
        // the domain.
        bool found = false;
        for (const Index a : members) {
            for (const Index b : members) {
                if (a == b || a == target || b == target || found) continue;
                double factor = 0;
                bool fits = true;
                for (Index d = 0; d < D; ++d) {
                    if (std::abs(x(d, n) - x(d, target)) < 1e-12) continue;
                    const double here = (x(d, n) - x(d, best)) / (x(d, a) - x(d, b));
                    fits = fits && here > 0.5 && here < 1 && (factor == 0 || std::abs(here - factor) < 1e-9);
                    factor = here;
                }
                found = fits && factor > 0;
            }
        }
        if (found) ++explained;
        if (y[n] <= y[target]) members[static_cast<std::size_t>((n - size) % size)] = n;
    }
    EXPECT_GE(explained, 40) << "of 52; the rest left the domain in some coordinate";
}

TEST(CmaEsSearch, IsTheStrategyFromTheBestInitialPoint) {
    const Optimizer optimizer = searched(cma_es_search(), 4, 80);
    const Points x = optimizer.inputs();
    Index start = 0;
    optimizer.outputs().head(5).minCoeff(&start);
    Index n = 4;  // the start has its value already
    const Objective f = [&](const Vector& u) {
        const Vector at = 2 * u.array() - 1;
        EXPECT_TRUE(at.isApprox(n == 4 ? Vector(x.col(start)) : Vector(x.col(n)), 1e-12)) << n;
        ++n;
        return sphere(at);
    };
    CmaEsOptions options;
    options.max_evaluations = 76;
    const Rng rng = Rng(1).split("cma-es").split(std::uint64_t{0}).split("offspring");
    (void)minimize_cma_es(f, Box::unit(4), (x.col(start).array() + 1) / 2, options, rng);
    EXPECT_EQ(n, 80);
}

TEST(CmaEsSearch, ValuesThatOthersAddedArePassedOver) {
    const Optimizer plain = searched(cma_es_search(), 3, 20);
    Optimizer mixed(plain.problem(), plain.options());
    for (Index n = 0; n < 20; ++n) {
        mixed.tell(plain.inputs().col(n), plain.outputs()[n]);
        if (n >= 4) mixed.tell(Vector::Constant(3, 0.01 * static_cast<double>(n)), 1);
    }
    EXPECT_EQ(mixed.ask().x, plain.ask().x);
}

TEST(NominalSearch, WorksOnStepsAndLogScales) {
    const Space space({{"pieces", 1, 9, Scale::linear, 1.0}, {"ohm", 1, 1000, Scale::log, std::nullopt}});
    for (const MethodPtr& method : {differential_evolution(), cma_es_search()}) {
        Optimizer optimizer(Problem(space, Norm::two, Vector{{0.0, 0.05}}), {.method = method});
        for (Index n = 0; n < 60; ++n) {
            const Vector x = optimizer.ask().x;
            EXPECT_EQ(x[0], std::round(x[0]));
            optimizer.tell(x, std::pow(x[0] - 4, 2) + std::pow(std::log(x[1] / 30), 2));
        }
        EXPECT_EQ(optimizer.best().x[0], 4) << method->name();
        EXPECT_NEAR(optimizer.best().x[1], 30, 6) << method->name();
    }
}

}  // namespace
}  // namespace sweetspot
