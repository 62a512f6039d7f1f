// Each rival against hand-computed cases and brute force over grids in one and two dimensions.
#include "sweetspot/methods/catalogue.hpp"

#include <gtest/gtest.h>

#include <set>

#include "acquisition/expected_improvement.hpp"
#include "acquisition/worst_case_expected_improvement.hpp"
#include "base/normal.hpp"
#include "support/models.hpp"
#include "support/tolerance.hpp"
#include "sweetspot/search/optimizer.hpp"

namespace sweetspot {
namespace {

using testing::wavy;

/// Observations of `wavy` in the unit cube, and a model of them that is given, not fitted.
struct Case {
    Case(Index dimension, Index n)
        : problem(Space::cube(dimension, 0, 1), Norm::two, 0.1),
          gp(testing::wavy_gp(dimension, n, 0.3)),
          seed(1),
          rng(seed.split("case")) {
        observations.x = gp.inputs();
        observations.y.resize(n);
        for (Index i = 0; i < n; ++i) observations.y[i] = wavy(gp.inputs().col(i));
        model.fixed.model = {gp.kernel_ptr(), gp.hyperparameters(), gp.standardisation()};
        T = make_template(problem.robust_set(), {}, seed.split("template"));
    }

    [[nodiscard]] Situation situation() const { return {problem, observations, seed, rng, parallel, 1}; }

