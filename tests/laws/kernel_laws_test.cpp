// What every kernel of the family must obey.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "support/tolerance.hpp"
#include "sweetspot/base/linear_algebra.hpp"
#include "sweetspot/base/rng.hpp"
#include "sweetspot/gp/gaussian_process.hpp"
#include "sweetspot/gp/kernel.hpp"

namespace sweetspot {
namespace {

class KernelLaws : public ::testing::TestWithParam<KernelPtr> {
  protected:
    [[nodiscard]] static double g(double s) {
        double result = 0;
        GetParam()->evaluate(&s, &result, 1);
        return result;
    }
    [[nodiscard]] static double dg(double s) {
        double unused = 0;
        double result = 0;
        GetParam()->evaluate(&s, &unused, &result, 1);
        return result;
    }
};

Points random_points(Index dimension, Index count, Rng rng) {
    Points points(dimension, count);
    for (Index i = 0; i < points.size(); ++i) points.data()[i] = rng.uniform();
    return points;
}

Matrix gram(const Kernel& kernel, const Points& points, double lengthscale) {
    Matrix k(points.cols(), points.cols());
    for (Index j = 0; j < k.cols(); ++j) {
        for (Index i = 0; i < k.rows(); ++i) {
            k(i, j) = (points.col(i) - points.col(j)).squaredNorm() / (lengthscale * lengthscale);
        }
    }
    kernel.evaluate(k.data(), k.data(), k.size());
    return k;
}

TEST_P(KernelLaws, IsOneAtZeroDistance) {
    EXPECT_EQ(g(0), 1);
}

TEST_P(KernelLaws, DecreasesFromOneTowardsZero) {
    double previous = 1;
    for (double s = 0.01; s < 100; s *= 1.3) {
        const double now = g(s);
        EXPECT_LT(now, previous);
        EXPECT_GT(now, 0);
        previous = now;
    }
    EXPECT_LT(g(1e5), 1e-10);
}

TEST_P(KernelLaws, SlopeEqualsSymmetricDifferences) {
    for (double s = 0.01; s < 30; s *= 1.5) {
        const double h = 1e-5 * s;
        const double difference = (g(s + h) - g(s - h)) / (2 * h);
        EXPECT_NEAR(dg(s), difference, tolerance::finite_difference * std::max(1.0, std::abs(difference)));
    }
}

TEST_P(KernelLaws, SlopeIsFiniteAndNegativeAtZeroDistance) {
    EXPECT_TRUE(std::isfinite(dg(0)));
    EXPECT_LT(dg(0), 0);
    // dg is the limit of the difference quotient from the right, which a Matérn kernel reaches like √s.
    EXPECT_NEAR((g(1e-10) - g(0)) / 1e-10, dg(0), 1e-4 * std::abs(dg(0)));
}

TEST_P(KernelLaws, BothEvaluationsGiveTheSameValue) {
    for (const double s : {0.0, 1e-3, 1.0, 20.0}) {
        double with_slope = 0;
        double slope = 0;
        GetParam()->evaluate(&s, &with_slope, &slope, 1);
        EXPECT_EQ(with_slope, g(s));
    }
}

TEST_P(KernelLaws, GramMatricesArePositiveSemidefinite) {
    for (const Index dimension : {1, 3, 10}) {
        for (const double lengthscale : {0.05, 0.5, 5.0}) {
            const Matrix k = gram(*GetParam(), random_points(dimension, 40, Rng(17)), lengthscale);
            const Vector eigenvalues = Eigen::SelfAdjointEigenSolver<Matrix>(k, Eigen::EigenvaluesOnly).eigenvalues();
            EXPECT_GE(eigenvalues.minCoeff(), -tolerance::rounding * eigenvalues.maxCoeff())
                << "D = " << dimension << ", length scale " << lengthscale;
        }
    }
}

TEST_P(KernelLaws, PriorCovarianceIsSymmetricInItsArguments) {
    const Points a = random_points(3, 9, Rng(18));
    const Points b = random_points(3, 5, Rng(19));
    const GaussianProcess model(GetParam(), {Vector::Constant(3, 0.4), 2.0, 1e-6, 0}, a, Vector::Zero(9), {});
    const Matrix ab = model.prior_covariance(a, b);
    const Matrix ba = model.prior_covariance(b, a);
    // Not to the last bit: the ends of an array are computed by other instructions than its middle.
    EXPECT_LT((ab - ba.transpose()).cwiseAbs().maxCoeff(), tolerance::rounding);
    EXPECT_NEAR(ab(2, 3), 2 * g((a.col(2) - b.col(3)).squaredNorm() / 0.16), tolerance::rounding);
}

INSTANTIATE_TEST_SUITE_P(Family, KernelLaws, ::testing::ValuesIn(kernels()), [](const auto& member) {
    std::string name(member.param->name());
    std::replace(name.begin(), name.end(), '-', '_');
    return name;
});

}  // namespace
}  // namespace sweetspot
