#include "loops/packed.hpp"

#include <gtest/gtest.h>

#include "loops/dense.hpp"
#include "sweetspot/base/rng.hpp"

namespace sweetspot::packed {
namespace {

Matrix numbers(Index rows, Index cols, std::uint64_t seed) {
    Rng rng(seed);
    Matrix result(rows, cols);
    for (Index i = 0; i < result.size(); ++i) result.data()[i] = rng.uniform(-1, 1);
    return result;
}

/// op(a) b both ways, where the factor can be packed; false where it cannot.
bool expect_the_same(std::size_t table, Op op, Index rows, Index depth, Index cols) {
    const Matrix a = op == Op::plain ? numbers(rows, depth, 1) : numbers(depth, rows, 1);
    const Matrix b = numbers(depth + 3, cols, 2);
    const Factor factor(op, a, *available()[table]);
    if (!factor.fits(cols)) return false;
    Matrix expected(rows, cols);
    dense::available()[table]->multiply(1, op, dense::view(MatrixRef(a)), Op::plain,
                                        dense::view(MatrixRef(b.topRows(depth))), 0,
                                        dense::view(dense::MatrixOut(expected)));
    Matrix found = Matrix::Constant(rows + 2, cols, -7);
    factor.multiply(b.topRows(depth), found.topRows(rows));
    EXPECT_EQ(found.topRows(rows), expected) << rows << " x " << depth << " x " << cols;
    EXPECT_EQ(found.bottomRows(2), Matrix::Constant(2, cols, -7));
    return true;
}

TEST(PackedFactor, MultipliesToTheLastBitAsTheDenseProductDoes) {
    for (std::size_t table = 0; table < available().size(); ++table) {
        for (const Op op : {Op::plain, Op::transposed}) {
            int packed = 0;
            for (const Index rows : {2, 3, 7, 24, 48, 49, 100}) {
                for (const Index depth : {1, 2, 5, 48, 99, 100, 131, 700}) {
                    for (const Index cols : {2, 3, 4, 14, 24, 65})
                        packed += expect_the_same(table, op, rows, depth, cols);
                }
            }
            EXPECT_GT(packed, 7 * 6 * 6);
        }
    }
}

TEST(PackedFactor, LeavesVectorsToTheDenseProduct) {
    EXPECT_FALSE(Factor(Op::plain, numbers(1, 5, 1)).fits(4));
    EXPECT_FALSE(Factor(Op::transposed, numbers(5, 1, 1)).fits(4));
    EXPECT_FALSE(Factor(Op::plain, numbers(5, 5, 1)).fits(1));
}

}  // namespace
}  // namespace sweetspot::packed
