// A template that follows the model: its places for slopes against random ones of the region, and what it shows of a
// rise in sixty dimensions.
#include "robust/adapted_template.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "support/random_points.hpp"
#include "support/tolerance.hpp"

namespace sweetspot {
namespace {

Vector normals(Index size, Rng& rng) {
    Vector v(size);
    for (double& x : v) x = rng.normal();
    return v;
}

TEST(WorstForSlope, NoPlaceOfTheRegionIsHigher) {
    Rng rng(3);
    const Vector tolerance{{0.1, 0.02, 0, 0.3, 0.05, 0.2}};
    for (const Norm norm : {Norm::one, Norm::two, Norm::infinity}) {
        for (const std::vector<Index>& alone : {std::vector<Index>{}, std::vector<Index>{1, 4}}) {
            const RobustSet set = RobustSet(norm, tolerance).with_alone(alone);
            for (int i = 0; i < 20; ++i) {
                const Vector g = normals(6, rng);
                const Vector place = worst_for_slope(set, g);
                EXPECT_NEAR(set.gauge(place), 1, tolerance::rounding);
                for (int k = 0; k < 300; ++k) EXPECT_LE(g.dot(set.draw_boundary(rng)), g.dot(place) + 1e-12);
            }
        }
    }
}

TEST(WorstForSlope, LiesInWarpedAndGeneralSets) {
    Rng rng(3);
    using Of = RegionTolerance::Of;
    const RobustSet warped(Norm::two, std::vector<RegionTolerance>{{0.05, Of::nominal}, {0.1, Of::unit}});
    const RobustSet general([](const Vector& delta) { return delta.lpNorm<1>(); }, 0.1,
                            Box{Vector::Constant(2, -0.1), Vector::Constant(2, 0.1)});
    for (const RobustSet& set : {warped, general}) {
        for (int i = 0; i < 20; ++i) EXPECT_NEAR(set.gauge(worst_for_slope(set, normals(2, rng))), 1, 1e-9);
        EXPECT_EQ(worst_for_slope(set, Vector::Zero(2)).norm(), 0);
    }
}

/// A model of x ↦ g·x that has seen a few values.
GaussianProcess model_of_slope(const Vector& g, Index count) {
    const Points x = support::random_points(g.size(), count, 5);
    const Vector y = x.transpose() * g;
    const Hyperparameters eta{.lengthscales = Vector::Constant(g.size(), 20)};
    return {matern52(), eta, x, y, Standardisation::of(y)};
}

TEST(AdaptedTemplate, ShowsTheRiseThatAFixedOneMisses) {
    constexpr Index dimension = 60;
    Rng rng(2);
    const GaussianProcess gp = model_of_slope(normals(dimension, rng), 40);
    for (const Norm norm : {Norm::two, Norm::infinity}) {
        const RobustSet set(norm, Vector::Constant(dimension, 0.1));
        const Template fixed = make_template(set, {}, Rng(1));
        const Template adapted = adapted_template(fixed, gp, set, Rng(1));
        const Vector x = Vector::Constant(dimension, 0.5);
        // The mean is all but linear: its largest value in the region is known.
        const ValueAndGradient here = gp.mean_with_gradient(x);
        const double rise = here.gradient.dot(worst_for_slope(set, here.gradient));
        EXPECT_GT(gp.mean(adapted.at(x)).maxCoeff() - here.value, 0.95 * rise);
        EXPECT_LT(gp.mean(fixed.at(x)).maxCoeff() - here.value, 0.6 * rise);
    }
}

TEST(AdaptedTemplate, IsATemplateOfTheSameSize) {
    constexpr Index dimension = 20;
    Rng rng(2);
    const GaussianProcess gp = model_of_slope(normals(dimension, rng), 40);
    Vector tolerance = Vector::Constant(dimension, 0.1);
    tolerance[3] = 0;
    for (const Norm norm : {Norm::one, Norm::two, Norm::infinity}) {
        const RobustSet set(norm, tolerance);
        const Template fixed = make_template(set, {}, Rng(1));
        const Template adapted = adapted_template(fixed, gp, set, Rng(1));
        ASSERT_EQ(adapted.size(), fixed.size());
        EXPECT_EQ(adapted.points.col(0).norm(), 0);
        EXPECT_NEAR(adapted.weights.sum(), 1, tolerance::rounding);
        EXPECT_GE(adapted.weights.minCoeff(), 0);
        Index kept = 0;
        for (Index i = 0; i < adapted.size(); ++i) {
            EXPECT_TRUE(set.contains(adapted.points.col(i)));
            if (adapted.points.col(i) == fixed.points.col(i)) ++kept;
        }
        EXPECT_EQ(kept, fixed.size() - fixed.size() / 2);
        EXPECT_EQ(adapted_template(fixed, gp, set, Rng(1)).points, adapted.points);
    }
}

TEST(AdaptedTemplate, OfAModelWithoutSlopesIsTheFixedOne) {
    const RobustSet set(Norm::two, Vector::Constant(20, 0.1));
    const Template fixed = make_template(set, {}, Rng(1));
    const GaussianProcess flat(matern52(), {.lengthscales = Vector::Constant(20, 1)}, Vector::Constant(20, 0.5),
                               Vector::Zero(1), {});
    EXPECT_EQ(adapted_template(fixed, flat, set, Rng(1)).points, fixed.points);
}

}  // namespace
}  // namespace sweetspot
