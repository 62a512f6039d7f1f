#include "sweetspot/robust/best_so_far.hpp"

#include <gtest/gtest.h>

#include "support/models.hpp"
#include "support/tolerance.hpp"

namespace sweetspot {
namespace {

struct Setting {
    explicit Setting(Norm norm = Norm::two, TemplateShape shape = TemplateShape::boundary_heavy)
        : robust_set(norm, Vector::Constant(2, 0.12)),
          T(make_template(robust_set, {shape, 60}, Rng(3))),
          neighbourhood(gp.inputs(), robust_set, centres) {}

    GaussianProcess gp = testing::wavy_gp(2, 7, 0.4);
    RobustSet robust_set;
    Box centres{Vector::Constant(2, 0.12), Vector::Constant(2, 0.88)};
    Template T;
    Neighbourhood neighbourhood;

    [[nodiscard]] BestSoFar best(const Quality& quality, int threads = 1) const {
        return best_so_far(gp, neighbourhood, centres, T, T.weights, quality, {}, Rng(5), Parallel(threads));
    }
    /// The best quality on a grid of the neighbourhood.
    [[nodiscard]] double brute_force(const Quality& quality) const {
        double least = 1e300;
        for (double a = 0.12; a <= 0.88; a += 0.004) {
            for (double b = 0.12; b <= 0.88; b += 0.004) {
                const Vector x{{a, b}};
                if (neighbourhood.contains(x)) least = std::min(least, mean_quality_at(gp, T, T.weights, quality, x));
            }
        }
        return least;
    }
};

TEST(BestSoFar, LiesInTheNeighbourhoodOfTheObservations) {
    for (const Norm norm : {Norm::one, Norm::two, Norm::infinity}) {
        const Setting s(norm);
        for (const QualityPtr& quality : qualities()) EXPECT_TRUE(s.neighbourhood.contains(s.best(*quality).x));
    }
}

TEST(BestSoFar, IsAtLeastAsGoodAsBruteForce) {
    for (const Norm norm : {Norm::one, Norm::two, Norm::infinity}) {
        const Setting s(norm);
        for (const QualityPtr& quality : qualities()) {
            const BestSoFar best = s.best(*quality);
            EXPECT_LE(best.quality, s.brute_force(*quality) + 1e-4) << to_string(norm) << " " << quality->name();
            EXPECT_NEAR(best.quality, mean_quality_at(s.gp, s.T, s.T.weights, *quality, best.x), tolerance::rounding);
        }
    }
}

TEST(BestSoFar, AnOwnReductionIsMinimisedToo) {
    const Setting s;
    const QualityPtr soft = custom_quality("soft", [](const VectorRef& F, const VectorRef& w) {
        return std::log(w.dot((3 * F.array()).exp().matrix())) / 3;
    });
    EXPECT_LE(s.best(*soft).quality, s.brute_force(*soft) + 1e-4);
}

TEST(BestSoFar, IsTheSameAtAnyNumberOfThreads) {
    const Setting s;
    EXPECT_EQ(s.best(*worst_quality(), 1).x, s.best(*worst_quality(), 4).x);
}

TEST(BestSoFar, SearchesTheWholeBoxWhenEveryObservationIsDeepInTheMargin) {
    const Points corners{{0.0, 1.0}, {0.0, 1.0}};
    const Vector y{{1.0, 2.0}};
    const GaussianProcess gp(matern52(), {Vector::Constant(2, 0.5), 1, 1e-6, 0}, corners, y, Standardisation::of(y));
    const RobustSet robust_set(Norm::two, Vector::Constant(2, 0.2));
    const Box centres{Vector::Constant(2, 0.2), Vector::Constant(2, 0.8)};
    const Neighbourhood neighbourhood(corners, robust_set, centres);
    ASSERT_TRUE(neighbourhood.reachable().empty());
    const Template T = make_template(robust_set, {}, Rng(1));
    const BestSoFar best =
        best_so_far(gp, neighbourhood, centres, T, T.weights, *worst_quality(), {}, Rng(1), Parallel(1));
    EXPECT_TRUE(centres.contains(best.x));
    EXPECT_LT(best.x[0], 0.5);  // nearer to the better corner
}

}  // namespace
}  // namespace sweetspot
