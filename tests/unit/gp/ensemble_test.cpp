// An ensemble against the moments of its members by other formulas, and the laws of one that is a plain model.
#include <gtest/gtest.h>

#include <stdexcept>
#include <vector>

#include "gp/shifted_mean.hpp"
#include "support/models.hpp"
#include "support/random_points.hpp"
#include "support/tolerance.hpp"
#include "sweetspot/gp/fit.hpp"

namespace sweetspot {
namespace {

using support::random_points;
using testing::symmetric_differences;

/// wavy_gp under another length scale, variance and share of main effects for each member.
std::vector<GaussianProcess> wavy_members(Index dimension, Index n) {
    const GaussianProcess plain = testing::wavy_gp(dimension, n);
    std::vector<GaussianProcess> members;
    for (const double factor : {1.0, 0.4, 2.5}) {
        Hyperparameters eta = plain.hyperparameters();
        eta.lengthscales *= factor;
        eta.variance *= factor;
        eta.effects = factor == 0.4 ? 0.5 : 0;
        const Vector outputs = plain.targets().unaryExpr([&](double y) { return plain.standardisation().undo(y); });
        members.emplace_back(plain.kernel_ptr(), eta, plain.inputs(), outputs, plain.standardisation());
    }
    return members;
}

TEST(Ensemble, HasTheMomentsOfTheMixture) {
    const std::vector<GaussianProcess> members = wavy_members(3, 9);
    const GaussianProcess ensemble = GaussianProcess::ensemble(members);
    const Points points = random_points(3, 7, 21);
    // By E f and E f fᵀ, which knows no differences of means.
    Vector first = Vector::Zero(7);
    Matrix second = Matrix::Zero(7, 7);
    for (const GaussianProcess& member : members) {
        const JointPosterior joint = member.joint(points);
        first += joint.mean / 3;
        second += (joint.covariance + joint.mean * joint.mean.transpose()) / 3;
    }
    const Matrix covariance = second - first * first.transpose();
    ASSERT_GT((covariance - members[0].joint(points).covariance).norm(), 0.01) << "the members differ";
    const JointPosterior joint = ensemble.joint(points);
    EXPECT_LT((ensemble.mean(points) - first).norm(), tolerance::linear_algebra);
    EXPECT_LT((joint.mean - first).norm(), tolerance::linear_algebra);
    EXPECT_LT((joint.covariance - covariance).norm(), tolerance::linear_algebra);
    EXPECT_LT((ensemble.variance(points) - covariance.diagonal()).norm(), tolerance::linear_algebra);
}

TEST(Ensemble, HasGradientsThatEqualSymmetricDifferences) {
    const GaussianProcess ensemble = GaussianProcess::ensemble(wavy_members(3, 9));
    const Points points = random_points(3, 4, 22);
    for (Index i = 0; i < points.cols(); ++i) {
        const Vector x = points.col(i);
        const ValueAndGradient mean = ensemble.mean_with_gradient(x);
        const ValueAndGradient variance = ensemble.variance_with_gradient(x);
        EXPECT_NEAR(mean.value, ensemble.mean(x)[0], tolerance::linear_algebra);
        EXPECT_NEAR(variance.value, ensemble.variance(x)[0], tolerance::linear_algebra);
        const Vector of_mean = symmetric_differences([&](const Vector& at) { return ensemble.mean(at)[0]; }, x);
        const Vector of_variance = symmetric_differences([&](const Vector& at) { return ensemble.variance(at)[0]; }, x);
        EXPECT_LT((mean.gradient - of_mean).norm(), tolerance::finite_difference * of_mean.norm());
        EXPECT_LT((ensemble.mean_gradients(points).col(i) - of_mean).norm(),
                  tolerance::finite_difference * of_mean.norm());
        EXPECT_LT((variance.gradient - of_variance).norm(), tolerance::finite_difference * of_variance.norm());
    }
    const Vector a = random_points(4, 1, 23);
    Matrix A = random_points(4, 4, 24);
    A = (A + A.transpose()).eval();
    const auto scalar = [&](const Vector& flat) {
        const JointPosterior joint = ensemble.joint(flat.reshaped(3, 4));
        return a.dot(joint.mean) + A.cwiseProduct(joint.covariance).sum();
    };
    const Vector expected = symmetric_differences(scalar, points.reshaped());
    const Points found = ensemble.joint_gradient(points, a, A);
    EXPECT_LT((found.reshaped() - expected).norm(), tolerance::finite_difference * expected.norm());
}

TEST(Ensemble, OfEqualMembersIsThatMember) {
    const GaussianProcess plain = testing::wavy_gp(2, 8);
    const GaussianProcess equal = GaussianProcess::ensemble({plain, plain, plain, plain});
    const Points points = random_points(2, 6, 25);
    EXPECT_LT((equal.mean(points) - plain.mean(points)).norm(), tolerance::rounding);
    EXPECT_LT((equal.variance(points) - plain.variance(points)).norm(), tolerance::rounding);
    EXPECT_LT((equal.joint(points).covariance - plain.joint(points).covariance).norm(), tolerance::rounding);
    EXPECT_LT((equal.mean_gradients(points) - plain.mean_gradients(points)).norm(), tolerance::rounding);
}

TEST(Ensemble, OfOneMemberIsThePlainModel) {
    const GaussianProcess plain = testing::wavy_gp(2, 8);
    EXPECT_EQ(plain.members().size(), 1U);
    EXPECT_EQ(&plain.members().front(), &plain);
    const GaussianProcess one = GaussianProcess::ensemble({plain});
    const Points points = random_points(2, 6, 25);
    EXPECT_EQ(one.members().size(), 1U);
    EXPECT_EQ(one.mean(points), plain.mean(points));
    EXPECT_EQ(one.variance(points), plain.variance(points));
}

TEST(Ensemble, KeepsItsMembersWhereItIsCopied) {
    std::vector<GaussianProcess> copies;
    {
        const GaussianProcess ensemble = GaussianProcess::ensemble(wavy_members(2, 8));
        copies.push_back(ensemble);
    }
    EXPECT_EQ(copies.front().members().size(), 3U);
    EXPECT_EQ(copies.front().members()[1].members().size(), 1U);
}

TEST(Ensemble, RefusesWhatIsNoEnsemble) {
    const GaussianProcess plain = testing::wavy_gp(2, 8);
    EXPECT_THROW((void)GaussianProcess::ensemble({}), std::invalid_argument);
    EXPECT_THROW((void)GaussianProcess::ensemble({plain, testing::wavy_gp(2, 9)}), std::invalid_argument);
    EXPECT_THROW((void)GaussianProcess::ensemble({plain, testing::wavy_gp(2, 8, 0.5, 2)}), std::invalid_argument);
    EXPECT_THROW((void)GaussianProcess::ensemble({plain, testing::wavy_gp(3, 8)}), std::invalid_argument);
    EXPECT_THROW((void)GaussianProcess::ensemble({GaussianProcess::ensemble({plain, plain})}), std::invalid_argument);
}

TEST(Ensemble, HasAShiftedMeanThatIsItsMean) {
    const GaussianProcess ensemble = GaussianProcess::ensemble(wavy_members(3, 9));
    const Points offsets = 0.1 * random_points(3, 40, 26);
    const ShiftedMean shifted(ensemble, offsets);
    const Vector x{{0.3, 0.6, 0.5}};
    const Points moved = offsets.colwise() + x;
    EXPECT_EQ(shifted.size(), 40);
    EXPECT_LT((shifted.values(x) - ensemble.mean(moved)).norm(), tolerance::linear_algebra);
    EXPECT_LT((shifted.gradients(x) - ensemble.mean_gradients(moved)).norm(), tolerance::linear_algebra);
    const std::vector<Index> which = {7, 31};
    EXPECT_LT((shifted.values(x, which) - ensemble.mean(moved)(which)).norm(), tolerance::linear_algebra);
}

FitOptions ensemble_options() {
    FitOptions options;
    options.tie = 0.5;
    options.effects = true;
    options.warp = FitOptions::Warp::by_evidence;
    options.unproven_noise = 1e-4;
    options.inference = FitOptions::Inference::ensemble;
    return options;
}

GaussianProcess fitted_ensemble(const FitOptions& options, int threads = 1) {
    const Points x = random_points(4, 20, 27);
    return fit(x, support::smooth_outputs(x), options, Rng(3), Parallel(threads));
}

TEST(Ensemble, OfAFitBeginsWithTheMostProbableModel) {
    FitOptions options = ensemble_options();
    const GaussianProcess ensemble = fitted_ensemble(options);
    options.inference = FitOptions::Inference::map;
    const GaussianProcess map = fitted_ensemble(options);
    ASSERT_EQ(ensemble.members().size(), 4U);
    EXPECT_EQ(ensemble.members().front().cholesky(), map.cholesky());
    EXPECT_EQ(ensemble.hyperparameters().lengthscales, map.hyperparameters().lengthscales);
    EXPECT_EQ(map.members().size(), 1U);
    for (const GaussianProcess& member : ensemble.members().subspan(1)) {
        EXPECT_NE(member.hyperparameters().lengthscales, map.hyperparameters().lengthscales);
        EXPECT_GE(member.hyperparameters().noise, options.noise_floor);
        EXPECT_LE(member.hyperparameters().noise, 1.0001e-4) << "more noise was not proven";
    }
}

TEST(Ensemble, OfAFitIsTheSameAtAnyNumberOfThreads) {
    const GaussianProcess one = fitted_ensemble(ensemble_options(), 1);
    const GaussianProcess eight = fitted_ensemble(ensemble_options(), 8);
    for (std::size_t k = 0; k < 4; ++k) EXPECT_EQ(one.members()[k].cholesky(), eight.members()[k].cholesky());
}

TEST(Ensemble, OfAFitHasAsManyMembersAsItIsTold) {
    FitOptions options = ensemble_options();
    options.members = 1;
    EXPECT_EQ(fitted_ensemble(options).members().size(), 1U);
    options.members = 7;
    EXPECT_EQ(fitted_ensemble(options).members().size(), 7U);
    options.members = 0;
    EXPECT_THROW((void)fitted_ensemble(options), std::invalid_argument);
}

TEST(Ensemble, OfAFitWorksWithFixedNoiseOneValueAndCoincidentPoints) {
    FitOptions options = ensemble_options();
    options.noise = 0.0;
    Points x = random_points(2, 5, 28);
    x.col(4) = x.col(3);
    Vector y = support::smooth_outputs(x);
    const GaussianProcess coincident = fit(x, y, options, Rng(3), Parallel(1));
    EXPECT_EQ(coincident.members().size(), 4U);
    EXPECT_TRUE(coincident.mean(random_points(2, 10, 29)).allFinite());
    const GaussianProcess single = fit(x.leftCols(1), y.head(1), options, Rng(3), Parallel(1));
    EXPECT_TRUE(single.variance(random_points(2, 10, 29)).allFinite());
    y.setConstant(3);
    EXPECT_TRUE(fit(x, y, options, Rng(3), Parallel(1)).mean(x).allFinite());
}

}  // namespace
}  // namespace sweetspot
