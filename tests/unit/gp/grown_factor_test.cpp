#include "gp/grown_factor.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>

#include "support/random_points.hpp"
#include "support/tolerance.hpp"

namespace sweetspot {
namespace {

using detail::GrownFactor;
using detail::tile_size;

/// Positive definite, and as far from a multiple of the identity as covariances are.
Matrix covariance_of(const Points& x) {
    const Index n = x.cols();
    Matrix k(n, n);
    for (Index j = 0; j < n; ++j) {
        for (Index i = 0; i < n; ++i) k(i, j) = std::exp(-4 * (x.col(i) - x.col(j)).norm());
    }
    k.diagonal().array() += 1e-3;
    return k;
}

Matrix covariance_like(Index n, std::uint64_t seed) {
    return covariance_of(support::random_points(3, n, seed));
}

/// With the same first points.
Matrix with_others_from(Index first, Index n, std::uint64_t seed) {
    Points x = support::random_points(3, n, seed);
    x.rightCols(n - first) = support::random_points(3, n - first, seed + 100);
    return covariance_of(x);
}

/// Beyond the last row it gives numbers that must not matter.
detail::TileOf tiles_of(const Matrix& k) {
    return [&k](Index row, Index column, Matrix& tile) {
        tile.resize(tile_size, tile_size);
        for (Index j = 0; j < tile_size; ++j) {
            for (Index i = 0; i < tile_size; ++i) {
                const bool inside = row + i < k.rows() && column + j < k.cols();
                tile(i, j) = inside ? k(row + i, column + j) : 7.5 + static_cast<double>(i);
            }
        }
    };
}

GrownFactor at_once(const Matrix& k, Index n) {
    GrownFactor factor;
    EXPECT_TRUE(factor.grow(0, n, tiles_of(k.topLeftCorner(n, n))));
    return factor;
}

TEST(GrownFactor, IsTheFactor) {
    for (const Index n : {Index{1}, tile_size - 1, tile_size, 2 * tile_size + 17}) {
        const Matrix k = covariance_like(n, 1);
        const GrownFactor factor = at_once(k, n);
        const Matrix l = factor.lower();
        EXPECT_LT((l * l.transpose() - k).cwiseAbs().maxCoeff(), tolerance::rounding) << n;
        EXPECT_EQ(Matrix(l.triangularView<Eigen::StrictlyUpper>()), Matrix::Zero(n, n)) << n;
    }
}

TEST(GrownFactor, GrownByRowsHasTheBitsOfOneMadeAtOnce) {
    const Index most = 3 * tile_size + 5;
    const Matrix k = covariance_like(most, 2);
    GrownFactor grown = at_once(k, 2 * tile_size - 3);
    for (const Index n : {2 * tile_size - 2, 2 * tile_size, 2 * tile_size + 1, 3 * tile_size - 1, most}) {
        const Matrix part = k.topLeftCorner(n, n);
        ASSERT_TRUE(grown.grow(grown.size(), n, tiles_of(part)));
        EXPECT_EQ(Matrix(grown.lower()), Matrix(at_once(k, n).lower())) << n;
    }
}

TEST(GrownFactor, RowsThatTurnOutOtherwiseLeaveNoTrace) {
    const Index before = 2 * tile_size - 10;
    const Index n = 2 * tile_size + 20;
    const Matrix k = covariance_like(n, 3);
    const Matrix believed = with_others_from(before, n, 3);
    GrownFactor factor = at_once(k, before);
    ASSERT_TRUE(factor.grow(before, n, tiles_of(believed)));
    ASSERT_TRUE(factor.grow(before, n, tiles_of(k)));
    EXPECT_EQ(Matrix(factor.lower()), Matrix(at_once(k, n).lower()));
    ASSERT_TRUE(factor.grow(before, before, tiles_of(k)));
    EXPECT_EQ(Matrix(factor.lower()), Matrix(at_once(k, before).lower()));
}

TEST(GrownFactor, OneThatSomebodyReadsDoesNotChange) {
    const Index n = tile_size + 20;
    const Matrix k = covariance_like(n, 5);
    GrownFactor factor = at_once(k, n - 5);
    const Matrix before = factor.lower();
    const GrownFactor read = factor;
    ASSERT_TRUE(factor.grow(n - 8, n, tiles_of(with_others_from(n - 8, n, 5))));
    EXPECT_EQ(Matrix(read.lower()), before);
}

TEST(GrownFactor, RefusesWhatIsNotPositiveDefinite) {
    const Index n = tile_size + 3;
    Matrix k = covariance_like(n, 6);
    k.row(n - 1) = k.row(3);
    k.col(n - 1) = k.col(3);
    k(n - 1, n - 1) = k(3, 3);
    GrownFactor factor;
    EXPECT_FALSE(factor.grow(0, n, tiles_of(k)));
    EXPECT_TRUE(factor.grow(0, n - 1, tiles_of(k.topLeftCorner(n - 1, n - 1))));
}

TEST(GrownFactor, SolvesFromBothSides) {
    const Index n = 2 * tile_size + 30;
    const Matrix k = covariance_like(n, 7);
    Vector x = k.col(4) - 2 * k.col(n - 1);
    detail::solve_both_sides(at_once(k, n).lower(), x);
    Vector expected = Vector::Zero(n);
    expected[4] = 1;
    expected[n - 1] = -2;
    EXPECT_LT((x - expected).cwiseAbs().maxCoeff(), 1e-9);
}

}  // namespace
}  // namespace sweetspot
