// Problems of groups of parameters: the region of z against support functions of the region of x, and what the family
// `many` says of itself.
#include "problems/grouped.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "support/tolerance.hpp"
#include "sweetspot/problems/benchmark.hpp"

namespace sweetspot {
namespace {

constexpr Index whole_dimension = 11;

double norm_of(const Vector& v, Norm norm) {
    return norm == Norm::one ? v.lpNorm<1>() : norm == Norm::two ? v.norm() : v.lpNorm<Eigen::Infinity>();
}

Norm dual(Norm norm) {
    return norm == Norm::one ? Norm::infinity : norm == Norm::two ? Norm::two : Norm::one;
}

/// z = W (x - m).
Matrix matrix_of(const Groups& groups) {
    Matrix w(std::ssize(groups.all()), groups.middle().size());
    for (Index d = 0; d < w.cols(); ++d) w.col(d) = groups.z(groups.middle() + Vector::Unit(w.cols(), d));
    return w;
}

Vector normals(Index size, Rng& rng) {
    Vector v(size);
    for (double& x : v) x = rng.normal();
    return v;
}

// Two convex sets are the same if their support functions are: that of {Wδ : ‖δ/t‖_p ≤ 1} is ‖t ∘ Wᵀh‖_q, that of
// {ζ : ‖ζ/τ‖_p ≤ 1} is ‖τ ∘ h‖_q.
TEST(Groups, ZRunsOverARegionOfTheSameNorm) {
    Rng rng(1);
    for (const Grouping grouping : {Grouping::few, Grouping::shared, Grouping::each}) {
        const Groups groups = draw_groups(grouping, whole_dimension, 16, Rng(5));
        const Matrix w = matrix_of(groups);
        for (const Norm norm : {Norm::one, Norm::two, Norm::infinity}) {
            const Vector tolerance = normals(whole_dimension, rng).cwiseAbs();
            const Vector reach = groups.reach(norm, tolerance);
            for (int i = 0; i < 200; ++i) {
                const Vector h = normals(w.rows(), rng);
                const double of_x = norm_of(tolerance.cwiseProduct(w.transpose() * h), dual(norm));
                const double of_z = norm_of(reach.cwiseProduct(h), dual(norm));
                EXPECT_NEAR(of_x, of_z, tolerance::rounding * of_z);
            }
        }
    }
}

TEST(Groups, NoParameterIsInTwoAndThoseOfNoneAreInert) {
    for (const Grouping grouping : {Grouping::few, Grouping::shared, Grouping::each}) {
        const Matrix w = matrix_of(draw_groups(grouping, whole_dimension, 16, Rng(5)));
        Index active = 0;
        for (Index d = 0; d < whole_dimension; ++d) {
            const auto groups = (w.col(d).array().abs() > 1e-9).count();
            EXPECT_LE(groups, 1);
            active += groups;
        }
        EXPECT_EQ(active, grouping == Grouping::few ? 4 : whole_dimension);
        EXPECT_EQ(w.rows(), grouping == Grouping::each ? whole_dimension : 4);
        EXPECT_NEAR(w.rowwise().norm().maxCoeff(), 16, tolerance::linear_algebra);
        EXPECT_NEAR(w.rowwise().norm().minCoeff(), 4, tolerance::linear_algebra);
    }
}

TEST(ManyParameters, InstancesDiffer) {
    for (const char* name : {"bump-few", "bump-shared", "bump-each", "square-each"}) {
        const BenchmarkPtr listed = benchmark_named(name);
        std::set<double> values;
        std::set<std::string> identities;
        for (std::uint64_t number = 1; number <= 5; ++number) {
            const BenchmarkPtr problem = listed->instance(number);
            values.insert(problem->value(Vector::Constant(20, 0.4)));
            identities.insert(problem->identity());
        }
        EXPECT_EQ(values.size(), 5U);
        EXPECT_EQ(identities.size(), 5U);
        EXPECT_EQ(listed->value(Vector::Constant(20, 0.4)), listed->instance(1)->value(Vector::Constant(20, 0.4)));
    }
}

TEST(ManyParameters, OptimumIsInClosedFormInBallsAndBoxesOfAHundred) {
    for (const char* name : {"bump-few", "bump-shared", "bump-each", "square-each"}) {
        for (const Norm norm : {Norm::two, Norm::infinity}) {
            const BenchmarkPtr problem = benchmark_named(name)->instance(7);
            const ReferenceOptimum optimum = problem->optimum(100, norm, problem->default_tolerance());
            EXPECT_EQ(optimum.accuracy, 0) << name;
            // The largest scale is 16 of ‖w‖₂ and the tolerance 1/8, so that z reaches 2 in a ball of any dimension.
            const double u = 4;
            const double in_ball = name[0] == 'b' ? std::log(u + std::exp(-10 * u)) : u;
            EXPECT_GE(optimum.quality, in_ball - tolerance::linear_algebra) << name;
            if (norm != Norm::two) continue;
            EXPECT_NEAR(optimum.quality, in_ball, tolerance::linear_algebra) << name;
        }
    }
}

TEST(ManyParameters, TheLowestPointsOfABumpAreNotItsRobustOptimum) {
    const BenchmarkPtr problem = benchmark_named("bump-few");
    const Index size = 50;
    const Vector tolerance = Vector::Constant(size, problem->default_tolerance());
    const Vector middle = problem->optimum(size, Norm::two, problem->default_tolerance()).x;
    for (Index d = 0; d < size; ++d) {
        for (const double step : {-0.1, -0.05, 0.05, 0.1}) {
            const Vector x = middle + step * Vector::Unit(size, d);
            if (problem->value(x) >= problem->value(middle)) continue;
            EXPECT_GT(problem->worst_case(x, Norm::two, tolerance), problem->worst_case(middle, Norm::two, tolerance));
        }
    }
}

}  // namespace
}  // namespace sweetspot
