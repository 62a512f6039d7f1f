// A local model against models that are made in other ways: the whole one for its mean, one of the known observations
// alone for its covariances.
#include "gp/local_model.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <stdexcept>
#include <vector>

#include "acquisition/average_expected_improvement.hpp"
#include "acquisition/plain_robust_expected_improvement.hpp"
#include "acquisition/robust_expected_improvement.hpp"
#include "base/order.hpp"
#include "gp/covariance.hpp"
#include "gp/leave_one_out.hpp"
#include "support/models.hpp"
#include "support/plain_average_expected_improvement.hpp"
#include "support/random_points.hpp"
#include "support/tolerance.hpp"

namespace sweetspot {
namespace {

using support::random_points;
using testing::symmetric_differences;

const std::vector<Index> some = {0, 2, 3, 7, 11, 12, 19, 20, 24};

/// With main effects, and every observation with an error of its own.
GaussianProcess whole_model() {
    const Points x = random_points(3, 25, 31);
    const Vector y = support::smooth_outputs(x);
    Hyperparameters eta{Vector::LinSpaced(3, 0.4, 1.1), 1.3, 1e-3, 0.1};
    eta.effects = 0.3;
    return {matern52(), eta, x, y, Standardisation::of(y), Vector::LinSpaced(25, 0, 1e-2)};
}

/// What the covariances of a local model are to be.
GaussianProcess of_some(const GaussianProcess& whole) {
    return {whole.kernel_ptr(),    whole.hyperparameters(), whole.inputs()(Eigen::all, some),
            whole.targets()(some), Standardisation{},       whole.known_noise()(some)};
}

TEST(LocalModel, HasTheMeanOfTheWholeOne) {
    const GaussianProcess whole = whole_model();
    const GaussianProcess local = whole.local(some);
    const Points x = random_points(3, 7, 32);
    EXPECT_EQ(local.mean(x), whole.mean(x));
    EXPECT_EQ(local.mean_gradients(x), whole.mean_gradients(x));
    EXPECT_EQ(local.mean_with_gradient(x.col(0)).gradient, whole.mean_with_gradient(x.col(0)).gradient);
    EXPECT_LT((local.joint(x).mean - whole.mean(x)).cwiseAbs().maxCoeff(), tolerance::rounding);
    EXPECT_EQ(local.log_marginal_likelihood(), whole.log_marginal_likelihood());
    EXPECT_EQ(local.size(), 25);
    EXPECT_EQ(local.known_size(), std::ssize(some));
}

TEST(LocalModel, HasTheCovariancesOfAModelOfTheKnownObservations) {
    const GaussianProcess whole = whole_model();
    const GaussianProcess local = whole.local(some);
    const GaussianProcess alone = of_some(whole);
    const Points x = random_points(3, 7, 32);
    EXPECT_LT((local.variance(x) - alone.variance(x)).cwiseAbs().maxCoeff(), tolerance::linear_algebra);
    EXPECT_LT((local.joint(x).covariance - alone.joint(x).covariance).cwiseAbs().maxCoeff(), tolerance::linear_algebra);
    EXPECT_TRUE((local.variance(x).array() >= whole.variance(x).array()).all());
    EXPECT_GT((local.variance(x) - whole.variance(x)).maxCoeff(), 1e-4);
}

TEST(LocalModel, ItsGradientsEqualDifferences) {
    const GaussianProcess local = whole_model().local(some);
    const Points x = random_points(3, 4, 33);
    const auto variance_at = [&](const Vector& p) { return local.variance(p)[0]; };
    const Vector expected = symmetric_differences(variance_at, x.col(0), 1e-5);
    EXPECT_LT((local.variance_with_gradient(x.col(0)).gradient - expected).norm(), tolerance::finite_difference);

    const Vector mean_adjoint = Vector::LinSpaced(4, -1, 2);
    const Matrix square = random_points(4, 4, 34);
    const Matrix covariance_adjoint = square + square.transpose();
    const auto sum_at = [&](const Vector& flat) {
        const JointPosterior joint = local.joint(flat.reshaped(3, 4));
        return joint.mean.dot(mean_adjoint) + joint.covariance.cwiseProduct(covariance_adjoint).sum();
    };
    const Vector flat = x.reshaped();
    const Vector differences = symmetric_differences(sum_at, flat, 1e-5);
    const Points gradient = local.joint_gradient(x, mean_adjoint, covariance_adjoint);
    EXPECT_LT((gradient.reshaped() - differences).norm(), tolerance::finite_difference * differences.norm());
}

TEST(LocalModel, OfAllObservationsIsTheWholeOne) {
    const GaussianProcess whole = whole_model();
    const GaussianProcess local = whole.local(all_indices(25));
    const Points x = random_points(3, 7, 32);
    EXPECT_EQ(local.mean(x), whole.mean(x));
    EXPECT_EQ(local.variance(x), whole.variance(x));
}

TEST(LocalModel, IsRefusedWithoutObservationsOrOutOfOrder) {
    const GaussianProcess whole = whole_model();
    for (const std::vector<Index>& wrong : {std::vector<Index>{}, {3, 2}, {2, 2}, {-1, 2}, {2, 25}}) {
        EXPECT_THROW((void)whole.local(wrong), std::invalid_argument);
    }
}

TEST(LocalModel, LeavesOutWhatItsCovariancesKnow) {
    const GaussianProcess whole = whole_model();
    const detail::LeaveOneOut result = detail::leave_one_out(whole.local(some));
    const GaussianProcess alone = of_some(whole);
    ASSERT_EQ(result.mean.size(), std::ssize(some));
    for (Index i = 0; i < result.mean.size(); ++i) {
        std::vector<Index> others = all_indices(std::ssize(some));
        others.erase(others.begin() + i);
        const GaussianProcess without(alone.kernel_ptr(), alone.hyperparameters(), alone.inputs()(Eigen::all, others),
                                      alone.targets()(others), Standardisation{}, alone.known_noise()(others));
        const Points at = alone.inputs().col(i);
        const double noise = alone.hyperparameters().noise + alone.known_noise()[i];
        EXPECT_NEAR(result.mean[i], without.mean(at)[0], tolerance::linear_algebra);
        EXPECT_NEAR(result.sd[i], std::sqrt(without.variance(at)[0] + noise), tolerance::linear_algebra);
    }
}

TEST(LocalModel, ItsImprovementAgreesWithThePlainOne) {
    const GaussianProcess local = whole_model().local(some);
    const Template T = testing::ball_template(3, 0.15, 30);
    const Vector x_star{{0.3, 0.6, 0.5}};
    const Vector x{{0.45, 0.4, 0.55}};
    const QualityPtr worst = worst_quality();
    const RobustExpectedImprovement ei(local, T, T.weights, *worst, x_star, {4000, {30, 0}}, Rng(1));
    const auto plain = plain_robust_expected_improvement(local, T, T.weights, *worst, x_star, x, 40000, Rng(4));
    ASSERT_GT(plain.mean, 1e-3);
    Vector gradient(3);
    EXPECT_NEAR(ei.value(x, &gradient), plain.mean, 2 * tolerance::false_alarm_sds * plain.standard_error);
    const Vector differences = symmetric_differences([&](const Vector& p) { return ei.value(p, nullptr); }, x, 1e-3);
    EXPECT_LT((gradient - differences).norm(), 0.02 * differences.norm());  // single precision, a wide step
}

TEST(LocalModel, ItsAverageImprovementIsTheClosedForm) {
    const GaussianProcess local = whole_model().local(some);
    const Template T = testing::ball_template(3, 0.15, 40);
    const Vector x_star{{0.3, 0.6, 0.5}};
    const AverageExpectedImprovement ei(local, T, T.weights, x_star);
    const Points x = random_points(3, 5, 36);
    const Vector values = ei.values(x);
    for (Index i = 0; i < x.cols(); ++i) {
        const double plain = testing::plain_average_expected_improvement(local, T, T.weights, x_star, x.col(i));
        Vector gradient(3);
        EXPECT_NEAR(ei.value(x.col(i), &gradient), plain, tolerance::linear_algebra);
        EXPECT_NEAR(values[i], plain, tolerance::linear_algebra);
        const Vector differences =
            symmetric_differences([&](const Vector& p) { return ei.value(p, nullptr); }, x.col(i), 1e-5);
        EXPECT_LT((gradient - differences).norm(), tolerance::finite_difference);
    }
}

TEST(ObservationsNear, AreTheNearestOfEachPlaceInTurnAndSomeOthers) {
    const GaussianProcess gp = testing::wavy_gp(2, 60);
    const Points places = random_points(2, 2, 37);
    const std::vector<Index> known = detail::observations_near(gp, places, 10, 6);
    ASSERT_EQ(std::ssize(known), 16);
    EXPECT_TRUE(std::ranges::is_sorted(known, std::less_equal<>()));
    for (Index j = 0; j < 2; ++j) {
        const Vector distances =
            ((gp.inputs().colwise() - places.col(j)).array().colwise() / gp.hyperparameters().lengthscales.array())
                .matrix()
                .colwise()
                .norm();
        const std::vector<Index> order = ascending(distances);
        for (std::size_t k = 0; k < 5; ++k) EXPECT_TRUE(std::ranges::binary_search(known, order[k])) << "place " << j;
    }
    EXPECT_EQ(detail::observations_near(gp, places, 50, 10), all_indices(60));
}

TEST(Covariance, LargeMatricesHaveTheSameFactorByBlocks) {
    const Index n = 1100;
    const Points x = random_points(4, n, 38);
    Matrix k;
    const Vector ones = Vector::Ones(4);
    detail::covariance(*matern52(), 1, detail::scaled_rows(x, ones), detail::scaled_columns(x, ones), k);
    k.diagonal().array() += 1e-2;
    Matrix factor = k;
    ASSERT_TRUE(detail::factorise(factor));
    EXPECT_LT((factor * factor.transpose() - k).cwiseAbs().maxCoeff(), tolerance::rounding * static_cast<double>(n));
    EXPECT_EQ(factor.triangularView<Eigen::StrictlyUpper>().toDenseMatrix().cwiseAbs().maxCoeff(), 0);
    k(1090, 1090) = 0;
    EXPECT_FALSE(detail::factorise(k));
}

}  // namespace
}  // namespace sweetspot
