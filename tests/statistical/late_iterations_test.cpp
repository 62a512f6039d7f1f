// The end of a search: observations that nearly coincide around x*, a length scale below the region's radius, an
// expected improvement of 1e-4 standard deviations. What the fast version says there agrees with the plain version, no
// improvement is invented near x*, and a suggestion does not cost many times the usual.
#include <gtest/gtest.h>

#include <atomic>

#include "acquisition/plain_robust_expected_improvement.hpp"
#include "acquisition/robust_expected_improvement.hpp"
#include "support/models.hpp"
#include "sweetspot/search/optimizer.hpp"

namespace sweetspot {
namespace {

/// Matérn 5/2 that counts the entries it was asked for.
class CountingKernel final : public Kernel {
  public:
    [[nodiscard]] std::string_view name() const override { return "counting"; }
    void evaluate(const double* s, double* g, std::ptrdiff_t n) const override {
        entries_ += n;
        shape_->evaluate(s, g, n);
    }
    void evaluate(const double* s, double* g, double* dg, std::ptrdiff_t n) const override {
        entries_ += n;
        shape_->evaluate(s, g, dg, n);
    }
    [[nodiscard]] std::ptrdiff_t entries() const { return entries_; }

  private:
    KernelPtr shape_ = matern52();
    mutable std::atomic<std::ptrdiff_t> entries_ = 0;
};

const Vector centre{{0.45, 0.4, 0.5}};

/// 20 observations of the whole cube, 10 of the region around the centre and 20 within `spacing` of the centre.
Points late_observations(double spacing) {
    Points x(3, 50);
    x.leftCols(20) = latin_hypercube(3, 20, Rng(1));
    Rng rng(2);
    const auto around = [&](double reach) {
        return Vector(centre + reach * Vector::NullaryExpr(3, [&] { return rng.uniform(-1, 1); }));
    };
    for (Index i = 20; i < 30; ++i) x.col(i) = around(0.1);
    for (Index i = 30; i < 50; ++i) x.col(i) = around(spacing);
    return x;
}

Vector outputs(const Points& x) {
    Vector y(x.cols());
    for (Index i = 0; i < x.cols(); ++i) y[i] = (x.col(i) - centre).squaredNorm() + 0.1 * testing::wavy(x.col(i));
    return y;
}

GaussianProcess late_gp(double spacing, double lengthscale, const KernelPtr& kernel = matern52()) {
    const Points x = late_observations(spacing);
    const Vector y = outputs(x);
    return {kernel, {Vector::Constant(3, lengthscale), 1.5, 1e-6, 0.0}, x, y, Standardisation::of(y)};
}

class LateIterations : public ::testing::TestWithParam<std::pair<double, double>> {
  protected:
    double spacing() const { return GetParam().first; }
    double lengthscale() const { return GetParam().second; }
};

TEST_P(LateIterations, NearTheBestSoFarTheValueIsThatOfThePlainVersion) {
    const GaussianProcess gp = late_gp(spacing(), lengthscale());
    const Template T = testing::ball_template(3, 0.1, 150, Norm::two, TemplateShape::boundary_heavy);
    const QualityPtr worst = worst_quality();
    const RobustExpectedImprovement ei(gp, T, T.weights, *worst, centre,
                                       {.realisations = 2000, .pivots = {.max_rank = 150, .tolerance = 0.03}}, Rng(3));
    for (const double step : {3e-2, 1e-2, 1e-3, 1e-4, 1e-5, 1e-6}) {
        const Vector x = centre + step * Vector{{1.0, -0.5, 0.7}};
        const MonteCarlo plain = plain_robust_expected_improvement(gp, T, T.weights, *worst, centre, x, 4000, Rng(4));
        // 6e-5: half as much again as the root of the jitter, 1e-9 of the variance, which both versions add.
        EXPECT_NEAR(ei.value(x, nullptr), plain.mean, 5 * plain.standard_error + 0.1 * plain.mean + 6e-5) << step;
    }
    EXPECT_EQ(ei.value(centre, nullptr), 0);
}

TEST_P(LateIterations, TheReportedValueIsThatOfThePlainVersion) {
    BayesianRobustSearchOptions method;
    method.sampling = sample_centre();
    const GaussianProcess gp = late_gp(spacing(), lengthscale());
    method.model.fixed.model = Fixed::Model{gp.kernel_ptr(), gp.hyperparameters(), gp.standardisation()};
    const Problem problem(Space::cube(3, 0, 1), Norm::two, 0.1);
    const Template T = testing::ball_template(3, 0.1, 150, Norm::two, TemplateShape::boundary_heavy);
    method.model.fixed.template_points = T.points;
    Optimizer optimizer(problem, {.seed = 5, .method = bayesian_robust_search(method)});
    for (Index i = 0; i < gp.size(); ++i) {
        optimizer.tell(gp.inputs().col(i), gp.standardisation().undo(gp.targets()[i]));
    }
    const Suggestion s = optimizer.ask();
    const MonteCarlo plain = plain_robust_expected_improvement(gp, T, T.weights, *worst_quality(), s.reason->incumbent,
                                                               s.reason->centre, 10000, Rng(6));
    // The reported value has a tenth of the draws: 5 standard errors of the difference.
    EXPECT_NEAR(s.reason->expected_improvement / gp.standardisation().scale, plain.mean,
                5 * std::sqrt(11.0) * plain.standard_error + 3e-5);
}

TEST_P(LateIterations, ASuggestionCostsNoMoreThanFiveUsualOnes) {
    const auto entries = [](double spacing, double lengthscale) {
        const auto kernel = std::make_shared<CountingKernel>();
        const GaussianProcess gp = late_gp(spacing, lengthscale, kernel);
        BayesianRobustSearchOptions method;
        method.sampling = sample_centre();
        method.model.fixed.model = Fixed::Model{kernel, gp.hyperparameters(), gp.standardisation()};
        method.model.fixed.incumbent = centre;
        Optimizer optimizer(Problem(Space::cube(3, 0, 1), Norm::two, 0.1), {.method = bayesian_robust_search(method)});
        for (Index i = 0; i < gp.size(); ++i) {
            optimizer.tell(gp.inputs().col(i), gp.standardisation().undo(gp.targets()[i]));
        }
        const std::ptrdiff_t before = kernel->entries();
        (void)optimizer.ask();
        return kernel->entries() - before;
    };
    EXPECT_LT(entries(spacing(), lengthscale()), 5 * entries(0.3, 0.5));
}

INSTANTIATE_TEST_SUITE_P(SpacingAndLengthscale, LateIterations,
                         ::testing::Values(std::pair{1e-2, 0.5}, std::pair{1e-4, 0.5}, std::pair{1e-6, 1.0},
                                           std::pair{1e-4, 0.06}, std::pair{1e-6, 0.03}));

}  // namespace
}  // namespace sweetspot
