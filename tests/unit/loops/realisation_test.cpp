#include "loops/realisation.hpp"

#include <gtest/gtest.h>

#include <Eigen/Core>
#include <cmath>

namespace sweetspot::realisations {
namespace {

using Eigen::MatrixXf;
using Eigen::VectorXf;

/// Every copy that this machine can run.
class RealisationLoops : public ::testing::TestWithParam<const Loops*> {};

MatrixXf waves(Size rows, Size cols, float frequency) {
    return MatrixXf::NullaryExpr(
        rows, cols, [&](Size i, Size j) { return std::sin(frequency * static_cast<float>(i * cols + j) + 0.3F); });
}

ConstFloatView view(const MatrixXf& a, Size rows) {
    return {a.data(), rows, a.cols(), a.outerStride()};
}

TEST_P(RealisationLoops, TheWorstIsTheLargestOfTheProductAndItsFirstRow) {
    for (const Size rank : {1, 2, 17, 41}) {
        for (const Size rows : {8, 16, 64, 104}) {
            const MatrixXf draws = waves(64 + 16, rank, 0.7F);
            const MatrixXf carry = waves(rows + 16, rank, 1.3F);
            VectorXf mean = waves(rows, 1, 2.1F);
            mean[rows - 1] = -1e30F;  // padding
            VectorXf worst(64);
            VectorXf row(64);
            GetParam()->worst(view(draws, 64), view(carry, rows), mean.data(), worst.data(), row.data());
            for (Size m = 0; m < 64; ++m) {
                const Eigen::VectorXd F =
                    carry.topRows(rows).cast<double>() * draws.row(m).transpose().cast<double>() + mean.cast<double>();
                EXPECT_NEAR(worst[m], F.maxCoeff(), 1e-5);
                EXPECT_NEAR(F[static_cast<Size>(row[m])], F.maxCoeff(), 1e-5);
            }
            VectorXf again(64);
            GetParam()->worst(view(draws, 64), view(carry, rows), mean.data(), again.data(), nullptr);
            EXPECT_EQ(again, worst);
        }
    }
}

TEST_P(RealisationLoops, OfEqualRowsTheFirstIsTheWorst) {
    const MatrixXf draws = waves(32 + 16, 3, 0.7F);
    MatrixXf carry = MatrixXf::Zero(24, 3);
    const VectorXf mean = VectorXf::Constant(8, 2.0F);
    VectorXf worst(32);
    VectorXf row(32);
    GetParam()->worst(view(draws, 32), view(carry, 8), mean.data(), worst.data(), row.data());
    EXPECT_EQ(worst, VectorXf(VectorXf::Constant(32, 2.0F)));
    EXPECT_EQ(row, VectorXf(VectorXf::Zero(32)));
}

TEST_P(RealisationLoops, MultiplyByTheTransposeLikeEigen) {
    const MatrixXf a = waves(70, 9, 0.9F);
    const MatrixXf b = waves(13, 9, 1.7F);
    MatrixXf c = MatrixXf::Constant(70, 13, NAN);
    GetParam()->multiply_transposed(view(a, 70), view(b, 13), {c.data(), 70, 13, 70});
    EXPECT_LT((c - a * b.transpose()).cwiseAbs().maxCoeff(), 1e-5F);
}

INSTANTIATE_TEST_SUITE_P(Available, RealisationLoops, ::testing::ValuesIn(available()),
                         [](const auto& copy) { return std::string(copy.param->name); });

}  // namespace
}  // namespace sweetspot::realisations
