// Laws of every robust set: draws inside, boundary draws on the boundary, projections, rays, units, centres.

#include <gtest/gtest.h>

#include "laws/robust_set_members.hpp"
#include "support/tolerance.hpp"
#include "sweetspot/base/errors.hpp"

namespace sweetspot {
namespace {

using members::RobustSetMember;

class RobustSetLaws : public ::testing::TestWithParam<RobustSetMember> {
  protected:
    const RobustSet& set() const { return GetParam().set; }
    bool drawable() const { return GetParam().filling == RobustSetMember::Filling::enough; }
    bool perturbs() const { return !set().free_coordinates().empty(); }
    /// Anywhere within three times the bounds, exact coordinates included.
    Vector anywhere() {
        Vector delta(set().dimension());
        for (Index d = 0; d < delta.size(); ++d)
            delta[d] = 3 * rng.uniform(set().bounds().lower[d], set().bounds().upper[d]);
        return delta;
    }

    Rng rng{20240611};
};

TEST_P(RobustSetLaws, ContainsTheZeroPerturbation) {
    EXPECT_TRUE(set().contains(Vector::Zero(set().dimension()), 0));
    EXPECT_LE(set().gauge(Vector::Zero(set().dimension())), 1);
}

TEST_P(RobustSetLaws, UniformDrawsAreInside) {
    if (!drawable()) {
        if (set().dimension() == 10) {
            EXPECT_THROW(static_cast<void>(set().draw_uniform(rng)), NumericalError);
        }
        return;
    }
    for (int i = 0; i < 100; ++i) {
        const Vector delta = set().draw_uniform(rng);
        EXPECT_TRUE(set().contains(delta, tolerance::rounding));
        EXPECT_LE(set().gauge(delta), 1 + tolerance::rounding);
        EXPECT_TRUE(set().bounds().contains(delta, tolerance::rounding));
    }
}

TEST_P(RobustSetLaws, BoundaryDrawsAreOnTheBoundary) {
    for (int i = 0; i < 100; ++i) {
        const Vector delta = set().draw_boundary(rng);
        EXPECT_TRUE(set().contains(delta, tolerance::rounding));
        if (!perturbs()) continue;
        EXPECT_NEAR(set().gauge(delta), 1, tolerance::rounding);
        EXPECT_FALSE(set().contains((1 + 1e-6) * delta));
    }
}

TEST_P(RobustSetLaws, IsStarShaped) {
    for (int i = 0; i < 50; ++i) EXPECT_TRUE(set().contains(rng.uniform() * set().draw_boundary(rng), 0));
}

TEST_P(RobustSetLaws, ProjectionLandsOnTheBoundaryAndLeavesMembersAlone) {
    for (int i = 0; i < 50; ++i) {
        const Vector delta = anywhere();
        const Vector projected = set().project(delta);
        ASSERT_TRUE(set().contains(projected, tolerance::rounding));
        if (set().contains(delta, 0)) {
            EXPECT_EQ(projected, delta);
        } else if (std::ssize(set().free_coordinates()) == set().dimension()) {
            EXPECT_NEAR(set().gauge(projected), 1, tolerance::rounding);
        }
        EXPECT_LE((set().project(projected) - projected).lpNorm<Eigen::Infinity>(), tolerance::rounding);
    }
}

TEST_P(RobustSetLaws, TheBoundaryTowardsADirectionLiesOnItsRay) {
    if (!perturbs()) return;
    for (int i = 0; i < 50; ++i) {
        Vector direction = Vector::Zero(set().dimension());
        for (const Index d : set().free_coordinates()) direction[d] = rng.normal();
        const Vector end = set().boundary_towards(direction);
        EXPECT_NEAR(set().gauge(end), 1, tolerance::rounding);
        EXPECT_NEAR(end.dot(direction), end.norm() * direction.norm(), tolerance::rounding * direction.norm());
        EXPECT_LE((set().boundary_towards(1e-9 * direction) - end).norm(), tolerance::rounding);
    }
}

TEST_P(RobustSetLaws, ScalesWithItsUnits) {
    Vector factor(set().dimension());
    for (double& f : factor) f = rng.uniform(0.1, 10);
    const RobustSet scaled = set().scaled(factor);
    EXPECT_EQ(scaled.free_coordinates(), set().free_coordinates());
    EXPECT_LE((scaled.bounds().upper - set().bounds().upper.cwiseProduct(factor)).norm(), tolerance::rounding);
    for (int i = 0; i < 50; ++i) {
        const Vector delta = rng.uniform(0, 2) * set().draw_boundary(rng);
        const double gauge = set().gauge(delta);
        EXPECT_NEAR(scaled.gauge(delta.cwiseProduct(factor)), gauge, tolerance::linear_algebra * (1 + gauge));
        EXPECT_TRUE(set().contains(scaled.draw_boundary(rng).cwiseQuotient(factor)));
    }
}

TEST_P(RobustSetLaws, EveryRegionOfTheCentresLiesInTheDomain) {
    const Box domain{Vector::Constant(set().dimension(), -1), Vector::Constant(set().dimension(), 2)};
    const Box centres = set().centres(domain);
    EXPECT_TRUE((centres.width().array() > 0).all());
    for (int i = 0; i < 50; ++i) {
        const Vector delta = set().draw_boundary(rng);
        EXPECT_TRUE(domain.contains(centres.lower + delta, tolerance::rounding));
        EXPECT_TRUE(domain.contains(centres.upper + delta, tolerance::rounding));
    }
}

TEST_P(RobustSetLaws, NormBallsTouchTheDomainFromTheFacesOfTheCentres) {
    if (!set().has_norm()) return;
    const Box domain{Vector::Constant(set().dimension(), -1), Vector::Constant(set().dimension(), 1)};
    const Box centres = set().centres(domain);
    for (const Index d : set().free_coordinates()) {
        const Vector axis = Vector::Unit(set().dimension(), d);
        EXPECT_NEAR((centres.lower + set().boundary_towards(-axis))[d], -1, tolerance::rounding);
        EXPECT_NEAR((centres.upper + set().boundary_towards(axis))[d], 1, tolerance::rounding);
    }
}

TEST_P(RobustSetLaws, DrawsHaveTheMeanAndVarianceOfTheUniformDistribution) {
    const RobustSetMember& member = GetParam();
    if (!drawable() || member.mean.size() == 0) return;
    constexpr int draws = 500;
    Vector sum = Vector::Zero(set().dimension());
    Vector squares = Vector::Zero(set().dimension());
    for (int i = 0; i < draws; ++i) {
        const Vector centred = set().draw_uniform(rng) - member.mean;
        sum += centred;
        squares += centred.cwiseAbs2();
    }
    for (Index d = 0; d < set().dimension(); ++d) {
        const double variance = member.variance[d];
        const double spread = variance * std::sqrt(member.kurtosis - 1);
        EXPECT_NEAR(sum[d] / draws, 0, tolerance::false_alarm_sds * std::sqrt(variance / draws));
        EXPECT_NEAR(squares[d] / draws, variance, tolerance::false_alarm_sds * spread / std::sqrt(draws));
    }
}

TEST_P(RobustSetLaws, TheSameSeedGivesTheSameDraws) {
    Rng first(7);
    Rng second(7);
    EXPECT_EQ(set().draw_boundary(first), set().draw_boundary(second));
    if (!drawable()) return;
    EXPECT_EQ(set().draw_uniform(first), set().draw_uniform(second));
}

INSTANTIATE_TEST_SUITE_P(Members, RobustSetLaws, ::testing::ValuesIn(members::robust_sets()),
                         [](const auto& member) { return member.param.name; });

}  // namespace
}  // namespace sweetspot
