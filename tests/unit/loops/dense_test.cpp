// Every dispatched table against plain Eigen and libm, at sizes around and off the vector widths and block sizes.
#include "loops/dense.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "support/tolerance.hpp"
#include "sweetspot/base/rng.hpp"

namespace sweetspot {
namespace {

using dense::Loops;
using dense::Op;
using dense::Side;

const std::vector<Index> sizes = {1, 2, 3, 7, 48, 49, 100, 131};

Matrix random_matrix(Index rows, Index cols, Rng rng) {
    Matrix a(rows, cols);
    for (Index i = 0; i < a.size(); ++i) a.data()[i] = rng.uniform(-1, 1);
    return a;
}

/// Lower triangular with a dominant diagonal (condition number of order 10), garbage above: it must not be read.
Matrix random_factor(Index n, Rng rng) {
    Matrix l = random_matrix(n, n, rng) / static_cast<double>(n);
    l.diagonal().array() = l.diagonal().array().abs() + 1;
    return l;
}

void expect_near(const Matrix& actual, const Matrix& expected, double tolerance) {
    ASSERT_EQ(actual.rows(), expected.rows());
    ASSERT_EQ(actual.cols(), expected.cols());
    EXPECT_LE((actual - expected).cwiseAbs().maxCoeff(), tolerance * (1 + expected.cwiseAbs().maxCoeff()));
}

class DenseTable : public ::testing::TestWithParam<const Loops*> {};

TEST_P(DenseTable, MultipliesLikeEigenForEveryTransposition) {
    for (const Index n : sizes) {
        const Index m = n + 3;
        const Index inner = 2 * n + 1;
        const Matrix a = random_matrix(m, inner, Rng(1));
        const Matrix b = random_matrix(inner, n, Rng(2));
        const Matrix at = a.transpose();
        const Matrix bt = b.transpose();
        const Matrix c = random_matrix(m, n, Rng(3));
        for (const double beta : {0.0, 1.0, -0.5}) {
            const Matrix expected = 1.5 * a * b + beta * c;
            for (const Op op_a : {Op::plain, Op::transposed}) {
                for (const Op op_b : {Op::plain, Op::transposed}) {
                    Matrix out = c;
                    GetParam()->multiply(1.5, op_a, dense::view(MatrixRef(op_a == Op::plain ? a : at)), op_b,
                                         dense::view(MatrixRef(op_b == Op::plain ? b : bt)), beta,
                                         dense::view(dense::MatrixOut(out)));
                    expect_near(out, expected, tolerance::rounding);
                }
            }
        }
    }
}

TEST_P(DenseTable, OverwritesNaNWhenBetaIsZero) {
    const Matrix a = random_matrix(7, 7, Rng(1));
    Matrix out = Matrix::Constant(7, 7, std::nan(""));
    GetParam()->multiply(1, Op::plain, dense::view(MatrixRef(a)), Op::plain, dense::view(MatrixRef(a)), 0,
                         dense::view(dense::MatrixOut(out)));
    expect_near(out, a * a, tolerance::rounding);
}

TEST_P(DenseTable, SolvesTriangularSystemsOnBothSides) {
    for (const Index n : sizes) {
        const Matrix l = random_factor(n, Rng(4));
        const Matrix lower = l.triangularView<Eigen::Lower>();
        const Matrix left = random_matrix(n, 5, Rng(5));
        const Matrix right = random_matrix(5, n, Rng(6));
        for (const Op op : {Op::plain, Op::transposed}) {
            const Matrix triangle = op == Op::plain ? lower : Matrix(lower.transpose());
            Matrix x = left;
            GetParam()->solve(Side::left, op, dense::view(MatrixRef(l)), dense::view(dense::MatrixOut(x)));
            expect_near(triangle * x, left, tolerance::rounding);
            x = right;
            GetParam()->solve(Side::right, op, dense::view(MatrixRef(l)), dense::view(dense::MatrixOut(x)));
            expect_near(x * triangle, right, tolerance::rounding);
        }
    }
}

TEST_P(DenseTable, WorksOnBlocksOfALargerMatrix) {
    const Matrix big = random_matrix(60, 60, Rng(7));
    Matrix out = Matrix::Constant(60, 60, 7);
    const auto a = big.block(3, 5, 20, 13);
    const auto b = big.block(1, 2, 13, 17);
    GetParam()->multiply(1, Op::plain, dense::view(MatrixRef(a)), Op::plain, dense::view(MatrixRef(b)), 0,
                         dense::view(dense::MatrixOut(out.block(11, 9, 20, 17))));
    expect_near(out.block(11, 9, 20, 17), a * b, tolerance::rounding);
    out.block(11, 9, 20, 17).setConstant(7);
    EXPECT_TRUE((out.array() == 7).all()) << "wrote outside the block";
}

TEST_P(DenseTable, FactorisesLikeEigenAndClearsTheUpperTriangle) {
    for (const Index n : sizes) {
        const Matrix square = random_matrix(n, n + 2, Rng(8));
        const Matrix a = square * square.transpose() + Matrix::Identity(n, n);
        Matrix l = a;
        l.triangularView<Eigen::StrictlyUpper>().setConstant(std::nan(""));
        ASSERT_EQ(GetParam()->cholesky(dense::view(dense::MatrixOut(l))), -1);
        const Matrix expected = a.llt().matrixL();
        expect_near(l, expected, tolerance::linear_algebra);
    }
}

TEST_P(DenseTable, NamesTheFirstRowWithoutAPositivePivot) {
    for (const Index n : sizes) {
        for (const Index bad : {Index{0}, n / 2, n - 1}) {
            Matrix a = Matrix::Identity(n, n);
            a(bad, bad) = -1;
            EXPECT_EQ(GetParam()->cholesky(dense::view(dense::MatrixOut(a))), bad);
            a = Matrix::Identity(n, n);
            a(bad, bad) = std::nan("");
            EXPECT_EQ(GetParam()->cholesky(dense::view(dense::MatrixOut(a))), bad);
        }
    }
}

TEST_P(DenseTable, SquaredDistancesEqualTheNaiveSum) {
    for (const Index n : sizes) {
        const Matrix points = random_matrix(n, 4, Rng(9));
        const Matrix others = random_matrix(4, 11, Rng(10));
        Matrix s(n, 11);
        GetParam()->squared_distances(dense::view(MatrixRef(points)), dense::view(MatrixRef(others)),
                                      dense::view(dense::MatrixOut(s)));
        for (Index j = 0; j < 11; ++j) {
            for (Index i = 0; i < n; ++i) {
                EXPECT_NEAR(s(i, j), (points.row(i).transpose() - others.col(j)).squaredNorm(), tolerance::rounding);
            }
        }
    }
}

TEST_P(DenseTable, CoincidentPointsHaveDistanceExactlyZero) {
    const Matrix points = random_matrix(13, 5, Rng(11));
    const Matrix columns = points.transpose();
    Matrix s(13, 13);
    GetParam()->squared_distances(dense::view(MatrixRef(points)), dense::view(MatrixRef(columns)),
                                  dense::view(dense::MatrixOut(s)));
    EXPECT_TRUE((s.diagonal().array() == 0).all());
}

struct Shape {
    void (*Loops::*loop)(const double*, double*, double*, dense::Size);
    double (*g)(double);
    double (*dg)(double);
};

const std::vector<Shape> shapes = {
    {&Loops::matern52, [](double s) { return (1 + std::sqrt(5 * s) + 5 * s / 3) * std::exp(-std::sqrt(5 * s)); },
     [](double s) { return -5.0 / 6 * (1 + std::sqrt(5 * s)) * std::exp(-std::sqrt(5 * s)); }},
    {&Loops::matern32, [](double s) { return (1 + std::sqrt(3 * s)) * std::exp(-std::sqrt(3 * s)); },
     [](double s) { return -1.5 * std::exp(-std::sqrt(3 * s)); }},
    {&Loops::squared_exponential, [](double s) { return std::exp(-s / 2); },
     [](double s) { return -0.5 * std::exp(-s / 2); }},
};

TEST_P(DenseTable, CovarianceShapesAgreeWithLibm) {
    // exp(-r) inherits the rounding of r: up to 40 half-ulps here.
    constexpr double relative = 1e-13;
    for (const Shape& shape : shapes) {
        for (const Index n : {1, 2, 3, 7, 8, 9, 255, 256, 257, 1000}) {
            Vector s(n);
            for (Index i = 0; i < n; ++i) s[i] = i == 0 ? 0 : 300.0 * Rng(static_cast<std::uint64_t>(i)).uniform();
            Vector g(n);
            Vector dg(n);
            (GetParam()->*shape.loop)(s.data(), g.data(), dg.data(), n);
            Vector in_place = s;
            (GetParam()->*shape.loop)(in_place.data(), in_place.data(), nullptr, n);
            EXPECT_EQ(g[0], 1);
            for (Index i = 0; i < n; ++i) {
                EXPECT_NEAR(g[i] / shape.g(s[i]), 1, relative) << "s = " << s[i];
                EXPECT_NEAR(dg[i] / shape.dg(s[i]), 1, relative) << "s = " << s[i];
                EXPECT_EQ(in_place[i], g[i]);
            }
        }
    }
}

TEST_P(DenseTable, CovarianceShapesVanishAtLargeDistances) {
    for (const Shape& shape : shapes) {
        const std::vector<double> s = {1e6, 1e10, 1e100, 1e6, 1e10, 1e100, 1e6, 1e10, 1e100};
        std::vector<double> g(s.size());
        std::vector<double> dg(s.size());
        (GetParam()->*shape.loop)(s.data(), g.data(), dg.data(), static_cast<dense::Size>(s.size()));
        for (std::size_t i = 0; i < s.size(); ++i) {
            EXPECT_LT(std::abs(g[i]), 1e-100);
            EXPECT_LT(std::abs(dg[i]), 1e-100);
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Available, DenseTable, ::testing::ValuesIn(dense::available()),
                         [](const auto& member) { return member.param->name; });

TEST(Dense, UsesTheFastestAvailableTable) {
    EXPECT_EQ(&dense::loops(), dense::available().back());
    EXPECT_STREQ(dense::available().front()->name, "baseline");
}

TEST(Dense, LeavesEmptyOutputsAlone) {
    Matrix empty(0, 4);
    dense::multiply(1, Op::plain, Matrix(0, 3), Op::plain, Matrix(3, 4), 0, empty);
    dense::solve(Side::left, Op::plain, Matrix(0, 0), empty);
    EXPECT_EQ(empty.size(), 0);
}

}  // namespace
}  // namespace sweetspot
