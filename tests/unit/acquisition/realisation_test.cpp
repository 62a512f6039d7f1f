#include "acquisition/realisation.hpp"

#include <gtest/gtest.h>

#include "support/models.hpp"
#include "support/tolerance.hpp"

namespace sweetspot {
namespace {

using Slopes = Realisations::Slopes;

/// Realisations in three dimensions, and a scalar J = Σ F̄ ∘ F of a few of them over a few rows, in double precision.
struct RealisationSetting {
    explicit RealisationSetting(Index rank, const KernelPtr& kernel = matern52())
        : gp(testing::wavy_gp(3, 12, 0.5, 1, kernel)),
          realisations(gp, testing::ball_template(3, 0.15, 60, Norm::two, TemplateShape::boundary_heavy).points,
                       Vector{{0.6, 0.5, 0.45}}, {.realisations = 7, .pivots = {rank, 0.0}}, Rng(3)) {
        Rng rng(4);
        for (const Index row : {Index{0}, Index{1}, Index{5}, Index{17}, Index{40}, Index{59}}) rows.push_back(row);
        weights = Matrix::NullaryExpr(static_cast<Index>(rows.size()), 7, [&] { return rng.normal(); });
    }

    [[nodiscard]] Matrix draws() const {
        Matrix z(realisations.draws_size(), realisations.count());
        for (Index m = 0; m < z.cols(); ++m) z.col(m) = realisations.draws_of(m).cast<double>();
        return z;
    }
    /// F = μ + sd C H z.
    [[nodiscard]] Matrix drawn(const Realisations::Conditioned& at) const {
        return (realisations.prior_sd() * at.carry * at.driver * draws()).colwise() + at.mean;
    }
    [[nodiscard]] double weighed(const Vector& x) const {
        Realisations::Conditioned at;
        realisations.condition(x, rows, realisations.rank(), Slopes::unwanted, at);
        return weights.cwiseProduct(drawn(at)).sum();
    }

    GaussianProcess gp;
    Realisations realisations;
    std::vector<Index> rows;
    Matrix weights;
};

TEST(RealisationGradient, EqualsSymmetricDifferencesAtEveryRankAndKernel) {
    const Vector x{{0.75, 0.35, 0.3}};
    for (const KernelPtr& kernel : kernels()) {
        for (const Index rank : {1, 6, 18, 60}) {
            const RealisationSetting s(rank, kernel);
            Realisations::Conditioned at;
            s.realisations.condition(x, s.rows, rank, Slopes::wanted, at);
            Realisations::Adjoint adjoint;
            for (Index i = 0; i < s.weights.rows(); ++i) adjoint.places.push_back(i);
            adjoint.mean = s.weights.rowwise().sum();
            adjoint.drawn = s.draws() * s.weights.transpose();
            const Vector gradient = s.realisations.gradient(at, adjoint);
            const Vector differences =
                testing::symmetric_differences([&](const Vector& p) { return s.weighed(p); }, x, 1e-5);
            EXPECT_LT((gradient - differences).norm(), 100 * tolerance::finite_difference * differences.norm())
                << kernel->name() << " rank " << rank;
        }
    }
}

TEST(Realisations, SinglePrecisionLosesNothingThatMatters) {
    const RealisationSetting s(18);
    Realisations::Conditioned at;
    s.realisations.condition(Vector{{0.75, 0.35, 0.3}}, s.rows, 18, Slopes::wanted, at);
    const Matrix F = s.drawn(at).array() - s.realisations.reference();
    EXPECT_LT((s.realisations.draw(at).cast<double>() - F).cwiseAbs().maxCoeff(), tolerance::single_precision);
    s.realisations.find_worst(at, Slopes::wanted);
    for (Index m = 0; m < F.cols(); ++m) {
        Index worst = 0;
        EXPECT_NEAR(at.worst[m], F.col(m).maxCoeff(&worst), tolerance::single_precision);
        EXPECT_EQ(static_cast<Index>(at.worst_row[m]), worst);
    }
}

TEST(Realisations, HaveTheJointPosteriorCovarianceAtThePivots) {
    // F at both regions is linear in the draws: the factors give its covariance without sampling.
    const RealisationSetting s(9);
    const Vector x{{0.7, 0.4, 0.35}};
    Realisations::Conditioned at;
    Realisations::Conditioned best;
    s.realisations.condition(x, s.realisations.first_rows(9), 9, Slopes::unwanted, at);
    s.realisations.condition_at_x_star(best);
    const double sd = s.realisations.prior_sd();
    Matrix factor = Matrix::Zero(18, 18);
    factor.topRows(9) = sd * at.carry * at.driver;
    factor.bottomLeftCorner(9, 9) = sd * best.carry.topRows(9);
    const Points pivots =
        testing::ball_template(3, 0.15, 60, Norm::two, TemplateShape::boundary_heavy)
            .points(Eigen::all, std::vector<Index>(s.realisations.order().begin(), s.realisations.order().begin() + 9));
    Points both(3, 18);
    both << pivots.colwise() + x, pivots.colwise() + s.realisations.x_star();
    const JointPosterior joint = s.gp.joint(both);
    EXPECT_LT((factor * factor.transpose() - joint.covariance).cwiseAbs().maxCoeff(), 1e-7);  // jitter 1e-9
    EXPECT_LT((at.mean - joint.mean.head(9)).cwiseAbs().maxCoeff(), tolerance::linear_algebra);
}

TEST(Realisations, OverSomeRowsAreThoseOverAll) {
    const RealisationSetting s(18);
    const Vector x{{0.7, 0.4, 0.35}};
    Realisations::Conditioned some;
    Realisations::Conditioned all;
    s.realisations.condition(x, s.rows, 18, Slopes::unwanted, some);
    s.realisations.condition(x, s.realisations.first_rows(60), 18, Slopes::unwanted, all);
    const Matrix expected = s.realisations.draw(all).cast<double>()(s.rows, Eigen::all);
    EXPECT_LT((s.realisations.draw(some).cast<double>() - expected).cwiseAbs().maxCoeff(), tolerance::single_precision);
}

TEST(Whitening, InvertsTheObservationsCovariance) {
    for (const Index n : {1, 7, 48, 49, 200}) {
        const GaussianProcess gp = testing::wavy_gp(3, n);
        const Whitening whitening(gp);
        Matrix A = gp.prior_covariance(gp.inputs(), gp.inputs()) / gp.hyperparameters().variance;
        A.diagonal().array() += gp.hyperparameters().noise / gp.hyperparameters().variance;
        Matrix V;
        Matrix W;
        whitening.whiten(A, V);
        whitening.solve(V, W);
        EXPECT_LT((W - Matrix::Identity(n, n)).cwiseAbs().maxCoeff(), tolerance::ill_conditioned) << n;
        EXPECT_LT((whitening.precision() * A - Matrix::Identity(n, n)).cwiseAbs().maxCoeff(),
                  tolerance::ill_conditioned)
            << n;
    }
}

}  // namespace
}  // namespace sweetspot
