// Samples of densities whose moments and distribution functions are known: in closed form, or by quadrature.
#include "gp/posterior_samples.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <vector>

#include "base/normal.hpp"
#include "gp/log_posterior.hpp"
#include "gp/multistart.hpp"
#include "support/random_points.hpp"
#include "support/tolerance.hpp"
#include "sweetspot/base/parallel.hpp"

namespace sweetspot {
namespace {

using detail::laplace_root;
using detail::LogPosterior;
using detail::posterior_sample;
using detail::steps_of_chain;

constexpr int many_steps = 300;  // enough to forget the mode

/// The ends of so many chains, one per column.
Points chain_ends(const DifferentiableObjective& negative, const Box& box, const Vector& mode, Index count,
                  int steps = many_steps) {
    const Matrix root = laplace_root(negative, box, mode);
    Points ends(mode.size(), count);
    for (Index k = 0; k < count; ++k)
        ends.col(k) = posterior_sample(negative, box, mode, root, steps, Rng(5).split(static_cast<std::uint64_t>(k)));
    return ends;
}

/// The share of the samples below a value is that of the distribution, up to chance.
void expect_share_below(const Vector& samples, double value, double share) {
    const auto n = static_cast<double>(samples.size());
    const double found = static_cast<double>((samples.array() < value).count()) / n;
    EXPECT_NEAR(found, share, tolerance::false_alarm_sds * std::sqrt(share * (1 - share) / n)) << "below " << value;
}

TEST(PosteriorSamples, OfANormalDistributionHaveItsMomentsAndQuantiles) {
    const Vector mean{{0.5, -1.0, 2.0}};
    const Matrix root{{0.3, 0, 0}, {-0.5, 0.4, 0}, {0.1, 0.9, 0.2}};
    const Matrix covariance = root * root.transpose();
    const Matrix precision = covariance.inverse();
    const DifferentiableObjective negative = [&](const Vector& x, Vector* gradient) -> double {
        if (gradient != nullptr) *gradient = precision * (x - mean);
        return 0.5 * (x - mean).dot(precision * (x - mean));
    };
    const Box box{Vector::Constant(3, -20), Vector::Constant(3, 20)};
    const Matrix found_root = laplace_root(negative, box, mean);
    EXPECT_LT((found_root * found_root.transpose() - covariance).norm(), tolerance::ill_conditioned);

    constexpr Index count = 20000;
    const Points ends = chain_ends(negative, box, mean, count, steps_of_chain);
    const Matrix apart = ends.colwise() - mean;
    const Matrix second = apart * apart.transpose() / count;
    for (Index i = 0; i < 3; ++i) {
        const double sd = std::sqrt(covariance(i, i));
        EXPECT_NEAR(ends.row(i).mean(), mean[i], tolerance::false_alarm_sds * sd / std::sqrt(count));
        for (const double z : {-2.0, -0.5, 0.0, 1.0, 2.5})
            expect_share_below(ends.row(i), mean[i] + z * sd, normal_cdf(z));
        for (Index j = 0; j < 3; ++j) {
            // The variance of a product of two normal deviations.
            const double of_product = covariance(i, i) * covariance(j, j) + covariance(i, j) * covariance(i, j);
            EXPECT_NEAR(second(i, j), covariance(i, j), tolerance::false_alarm_sds * std::sqrt(of_product / count));
        }
    }
}

TEST(PosteriorSamples, KeepToABoxWhoseWallHoldsTheMode) {
    // p = e^-3x on [0, 4], the mode at 0, where the Hessian is 0; beside it a coordinate without room.
    const DifferentiableObjective negative = [](const Vector& x, Vector* gradient) {
        if (gradient != nullptr) *gradient << 3, 0;
        return 3 * x[0];
    };
    const Box box{Vector{{0, 7}}, Vector{{4, 7}}};
    const Points ends = chain_ends(negative, box, Vector{{0, 7}}, 4000);
    EXPECT_GE(ends.row(0).minCoeff(), 0);
    EXPECT_LE(ends.row(0).maxCoeff(), 4);
    EXPECT_TRUE((ends.row(1).array() == 7).all());
    for (const double x : {0.05, 0.2, 0.5, 1.0, 1.5})
        expect_share_below(ends.row(0), x, (1 - std::exp(-3 * x)) / (1 - std::exp(-12.0)));
}

TEST(PosteriorSamples, KeepTheirPaceWhereASteepWallHoldsTheMode) {
    // p = e^-100x on [0, 4] times standard normals.
    const DifferentiableObjective negative = [](const Vector& x, Vector* gradient) {
        if (gradient != nullptr) *gradient = x;
        if (gradient != nullptr) (*gradient)[0] = 100;
        return 100 * x[0] + 0.5 * x.tail(5).squaredNorm();
    };
    Box box{Vector::Constant(6, -10), Vector::Constant(6, 10)};
    box.lower[0] = 0;
    box.upper[0] = 4;
    EXPECT_NEAR(laplace_root(negative, box, Vector::Zero(6)).row(0).norm(), 0.01, tolerance::ill_conditioned);
    const Points ends = chain_ends(negative, box, Vector::Zero(6), 1000, steps_of_chain);
    for (const double x : {0.002, 0.007, 0.02}) expect_share_below(ends.row(0), x, 1 - std::exp(-100 * x));
    for (Index d = 1; d < 6; ++d) {
        for (const double z : {-1.5, 0.0, 1.0}) expect_share_below(ends.row(d), z, normal_cdf(z));
    }
}

TEST(PosteriorSamples, FollowTailsThatAreHeavierThanThoseOfTheirStudentDistribution) {
    // Cauchy's density within ±50.
    const DifferentiableObjective negative = [](const Vector& x, Vector* gradient) {
        if (gradient != nullptr) (*gradient)[0] = 2 * x[0] / (1 + x[0] * x[0]);
        return std::log1p(x[0] * x[0]);
    };
    const Box box{Vector::Constant(1, -50), Vector::Constant(1, 50)};
    const Points ends = chain_ends(negative, box, Vector::Zero(1), 5000);
    for (const double x : {-20.0, -3.0, 0.0, 1.0, 10.0})
        expect_share_below(ends.row(0), x, 0.5 + std::atan(x) / (2 * std::atan(50.0)));
}

/// Standardised values of a smooth function at few places: the posterior of the hyper-parameters is wide and skewed.
LogPosterior posterior_of_few(Index dimension, Index count, const FitOptions& options) {
    const Points x = support::random_points(dimension, count, 3);
    const Vector y = support::smooth_outputs(x);
    return {x, Standardisation::of(y).apply(y), options, 0};
}

Vector mode_of(const LogPosterior& posterior) {
    std::vector<Vector> starts;
    for (std::uint64_t k = 0; k < 10; ++k) starts.push_back(posterior.random_start(Rng(9).split(k)));
    return detail::minimize_posterior(posterior, starts, detail::Starts::all, 200, Parallel(1)).front().x;
}

TEST(PosteriorSamples, OfTwoHyperParametersAreDistributedAsByQuadrature) {
    FitOptions options;
    options.lengthscales = Lengthscales::isotropic;
    options.noise = 1e-4;
    const LogPosterior posterior = posterior_of_few(2, 6, options);
    const DifferentiableObjective negative = posterior.negative();
    const Vector mode = mode_of(posterior);
    const double least = negative(mode, nullptr);

    // The midpoint rule on a grid of the whole box.
    constexpr Index cells = 500;
    const Box& box = posterior.box();
    const Vector width = box.width() / cells;
    Matrix mass(cells, cells);
    for (Index i = 0; i < cells; ++i) {
        for (Index j = 0; j < cells; ++j) {
            const Vector at =
                box.lower + width.cwiseProduct(Vector{{static_cast<double>(i) + 0.5, static_cast<double>(j) + 0.5}});
            mass(i, j) = std::exp(least - negative(at, nullptr));
        }
    }
    mass /= mass.sum();
    constexpr Index count = 4000;
    const Points ends = chain_ends(negative, box, mode, count);
    const Vector marginals[] = {mass.rowwise().sum(), mass.colwise().sum().transpose()};
    for (Index d = 0; d < 2; ++d) {
        double below = 0;
        double next = 0.05;
        for (Index i = 0; i < cells; ++i) {
            below += marginals[d][i];
            if (below < next) continue;
            expect_share_below(ends.row(d), box.lower[d] + static_cast<double>(i + 1) * width[d], std::min(below, 1.0));
            next += 0.15;
            if (next > 0.96) break;
        }
        EXPECT_GT(next, 0.9);
    }
    // The two hang together: the share of those that are both below the mode.
    double both = 0;
    for (Index i = 0; i < cells; ++i) {
        for (Index j = 0; j < cells; ++j) {
            const bool is_below = box.lower[0] + static_cast<double>(i + 1) * width[0] < mode[0] &&
                                  box.lower[1] + static_cast<double>(j + 1) * width[1] < mode[1];
            if (is_below) both += mass(i, j);
        }
    }
    const Vector found = ((ends.row(0).array() < mode[0]) && (ends.row(1).array() < mode[1])).cast<double>();
    // A cell's width is the error of the edge: below 1 % of the mass.
    EXPECT_NEAR(found.mean(), both, 0.01 + tolerance::false_alarm_sds * std::sqrt(both * (1 - both) / count));
}

TEST(PosteriorSamples, OfAFitAreNearTheEndsOfLongChains) {
    FitOptions options;
    options.tie = 0.5;
    options.effects = true;
    options.unproven_noise = 1e-4;
    for (const Index observations : {4, 20}) {
        const LogPosterior posterior = posterior_of_few(observations / 4, observations, options);
        const Vector mode = mode_of(posterior);
        constexpr Index count = 1000;
        const DifferentiableObjective negative = posterior.negative();
        const Points ends = chain_ends(negative, posterior.box(), mode, count, steps_of_chain);
        const Points far = chain_ends(negative, posterior.box(), mode, count);
        for (Index d = 0; d < mode.size(); ++d) {
            const double mean = far.row(d).mean();
            const double sd = std::sqrt((far.row(d).array() - mean).square().mean());
            // What a chain has not forgotten, and five standard errors of 1000 samples beside 1000.
            EXPECT_NEAR(ends.row(d).mean(), mean, (0.1 + 0.22) * sd) << observations << ", " << d;
            const double own = ends.row(d).mean();
            const double ratio = std::sqrt((ends.row(d).array() - own).square().mean()) / sd;
            EXPECT_NEAR(ratio, 1, 0.1 + 0.16) << observations << ", " << d;
        }
    }
}

TEST(PosteriorSamples, AreThoseOfTheirStream) {
    const LogPosterior posterior = posterior_of_few(2, 8, {});
    const DifferentiableObjective negative = posterior.negative();
    const Vector mode = mode_of(posterior);
    EXPECT_EQ(chain_ends(negative, posterior.box(), mode, 5), chain_ends(negative, posterior.box(), mode, 5));
}

}  // namespace
}  // namespace sweetspot
