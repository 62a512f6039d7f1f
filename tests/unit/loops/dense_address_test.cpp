// The symptom: asking twice gave suggestions that differed in the last bits, because where a vectorised loop begins
// depended on the address of its operands.
#include <gtest/gtest.h>

#include <vector>

#include "loops/dense.hpp"
#include "sweetspot/base/rng.hpp"

namespace sweetspot::dense {
namespace {

/// A matrix of random entries, `offset` doubles after a 64-byte boundary.
class Placed {
  public:
    Placed(Index rows, Index cols, std::size_t offset, std::uint64_t seed)
        : memory_(rows * cols + 16), rows_(rows), cols_(cols) {
        auto address = reinterpret_cast<std::uintptr_t>(memory_.data());
        begin_ = memory_.data() + ((64 - address % 64) % 64) / sizeof(double) + offset;
        Rng rng(seed);
        for (Index i = 0; i < rows * cols; ++i) begin_[i] = rng.normal();
    }
    [[nodiscard]] View view() { return {begin_, rows_, cols_, rows_}; }
    [[nodiscard]] ConstView constant() const { return {begin_, rows_, cols_, rows_}; }
    [[nodiscard]] Matrix matrix() const { return Eigen::Map<const Matrix>(begin_, rows_, cols_); }

  private:
    std::vector<double> memory_;
    double* begin_;
    Index rows_;
    Index cols_;
};

Matrix product(const Loops& table, Op op_a, Op op_b, Index n, Index m, Index k, std::size_t offset) {
    const Placed a(op_a == Op::plain ? n : k, op_a == Op::plain ? k : n, offset, 1);
    const Placed b(op_b == Op::plain ? k : m, op_b == Op::plain ? m : k, (offset * 3) % 8, 2);
    Placed c(n, m, (offset * 5) % 8, 3);
    table.multiply(1.1, op_a, a.constant(), op_b, b.constant(), 0.7, c.view());
    return c.matrix();
}

/// The factor of a well-conditioned matrix, and a system solved with it.
Matrix factor_and_solve(const Loops& table, Index n, Side side, Op op, std::size_t offset) {
    const Placed a(n, n, 0, 1);
    const Matrix A = a.matrix() * a.matrix().transpose() + static_cast<double>(n) * Matrix::Identity(n, n);
    Placed L(n, n, offset, 1);
    Eigen::Map<Matrix>(L.view().data, n, n) = A;
    EXPECT_EQ(table.cholesky(L.view()), -1);
    Placed x(n, n, (offset * 3) % 8, 5);
    table.solve(side, op, L.constant(), x.view());
    return L.matrix() + x.matrix();
}

TEST(DenseLoops, GiveTheSameBitsAtAnyAddress) {
    for (const Loops* table : available()) {
        for (const Index n : {1, 2, 3, 5, 7, 8, 13, 31, 50}) {
            for (std::size_t offset = 1; offset < 8; ++offset) {
                for (const Op op_a : {Op::plain, Op::transposed}) {
                    for (const Op op_b : {Op::plain, Op::transposed}) {
                        EXPECT_EQ(product(*table, op_a, op_b, n, n + 1, 6, 0),
                                  product(*table, op_a, op_b, n, n + 1, 6, offset));
                        EXPECT_EQ(product(*table, op_a, op_b, n, 1, n, 0),
                                  product(*table, op_a, op_b, n, 1, n, offset));
                    }
                    for (const Side side : {Side::left, Side::right}) {
                        EXPECT_EQ(factor_and_solve(*table, n, side, op_a, 0),
                                  factor_and_solve(*table, n, side, op_a, offset))
                            << table->name << " n = " << n;
                    }
                }
            }
        }
    }
}

TEST(DenseLoops, GiveTheSameShapesAndDistancesAtAnyAddressAndPlace) {
    for (const Loops* table : available()) {
        for (const auto shape : {table->matern52, table->matern32, table->squared_exponential}) {
            std::vector<double> s(300);
            Rng rng(1);
            for (double& value : s) value = 3 * rng.uniform();
            std::vector<double> g(300);
            std::vector<double> dg(300);
            shape(s.data(), g.data(), dg.data(), 300);
            for (std::size_t i = 0; i < s.size(); ++i) {  // alone, at another address
                double one = 0;
                double slope = 0;
                shape(&s[i], &one, &slope, 1);
                EXPECT_EQ(one, g[i]);
                EXPECT_EQ(slope, dg[i]);
            }
        }
        for (std::size_t offset = 1; offset < 8; ++offset) {
            Placed s(37, 9, 0, 1);
            Placed t(37, 9, offset, 1);
            table->squared_distances(Placed(37, 3, 0, 2).constant(), Placed(3, 9, 0, 3).constant(), s.view());
            table->squared_distances(Placed(37, 3, offset, 2).constant(), Placed(3, 9, offset, 3).constant(), t.view());
            EXPECT_EQ(s.matrix(), t.matrix());
        }
    }
}

}  // namespace
}  // namespace sweetspot::dense
