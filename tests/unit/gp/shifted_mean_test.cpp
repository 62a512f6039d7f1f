#include "gp/shifted_mean.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "loops/dense.hpp"
#include "support/models.hpp"
#include "support/tolerance.hpp"

namespace sweetspot {
namespace {

TEST(ShiftedMean, IsTheMeanAndItsGradientsAtTheShiftedPoints) {
    std::vector<KernelPtr> shapes = kernels();
    shapes.push_back(std::make_shared<testing::RationalQuadratic>());
    Rng rng(1);
    for (const KernelPtr& kernel : shapes) {
        for (const auto& [dimension, inputs, size] : {std::array{1, 1, 5}, {2, 7, 60}, {5, 33, 31}, {10, 101, 130}}) {
            const GaussianProcess gp = testing::wavy_gp(dimension, inputs, 0.6, 3, kernel);
            const Template T = testing::ball_template(dimension, 0.15, size);
            const ShiftedMean shifted(gp, T.points);
            // At an observation the first offset, 0, makes a distance of exactly 0.
            Vector x = gp.inputs().col(0);
            for (int i = 0; i < 3; ++i) {
                const Points points = T.at(x);
                const double scale = gp.weights().cwiseAbs().sum();  // rounding in the distances is multiplied by it
                EXPECT_LT((shifted.values(x) - gp.mean(points)).cwiseAbs().maxCoeff(), 1e-13 * scale);
                const Matrix gradients = gp.mean_gradients(points);
                EXPECT_LT((shifted.gradients(x) - gradients).cwiseAbs().maxCoeff(), 1e-12 * scale);
                const std::vector<Index> which{size - 1, 0, size / 2};
                EXPECT_LT((shifted.values(x, which) - shifted.values(x)(which)).cwiseAbs().maxCoeff(), 1e-15 * scale);
                EXPECT_LT((shifted.gradients(x, which) - gradients(Eigen::all, which)).cwiseAbs().maxCoeff(),
                          1e-12 * scale);
                for (double& value : x) value = rng.uniform();
            }
        }
    }
}

TEST(ShiftedMean, DistancesAreTheSameOnEveryInstructionSet) {
    Rng rng(2);
    Matrix cross(37, 9);
    for (double& value : cross.reshaped()) value = rng.normal();
    Vector distances(37);
    for (double& value : distances) value = rng.uniform();
    const std::vector<Index> which{8, 0, 3};
    const Vector slope{{0.1, -0.7, 0.3}};
    Matrix expected(37, 3);
    for (Index j = 0; j < 3; ++j)
        for (Index n = 0; n < 37; ++n) expected(n, j) = std::max(0.0, distances[n] + (cross(n, which[j]) + slope[j]));
    ASSERT_GT((expected.array() == 0).count(), 5);
    for (const dense::Loops* table : dense::available()) {
        Matrix s(37, 3);
        table->shifted_distances(distances.data(), 37, cross.data(), 37, which.data(), slope.data(), 3, s.data());
        EXPECT_EQ(s, expected) << table->name;
    }
}

}  // namespace
}  // namespace sweetspot
