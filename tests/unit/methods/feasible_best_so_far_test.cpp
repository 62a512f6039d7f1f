#include "methods/feasible_best_so_far.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "methods/limit_pieces.hpp"
#include "support/models.hpp"
#include "support/tolerance.hpp"

namespace sweetspot {
namespace {

/// Models of f and g over the unit square, and all that the best-so-far rule asks for.
struct LimitedSquare {
    Points x = latin_hypercube(2, 25, Rng(3));
    GaussianProcess f = model_of([](const Vector& p) { return (p.array() - 0.3).matrix().squaredNorm(); });
    GaussianProcess g = model_of([](const Vector& p) { return p.sum() + 0.3 * std::sin(6 * p[0]); });
    RobustSet set = RobustSet(Norm::two, Vector::Constant(2, 0.08));
    Box centres = set.centres(Box::unit(2));
    Template T = make_template(set, {}, Rng(1).split("template"));
    QualityPtr quality = worst_quality();

    template <class F>
    GaussianProcess model_of(const F& function) {
        Vector y(x.cols());
        for (Index i = 0; i < x.cols(); ++i) y[i] = function(x.col(i));
        Hyperparameters h;
        h.lengthscales = Vector::Constant(2, 0.4);
        return {matern52(), h, x, y, Standardisation::of(y)};
    }
    [[nodiscard]] FeasibleBest best(const std::vector<LimitModel>& limits) const {
        return feasible_best_so_far({f, T, T.weights, *quality, limits}, Neighbourhood(x, set, centres), {}, Rng(2),
                                    Parallel(1));
    }
    /// The best of a grid of the neighbourhood: quality, or the least violation where every centre breaks a limit.
    [[nodiscard]] double best_of_grid(const std::vector<LimitModel>& limits, bool by_violation) const {
        const Neighbourhood neighbourhood(x, set, centres);
        double best = std::numeric_limits<double>::infinity();
        for (double a = 0.08; a <= 0.92; a += 0.01) {
            for (double b = 0.08; b <= 0.92; b += 0.01) {
                const Vector at{{a, b}};
                if (!neighbourhood.contains(at)) continue;
                const double violation = unsureness(limits, at);
                if (by_violation) {
                    best = std::min(best, violation);
                } else if (violation <= 0) {
                    best = std::min(best, mean_quality_at(f, T, T.weights, *quality, at));
                }
            }
        }
        return best;
    }
};

TEST(FeasibleBestSoFar, IsNoWorseThanAnyFeasibleCentreOfAGrid) {
    const LimitedSquare s;
    Limit share = limit_at_least("g", 1.2);
    share.what = Limit::For::share;
    share.share = 0.9;
    Limit centre = limit_at_least("g", 1.2);
    centre.what = Limit::For::centre;
    for (const Limit& limit : {limit_at_least("g", 1.2), limit_at_most("g", 0.85), share, centre}) {
        const std::vector<LimitModel> limits = {limit_model(limit, s.g, s.set, Rng(1))};
        const FeasibleBest found = s.best(limits);
        EXPECT_TRUE(found.feasible()) << to_string(limit);
        EXPECT_LE(unsureness(limits, found.best.x), 1e-9);
        EXPECT_LE(found.best.quality, s.best_of_grid(limits, false) + 0.02) << to_string(limit);
    }
}

TEST(FeasibleBestSoFar, WithALimitThatIsFarAwayIsTheBestSoFar) {
    const LimitedSquare s;
    const std::vector<LimitModel> limits = {limit_model(limit_at_most("g", 5), s.g, s.set, Rng(1))};
    const FeasibleBest found = s.best(limits);
    const BestSoFar plain = best_so_far(s.f, Neighbourhood(s.x, s.set, s.centres), s.centres, s.T, s.T.weights,
                                        *s.quality, {}, Rng(2), Parallel(1));
    EXPECT_TRUE(found.feasible());
    EXPECT_NEAR(found.best.quality, plain.quality, 1e-3);
}

TEST(FeasibleBestSoFar, WhereNoCentreKeepsTheLimitIsTheLeastInfeasible) {
    const LimitedSquare s;
    const std::vector<LimitModel> limits = {limit_model(limit_at_most("g", -0.5), s.g, s.set, Rng(1))};
    const FeasibleBest found = s.best(limits);
    EXPECT_FALSE(found.feasible());
    EXPECT_LE(found.violation, s.best_of_grid(limits, true) + 0.02);
}

TEST(FeasibleBestSoFar, KeepsTwoLimitsAtOnce) {
    const LimitedSquare s;
    const std::vector<LimitModel> limits = {limit_model(limit_at_least("g", 1.0), s.g, s.set, Rng(1)),
                                            limit_model(limit_at_most("g", 1.5), s.g, s.set, Rng(1))};
    const FeasibleBest found = s.best(limits);
    EXPECT_TRUE(found.feasible());
    EXPECT_LE(found.best.quality, s.best_of_grid(limits, false) + 0.02);
}

TEST(LimitPieces, AreTheStatisticsAndTheirSlopes) {
    const LimitedSquare s;
    Limit share = limit_at_most("g", 0.7);
    share.what = Limit::For::share;
    share.share = 0.8;
    const std::vector<LimitModel> limits = {limit_model(limit_at_least("g", 1.0), s.g, s.set, Rng(1)),
                                            limit_model(share, s.g, s.set, Rng(1))};
    const Vector x{{0.41, 0.37}};
    for (const double kappa : {1.0, 0.0, -2.0}) {
        const Block block = limit_block(limits, kappa);
        const Vector values = block.pieces.values(x);
        ASSERT_EQ(values.size(), limits[0].T.size() + 1);
        EXPECT_NEAR(values.maxCoeff(), limit_excess(limits, kappa, x), tolerance::linear_algebra);
        const std::vector<Index> which = {limits[0].T.size(), 3, 0};
        const Matrix gradients = block.pieces.gradients(x, which);
        const Vector some = block.pieces.some_values(x, which);
        for (std::size_t i = 0; i < which.size(); ++i) {
            const auto at = static_cast<Index>(i);
            EXPECT_NEAR(some[at], values[which[i]], tolerance::linear_algebra);
            const Vector differences = testing::symmetric_differences(
                [&](const Vector& p) { return block.pieces.values(p)[which[i]]; }, x, 1e-5);
            EXPECT_LT((gradients.col(at) - differences).norm(), 1e-4 * std::max(1.0, differences.norm()));
        }
    }
}

}  // namespace
}  // namespace sweetspot
