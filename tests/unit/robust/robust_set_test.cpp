#include "sweetspot/robust/robust_set.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>

#include "support/norms.hpp"
#include "support/tolerance.hpp"
#include "sweetspot/base/errors.hpp"

namespace sweetspot {
namespace {

using support::norms;

template <class Call>
std::string message_of(Call call) {
    try {
        call();
    } catch (const std::invalid_argument& error) {
        return error.what();
    }
    return "no refusal";
}

/// Mean and standard error of a quantity over many draws.
struct CountEstimate {
    double mean;
    double error;
};
template <class Quantity>
CountEstimate estimate(int draws, Quantity quantity) {
    double sum = 0;
    double squares = 0;
    for (int i = 0; i < draws; ++i) {
        const double value = quantity();
        sum += value;
        squares += value * value;
    }
    const double mean = sum / draws;
    return {mean, std::sqrt(std::max(0.0, squares / draws - mean * mean) / draws)};
}
void expect_close(const CountEstimate& found, double expected) {
    EXPECT_NEAR(found.mean, expected, tolerance::false_alarm_sds * found.error + tolerance::rounding);
}

Vector unequal_tolerances(Index k) {
    Vector tolerance(k);
    for (Index d = 0; d < k; ++d) tolerance[d] = 0.1 + 0.05 * static_cast<double>(d);
    return tolerance;
}

TEST(RobustSet, GaugeIsTheNormInUnitsOfTheTolerances) {
    const Vector tolerance{{0.5, 2.0}};
    const Vector delta{{-0.3, 1.6}};
    EXPECT_NEAR(RobustSet(Norm::one, tolerance).gauge(delta), 0.6 + 0.8, tolerance::rounding);
    EXPECT_NEAR(RobustSet(Norm::two, tolerance).gauge(delta), 1.0, tolerance::rounding);
    EXPECT_NEAR(RobustSet(Norm::infinity, tolerance).gauge(delta), 0.8, tolerance::rounding);
}

TEST(RobustSet, AnExactCoordinateAllowsNothingButRounding) {
    for (const Norm norm : norms) {
        const RobustSet set(norm, Vector{{0.5, 0.0}});
        EXPECT_EQ(set.free_coordinates(), std::vector<Index>{0});
        EXPECT_EQ(set.gauge(Vector{{0.1, 1e-15}}), std::numeric_limits<double>::infinity());
        EXPECT_TRUE(set.contains(Vector{{0.1, 1e-15}}, 0));
        EXPECT_FALSE(set.contains(Vector{{0.1, 1e-6}}, 1e-3));
        EXPECT_EQ(set.project(Vector{{0.2, 0.3}}), (Vector{{0.2, 0.0}}));
        EXPECT_EQ(set.boundary_towards(Vector{{1.0, 1.0}}), Vector::Zero(2));
    }
}

TEST(RobustSet, MayBeTheZeroPerturbationAlone) {
    Rng rng(1);
    const RobustSet set(Norm::two, Vector::Zero(3));
    EXPECT_TRUE(set.free_coordinates().empty());
    EXPECT_EQ(set.draw_uniform(rng), Vector::Zero(3));
    EXPECT_EQ(set.draw_boundary(rng), Vector::Zero(3));
    EXPECT_EQ(set.project(Vector::Ones(3)), Vector::Zero(3));
    EXPECT_EQ(set.centres(Box::unit(3)).width(), Vector::Ones(3));
}

TEST(RobustSet, FillsTheShareOfItsBoxThatTheVolumeFormulaSays) {
    Rng rng(2);
    const double pi = std::numbers::pi;
    // Volumes 2^k/k!, π^(k/2)/Γ(k/2 + 1) and 2^k, over 2^k.
    const std::array<std::array<double, 2>, 3> share{{{1.0 / 2, 1.0 / 120}, {pi / 4, pi * pi / 60}, {1, 1}}};
    for (std::size_t p = 0; p < norms.size(); ++p) {
        for (std::size_t size = 0; size < 2; ++size) {
            const RobustSet set(norms[p], unequal_tolerances(size == 0 ? 2 : 5));
            const CountEstimate inside = estimate(20000, [&] {
                Vector delta(set.dimension());
                for (Index d = 0; d < delta.size(); ++d) delta[d] = set.tolerance()[d] * rng.uniform(-1, 1);
                return set.contains(delta) ? 1.0 : 0.0;
            });
            expect_close(inside, share[p][size]);
        }
    }
}

TEST(RobustSet, UniformDrawsHaveTheSecondMomentOfTheBall) {
    Rng rng(3);
    for (const Index k : {1, 2, 5, 20}) {
        const auto n = static_cast<double>(k);
        const std::array<double, 3> second{2 * n / ((n + 1) * (n + 2)), n / (n + 2), n / 3};
        for (std::size_t p = 0; p < norms.size(); ++p) {
            const RobustSet set(norms[p], unequal_tolerances(k));
            expect_close(
                estimate(4000, [&] { return set.draw_uniform(rng).cwiseQuotient(set.tolerance()).squaredNorm(); }),
                second[p]);
        }
    }
}

TEST(RobustSet, UniformDrawsFillTheHalvedSetByTwoToTheMinusK) {
    Rng rng(4);
    for (const Norm norm : norms) {
        for (const Index k : {1, 3, 6}) {
            const RobustSet set(norm, unequal_tolerances(k));
            expect_close(estimate(4000, [&] { return set.gauge(set.draw_uniform(rng)) <= 0.5 ? 1.0 : 0.0; }),
                         std::pow(2.0, -static_cast<double>(k)));
        }
    }
}

TEST(RobustSet, BoundaryDrawsHaveTheSecondMomentOfTheSphere) {
    Rng rng(5);
    for (const Index k : {1, 2, 5, 20}) {
        const auto n = static_cast<double>(k);
        // p = 1: the magnitudes are uniform on the simplex; p = ∞: one coordinate is ±1, the others uniform.
        const std::array<double, 3> second{2 / (n + 1), 1, 1 + (n - 1) / 3};
        for (std::size_t p = 0; p < norms.size(); ++p) {
            const RobustSet set(norms[p], Vector::Constant(k, 0.2));
            expect_close(estimate(4000, [&] { return (set.draw_boundary(rng) / 0.2).squaredNorm(); }), second[p]);
        }
    }
}

TEST(RobustSet, BoundaryDrawsLeanToNoSide) {
    Rng rng(6);
    for (const Norm norm : norms) {
        const RobustSet set(norm, Vector::Constant(3, 0.2));
        for (Index d = 0; d < 3; ++d) {
            expect_close(estimate(2000, [&] { return set.draw_boundary(rng)[d]; }), 0);
            // By symmetry each coordinate is the largest one time in three.
            const auto is_largest = [&] {
                Index largest = 0;
                set.draw_boundary(rng).cwiseAbs().maxCoeff(&largest);
                return largest == d ? 1.0 : 0.0;
            };
            expect_close(estimate(2000, is_largest), 1.0 / 3);
        }
    }
}

TEST(RobustSet, ProjectionIsTheNearestBoundaryPointInUnitsOfTheTolerances) {
    Rng rng(7);
    const Vector tolerance{{0.7, 0.2}};
    for (const Norm norm : norms) {
        const RobustSet set(norm, tolerance);
        constexpr int angles = 20000;
        Points boundary(2, angles);
        for (int i = 0; i < angles; ++i) {
            const double angle = 2 * std::numbers::pi * i / angles;
            boundary.col(i) =
                set.boundary_towards(Vector{{tolerance[0] * std::cos(angle), tolerance[1] * std::sin(angle)}});
        }
        for (int i = 0; i < 40; ++i) {
            const Vector delta{{rng.uniform(-2, 2), rng.uniform(-0.8, 0.8)}};
            if (set.contains(delta)) continue;
            Index nearest = 0;
            (boundary.colwise() - delta)
                .cwiseQuotient(tolerance.replicate(1, angles))
                .colwise()
                .norm()
                .minCoeff(&nearest);
            // Neighbouring points of the brute force are less than 2·2π/20000 apart.
            EXPECT_LE((set.project(delta) - boundary.col(nearest)).cwiseQuotient(tolerance).norm(), 7e-4);
        }
    }
}

TEST(RobustSet, ProjectionOnTheCrossPolytopeSatisfiesItsOptimalityConditions) {
    Rng rng(8);
    const RobustSet set(Norm::one, Vector::Ones(30));
    for (int i = 0; i < 20; ++i) {
        Vector delta(30);
        for (double& value : delta) value = rng.normal();
        const Vector projected = set.project(delta);
        EXPECT_NEAR(projected.lpNorm<1>(), 1, tolerance::rounding);
        // The nearest point y of a convex set: (v - y)·(z - y) ≤ 0 for every z of it; for a polytope, every vertex.
        const Vector normal = delta - projected;
        EXPECT_LE(normal.lpNorm<Eigen::Infinity>() - normal.dot(projected), tolerance::rounding);
    }
}

TEST(RobustSet, TheGeneralFormAgreesWithTheNormBallThatItDescribes) {
    Rng rng(9);
    const RobustSet ball(Norm::two, Vector{{0.3, 0.6}});
    const auto distance = [](const Vector& delta) { return std::hypot(delta[0] / 0.1, delta[1] / 0.2); };
    const RobustSet general(distance, 3, {Vector{{-0.4, -0.6}}, Vector{{0.3, 0.9}}});
    EXPECT_FALSE(general.is_norm_ball());
    for (int i = 0; i < 200; ++i) {
        const Vector delta{{rng.uniform(-0.4, 0.3), rng.uniform(-0.6, 0.9)}};
        EXPECT_NEAR(general.gauge(delta), ball.gauge(delta), tolerance::rounding);
        EXPECT_EQ(general.contains(delta), ball.contains(delta));
        EXPECT_LE((general.boundary_towards(delta) - ball.boundary_towards(delta)).norm(), tolerance::rounding);
    }
    expect_close(estimate(4000, [&] { return std::pow(general.gauge(general.draw_uniform(rng)), 2); }), 2.0 / 4);
}

TEST(RobustSet, TheBoundsAreAPartOfTheGeneralForm) {
    const auto nothing_counts = [](const Vector&) { return 0.0; };
    const RobustSet set(nothing_counts, 1, {Vector{{0.0, -1.0, 0.0}}, Vector{{2.0, 1.0, 0.0}}});
    EXPECT_EQ(set.free_coordinates(), (std::vector<Index>{0, 1}));
    EXPECT_TRUE(set.contains(Vector{{2.0, -1.0, 0.0}}, 0));
    EXPECT_FALSE(set.contains(Vector{{-0.1, 0.0, 0.0}}));
    EXPECT_FALSE(set.contains(Vector{{1.0, 0.0, 0.1}}));
    EXPECT_NEAR(set.gauge(Vector{{3.0, 0.0, 0.0}}), 1.5, tolerance::rounding);
    EXPECT_EQ(set.project(Vector{{4.0, 1.0, 7.0}}), (Vector{{2.0, 0.5, 0.0}}));
    Rng rng(10);
    for (int i = 0; i < 100; ++i) {
        const Vector delta = set.draw_boundary(rng);
        EXPECT_NEAR(std::max(delta[0] / 2, std::abs(delta[1])), 1, tolerance::rounding);
    }
}

TEST(RobustSet, ADistanceThatIsNotANumberIsOutside) {
    const auto hole = [](const Vector& delta) { return delta[0] > 0.5 ? std::nan("") : std::abs(delta[0]); };
    const RobustSet set(hole, 1, {Vector::Constant(1, -1), Vector::Ones(1)});
    EXPECT_FALSE(set.contains(Vector::Constant(1, 0.6)));
    EXPECT_EQ(set.gauge(Vector::Constant(1, 0.6)), std::numeric_limits<double>::infinity());
    EXPECT_NEAR(set.boundary_towards(Vector::Ones(1))[0], 0.5, tolerance::rounding);
}

TEST(RobustSet, ABoundingBoxThatIsTooLooseIsAnErrorThatSaysSo) {
    Rng rng(11);
    const RobustSet needle([](const Vector& delta) { return delta.norm(); }, 1e-6, {-Vector::Ones(2), Vector::Ones(2)});
    try {
        static_cast<void>(needle.draw_uniform(rng));
        FAIL();
    } catch (const NumericalError& error) {
        EXPECT_NE(std::string(error.what()).find("the box is too loose"), std::string::npos);
    }
}

TEST(RobustSet, CentresAreTheDomainShrunkByTheTolerances) {
    const RobustSet set(Norm::two, Vector{{0.25, 0.0}});
    const Box centres = set.centres({Vector{{-1.0, 0.0}}, Vector{{3.0, 1.0}}});
    EXPECT_EQ(centres.lower, (Vector{{-0.75, 0.0}}));
    EXPECT_EQ(centres.upper, (Vector{{2.75, 1.0}}));
}

TEST(RobustSet, ARegionAsWideAsItsDomainHasOneCentre) {
    const Vector factor = Vector::Constant(1, 1 / 4.9);
    const Box centres = RobustSet(Norm::two, Vector::Constant(1, 2.45)).scaled(factor).centres(Box::unit(1));
    EXPECT_LE(centres.lower[0], centres.upper[0]);
    EXPECT_NEAR(centres.lower[0], 0.5, tolerance::rounding);
    EXPECT_NEAR(centres.upper[0], 0.5, tolerance::rounding);
}

TEST(RobustSet, ARegionThatDoesNotFitIsRefusedWithTheLargestThatWould) {
    const RobustSet set(Norm::two, Vector{{0.1, 0.6}});
    EXPECT_EQ(message_of([&] {
                  static_cast<void>(set.centres(Box::unit(2), {"r0", "r1"}, Vector{{1.0, 5.0}}));
              }),
              "RobustSet: tolerance of \"r1\" is 3; it must be at most 2.5 so that the region fits in its bounds");
    EXPECT_EQ(message_of([&] { static_cast<void>(set.centres(Box::unit(2))); }),
              "RobustSet: tolerance of coordinate 2 of 2 is 0.6; it must be at most 0.5 so that the region fits in its "
              "bounds");
    const RobustSet general([](const Vector& delta) { return delta.norm(); }, 1, {-Vector::Ones(2), Vector::Ones(2)});
    EXPECT_EQ(message_of([&] {
                  static_cast<void>(general.centres(Box::unit(2), {"a", "b"}));
              }),
              "RobustSet: the region spans 2 in \"a\"; it must span at most 1 so that it fits in its bounds");
}

TEST(RobustSet, TheLargestToleranceThatAMessageNamesFits) {
    const Box domain{Vector::Zero(1), Vector::Constant(1, 4.0 / 3)};
    const std::string message =
        message_of([&] { static_cast<void>(RobustSet(Norm::one, Vector::Ones(1)).centres(domain)); });
    EXPECT_NE(message.find("at most 0.666666 "), std::string::npos) << message;
    EXPECT_NO_THROW(static_cast<void>(RobustSet(Norm::one, Vector::Constant(1, 0.666666)).centres(domain)));
}

TEST(RobustSet, MistakesAreRefusedInASentence) {
    const Box box{-Vector::Ones(2), Vector::Ones(2)};
    const auto distance = [](const Vector& delta) { return delta.norm(); };
    EXPECT_EQ(message_of([] {
                  RobustSet(Norm::two, Vector{{0.1, -0.1}});
              }),
              "RobustSet: tolerance of coordinate 2 of 2 is -0.1; it must be finite and at least 0");
    EXPECT_NE(message_of([] { RobustSet(Norm::two, Vector::Constant(1, std::nan(""))); }), "no refusal");
    EXPECT_NE(message_of([] { RobustSet(Norm::two, Vector(0)); }), "no refusal");
    EXPECT_NE(message_of([&] { RobustSet(nullptr, 1, box); }), "no refusal");
    EXPECT_NE(message_of([&] { RobustSet(distance, 0, box); }), "no refusal");
    EXPECT_NE(message_of([&] { RobustSet(distance, 1, {Vector::Ones(2), 2 * Vector::Ones(2)}); }), "no refusal");
    EXPECT_EQ(message_of([&] { RobustSet([](const Vector&) { return 2.0; }, 1, box); }),
              "RobustSet: d(0) is 2; it must be at most epsilon = 1, so that the set contains 0");
    const RobustSet set(Norm::two, Vector::Ones(2));
    EXPECT_NE(message_of([&] { static_cast<void>(set.gauge(Vector::Ones(3))); }), "no refusal");
    EXPECT_NE(message_of([&] { static_cast<void>(set.contains(Vector::Ones(3))); }), "no refusal");
    EXPECT_NE(message_of([&] { static_cast<void>(set.boundary_towards(Vector::Zero(2))); }), "no refusal");
    EXPECT_NE(message_of([&] { static_cast<void>(set.scaled(Vector{{1.0, 0.0}})); }), "no refusal");
    EXPECT_NE(message_of([&] { static_cast<void>(set.centres(Box::unit(3))); }), "no refusal");
}

TEST(Norm, HasANameThatIsFoundAgain) {
    for (const Norm norm : norms) EXPECT_EQ(norm_named(to_string(norm)), norm);
    EXPECT_EQ(norm_names(), (std::vector<std::string>{"1", "2", "inf"}));
    EXPECT_NE(message_of([] { static_cast<void>(norm_named("ifn")); }).find("unknown norm \"ifn\""), std::string::npos);
}

TEST(RobustSet, ProjectsPointsThatAreFarAwayOnTheCrossPolytope) {
    const RobustSet set(Norm::one, Vector::Ones(3));
    for (const double far : {1e8, 1e15, 1e17, 1e100}) {
        EXPECT_EQ(set.project(Vector{{far, -far, 0}}), Vector({{0.5, -0.5, 0}})) << far;
        EXPECT_EQ(set.project(Vector{{-far, 1, 2}}), Vector({{-1, 0, 0}})) << far;
    }
}

}  // namespace
}  // namespace sweetspot