    Problem problem;
    GaussianProcess gp;
    Rng seed;
    Rng rng;
    Parallel parallel{1};
    Observations observations;
    ModelOptions model;
    Template T;
};

/// A grid of a box with `steps` intervals a side.
Points grid_of(const Box& box, Index steps) {
    const Index d = box.dimension();
    const Index side = steps + 1;
    const Index count = d == 1 ? side : side * side;
    Points result(d, count);
    for (Index i = 0; i < count; ++i) {
        const double u = static_cast<double>(i % side) / static_cast<double>(steps);
        result(0, i) = box.lower[0] + u * box.width()[0];
        const Index row = i / side;
        if (d == 2)
            result(1, i) = box.lower[1] + static_cast<double>(row) / static_cast<double>(steps) * box.width()[1];
    }
    return result;
}

/// The largest μ + cσ of a region, over a dense grid of it.
double largest_in_region(const Case& c, const Vector& x, double sds) {
    const Box around{x.array() - 0.1, x.array() + 0.1};
    const Points grid = grid_of(around, 100);
    const Vector values = c.gp.mean(grid) + sds * c.gp.variance(grid).cwiseSqrt();
    double largest = -1e300;
    for (Index i = 0; i < grid.cols(); ++i) {
        if (c.problem.robust_set().contains(grid.col(i) - x)) largest = std::max(largest, values[i]);
    }
    return largest;
}

/// max over the template of μ + cσ.
double largest_over_template(const Case& c, const VectorRef& x, double sds) {
    const Points region = c.T.at(x);
    return (c.gp.mean(region) + sds * c.gp.variance(region).cwiseSqrt()).maxCoeff();
}

double least_over_grid(const Case& c, double sds) {
    const Points centres = grid_of(c.problem.centres(), c.problem.dimension() == 1 ? 1000 : 50);
    double least = 1e300;
    for (Index i = 0; i < centres.cols(); ++i) least = std::min(least, largest_over_template(c, centres.col(i), sds));
    return least;
}

struct Size {
    Index dimension;
    Index observations;
};
constexpr Size sizes[] = {{1, 3}, {1, 6}, {2, 5}, {2, 15}};

TEST(ExpectedImprovementSearch, FindsTheLargestOfAGrid) {
    for (const auto& [dimension, n] : sizes) {
        const Case c(dimension, n);
        const Proposal p = expected_improvement_search({.model = c.model})->propose(c.situation());
        const Points grid = grid_of(Box::unit(dimension), dimension == 1 ? 2000 : 200);
        const double f_star = c.gp.targets().minCoeff();
        const auto ei = [&](const Vector& mean, const Vector& variance, Index i) {
            return expected_positive_part(f_star - mean[i], std::sqrt(variance[i]));
        };
        const Vector mean = c.gp.mean(grid);
        const Vector variance = c.gp.variance(grid);
        double largest = 0;
        for (Index i = 0; i < grid.cols(); ++i) largest = std::max(largest, ei(mean, variance, i));
        const double found = ei(c.gp.mean(p.next), c.gp.variance(p.next), 0);
        EXPECT_GE(found, largest * (1 - 1e-4));
        EXPECT_NEAR(p.expected_improvement, found * c.gp.standardisation().scale, tolerance::linear_algebra);
        EXPECT_EQ(p.next, p.centre);
    }
}

TEST(StableOpt, FindsTheLeastLowerBoundAndTheWorstUpperBoundOfGrids) {
    for (const auto& [dimension, n] : sizes) {
        const Case c(dimension, n);
        const Proposal p = stableopt({.model = c.model})->propose(c.situation());
        EXPECT_LE(largest_over_template(c, p.centre, -2), least_over_grid(c, -2) + 1e-4);
        const double upper = c.gp.mean(p.next)[0] + 2 * std::sqrt(c.gp.variance(p.next)[0]);
        EXPECT_GE(upper, largest_in_region(c, p.centre, 2) - 1e-6);
        EXPECT_TRUE(c.problem.robust_set().contains(p.next - p.centre));
        EXPECT_NEAR(*p.pessimistic_quality, c.gp.standardisation().undo(upper), tolerance::rounding);
    }
}

TEST(StableOpt, FromOneObservationLooksAsFarFromItAsItCan) {
    // μ = 0 everywhere, so the bounds are ∓ 2σ and σ grows with the distance: the region that is farthest from the
    // observation at 0.3 is centred at 0.9 and ends at 1.
    const Problem problem(Space::cube(1, 0, 1), Norm::two, 0.1);
    const Observations one{Points::Constant(1, 1, 0.3), Vector::Zero(1)};
    ModelOptions model;
    Hyperparameters eta;
    eta.lengthscales = Vector::Constant(1, 0.5);
    eta.noise = 0.01;
    model.fixed.model = {matern52(), eta, Standardisation{}};
    const Rng seed(1);
    const Parallel parallel(1);
    const Proposal p = stableopt({.model = model})->propose({problem, one, seed, seed, parallel});
    EXPECT_NEAR(p.centre[0], 0.9, tolerance::local_optimum);
    EXPECT_NEAR(p.next[0], 1, tolerance::local_optimum);
    const double r = std::sqrt(5.0) * 0.7 / 0.5;
    const double k = (1 + r + r * r / 3) * std::exp(-r);
    EXPECT_NEAR(*p.pessimistic_quality, 2 * std::sqrt(1 - k * k / 1.01), 1e-6);
}

TEST(StableOpt, WithoutUncertaintyInTheBoundsIsTheWorstCaseOfTheMean) {
    const Case c(1, 6);
    const Proposal p = stableopt({.beta = 0, .model = c.model})->propose(c.situation());
    EXPECT_LE(largest_over_template(c, p.centre, 0), least_over_grid(c, 0) + 1e-6);
    EXPECT_NEAR(c.gp.mean(p.next)[0], largest_in_region(c, p.centre, 0), 1e-4);
}

TEST(StableOpt, ReportsThePastCandidateOfLeastPessimisticWorstCase) {
    StableOptOptions quick;
    quick.screening = 100;
    quick.model.fit.random_starts = 2;
    Optimizer optimizer(Problem(Space::cube(2, 0, 1), Norm::two, 0.1), {.method = stableopt(quick)});
    std::optional<Vector> best;
    double least = 1e300;
    for (Index n = 0; n < 9; ++n) {
        EXPECT_EQ(optimizer.best_by_own_rule().has_value(), n > 3);
        const Suggestion s = optimizer.ask();
        if (s.reason && *s.reason->pessimistic_quality < least) {
            least = *s.reason->pessimistic_quality;
            best = s.reason->centre;
        }
        optimizer.tell(s.x, wavy(s.x));
    }
    EXPECT_EQ(optimizer.best_by_own_rule()->x, *best);
}

TEST(UrRehman, IsTheFormulaByHand) {
    // One observation y = 1 at 0, prior mean 0: μ falls with the distance, so the worst place of the region at x is its
    // near end x - 0.1.
    Hyperparameters eta;
    eta.lengthscales = Vector::Constant(1, 0.5);
    eta.noise = 0;
    const GaussianProcess gp(matern52(), eta, Points::Zero(1, 1), Vector::Ones(1), Standardisation{});
    const Template T{Points{{0, -0.1, 0.1}}, Vector::Constant(3, 1.0 / 3)};
    const double r_k = 0.2;
    const WorstCaseExpectedImprovement ei(gp, T, r_k);
    for (const double x : {0.2, 0.5, 0.8}) {
        const double r = std::sqrt(5.0) * (x - 0.1) / 0.5;
        const double y = (1 + r + r * r / 3) * std::exp(-r);
        const double s = std::sqrt(1 - y * y);
        const double u = (r_k - y) / s;
        const Vector at{{x}};
        EXPECT_EQ(ei.worst_place(at)[0], x - 0.1);
        EXPECT_NEAR(ei.value(at, nullptr), (r_k - y) * normal_cdf(u) + s * normal_density(u), tolerance::rounding);
    }
}

TEST(UrRehman, HasNoImprovementWhereTheWorstPlaceIsCertain) {
    Hyperparameters eta;
    eta.lengthscales = Vector::Constant(1, 0.5);
    eta.noise = 0;
    const GaussianProcess gp(matern52(), eta, Points::Zero(1, 1), Vector::Ones(1), Standardisation{});
    const Template T{Points{{0}}, Vector::Ones(1)};
    Vector gradient(1);
    EXPECT_EQ(WorstCaseExpectedImprovement(gp, T, 0.2).value(Vector::Zero(1), &gradient), 0);
    EXPECT_EQ(gradient[0], 0);
}

TEST(UrRehman, GradientIsThatOfSymmetricDifferencesAwayFromTheJumps) {
    const Case c(2, 12);
    const WorstCaseExpectedImprovement ei(c.gp, c.T, c.gp.targets().minCoeff() + 0.5);
    Rng rng(4);
    int compared = 0;
    for (int i = 0; i < 30; ++i) {
        const Vector x{{rng.uniform(0.1, 0.9), rng.uniform(0.1, 0.9)}};
        const auto value = [&](const Vector& at) { return ei.value(at, nullptr); };
        const Vector delta = ei.worst_place(x) - x;
        const auto same = [&](double dx, double dy) {
            const Vector at{{x[0] + dx, x[1] + dy}};
            return (ei.worst_place(at) - at - delta).norm() < 1e-12;
        };
        if (!same(1e-5, 0) || !same(-1e-5, 0) || !same(0, 1e-5) || !same(0, -1e-5)) continue;
        Vector gradient(2);
        EXPECT_NEAR(ei.value(x, &gradient), value(x), tolerance::linear_algebra);
        const Vector expected = testing::symmetric_differences(value, x);
        EXPECT_LT((gradient - expected).norm(), tolerance::finite_difference * (1 + expected.norm()));
        ++compared;
    }
    EXPECT_GT(compared, 20);
}

TEST(UrRehman, FindsTheLargestExpectedImprovementOfAGrid) {
    for (const auto& [dimension, n] : sizes) {
        const Case c(dimension, n);
        const MethodPtr method = ur_rehman({.model = c.model});
        const Proposal p = method->propose(c.situation());
        const Recommendation own = *method->own_recommendation(c.situation());
        // r_K over all centres.
        const double r_k = own.best.quality;
        EXPECT_LE(r_k, least_over_grid(c, 0) + 1e-5);
        EXPECT_NEAR(r_k, largest_over_template(c, own.best.x, 0), tolerance::linear_algebra);
        const auto ei = [&](const VectorRef& x) {
            const Points region = c.T.at(x);
            Index worst = 0;
            const double y = c.gp.mean(region).maxCoeff(&worst);
            return expected_positive_part(r_k - y, std::sqrt(c.gp.variance(region.col(worst))[0]));
        };
        const Points centres = grid_of(c.problem.centres(), dimension == 1 ? 1000 : 60);
        double largest = 0;
        for (Index i = 0; i < centres.cols(); ++i) largest = std::max(largest, ei(centres.col(i)));
        EXPECT_GE(ei(p.next), largest * 0.99) << dimension << " " << n;
        EXPECT_NEAR(p.expected_improvement, ei(p.next) * c.gp.standardisation().scale, tolerance::linear_algebra);
        EXPECT_EQ(p.next, p.centre);
    }
}

TEST(LatinHypercubeSearch, IsOneLatinHypercubePerBlock) {
    constexpr Index block = 10;
    Case c(2, 1);
    const MethodPtr method = latin_hypercube_search({.block = block, .model = {}});
    const auto point = [&](Index n) {
        c.observations = {latin_hypercube(2, n, Rng(3)), Vector::LinSpaced(n, 0, 1)};
        return method->propose(c.situation()).next;
    };
    for (const Index first : {block, 2 * block}) {
        std::set<Index> strata[2];
        for (Index n = first; n < first + block; ++n) {
            const Vector x = point(n);
            for (const Index d : {0, 1}) strata[d].insert(static_cast<Index>(x[d] * block));
        }
        EXPECT_EQ(strata[0].size(), 10U);
        EXPECT_EQ(strata[1].size(), 10U);
    }
    EXPECT_NE(point(block), point(2 * block));
}

TEST(Rivals, ForTheWorstCaseRefuseOtherQualities) {
    const Case c(1, 3);
    const Problem average(Space::cube(1, 0, 1), Norm::two, 0.1, mean_quality());
    const Situation s{average, c.observations, c.seed, c.rng, c.parallel};
    EXPECT_THROW((void)stableopt({.model = c.model})->propose(s), std::invalid_argument);
    EXPECT_THROW((void)ur_rehman({.model = c.model})->propose(s), std::invalid_argument);
    EXPECT_NO_THROW((void)expected_improvement_search({.model = c.model})->propose(s));
    EXPECT_NO_THROW((void)latin_hypercube_search({.model = c.model})->propose(s));
    EXPECT_THROW((void)latin_hypercube_search({.block = 0, .model = {}}), std::invalid_argument);
    EXPECT_THROW((void)stableopt({.beta = -1, .model = {}}), std::invalid_argument);
}

}  // namespace
}  // namespace sweetspot
