// The compact L-BFGS matrix against the BFGS update written out on a dense matrix.
#include "optimize/quasi_newton.hpp"

#include <gtest/gtest.h>

#include <numeric>
#include <vector>

#include "functions.hpp"
#include "support/tolerance.hpp"

namespace sweetspot {
namespace {

using namespace optimize_tests;

constexpr Index dimension = 6;

struct Pair {
    Vector s, y;
};

std::vector<Pair> pairs_of_a_quadratic(int count) {
    Rng rng(7);
    const Quadratic f(dimension, 50, rng.split("quadratic"));
    std::vector<Pair> pairs;
    for (int i = 0; i < count; ++i) {
        const Vector s = random_matrix(dimension, 1, rng);
        pairs.push_back({s, f.hessian * s});
    }
    return pairs;
}

// B after the given pairs, starting from θI with the θ of the last pair.
Matrix dense_bfgs(std::span<const Pair> pairs) {
    const Pair& last = pairs.back();
    Matrix b = last.y.squaredNorm() / last.s.dot(last.y) * Matrix::Identity(dimension, dimension);
    for (const auto& [s, y] : pairs) {
        const Vector bs = b * s;
        b += y * y.transpose() / y.dot(s) - bs * bs.transpose() / s.dot(bs);
    }
    return b;
}

TEST(QuasiNewton, EqualsTheDenseBfgsMatrixOfTheRememberedPairs) {
    const auto pairs = pairs_of_a_quadratic(7);
    QuasiNewton model(dimension, 4);
    for (const auto& [s, y] : pairs) ASSERT_TRUE(model.update(s, y));
    EXPECT_EQ(model.pairs(), 4);
    const Matrix expected = dense_bfgs(std::span(pairs).last(4));
    for (Index i = 0; i < dimension; ++i) {
        const Vector column = model.times(Vector::Unit(dimension, i));
        EXPECT_LT((column - expected.col(i)).norm(), tolerance::linear_algebra * expected.norm());
    }
}

TEST(QuasiNewton, SolvesOnTheFreeCoordinatesOnly) {
    const auto pairs = pairs_of_a_quadratic(3);
    QuasiNewton model(dimension, 8);
    for (const auto& [s, y] : pairs) ASSERT_TRUE(model.update(s, y));
    const Matrix b = dense_bfgs(pairs);
    const Vector r = Vector::LinSpaced(dimension, -1, 2);
    for (const std::vector<Index>& free : {std::vector<Index>{0, 1, 2, 3, 4, 5}, {1, 4}, {3}, {}}) {
        const Vector u = model.solve(r, free);
        Vector expected = Vector::Zero(dimension);
        if (!free.empty()) {
            const Vector solution = Matrix(b(free, free)).ldlt().solve(Vector(r(free)));
            expected(free) = solution;
        }
        EXPECT_LT((u - expected).norm(), tolerance::linear_algebra);
    }
}

TEST(QuasiNewton, LeavesOutPairsWithoutPositiveCurvature) {
    QuasiNewton model(dimension, 4);
    model.reset(3);
    const Vector s = Vector::Ones(dimension);
    EXPECT_FALSE(model.update(s, -s));
    EXPECT_FALSE(model.update(s, Vector::Zero(dimension)));
    EXPECT_EQ(model.pairs(), 0);
    EXPECT_EQ(model.times(s), 3 * s);
}

}  // namespace
}  // namespace sweetspot
