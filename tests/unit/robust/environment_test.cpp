// Parameters that nobody chooses: the set that is a norm ball in what is built and an interval in each of them.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "robust/neighbourhood.hpp"
#include "robust/region_projection.hpp"
#include "support/tolerance.hpp"
#include "sweetspot/robust/problem.hpp"
#include "sweetspot/robust/template.hpp"

namespace sweetspot {
namespace {

constexpr Norm all_norms[] = {Norm::one, Norm::two, Norm::infinity};

/// Two that are built, and one that stands alone between them.
RobustSet product(Norm norm) {
    return RobustSet(norm, Vector{{0.2, 0.5, 0.1}}).with_alone({1});
}

double norm_of_two(Norm norm, double a, double b) {
    a = std::abs(a);
    b = std::abs(b);
    return norm == Norm::one ? a + b : norm == Norm::two ? std::hypot(a, b) : std::max(a, b);
}

bool is_inside(Norm norm, const VectorRef& delta, double slack = 1e-12) {
    return norm_of_two(norm, delta[0] / 0.2, delta[2] / 0.1) <= 1 + slack && std::abs(delta[1]) <= 0.5 * (1 + slack);
}

TEST(AloneCoordinates, GaugeIsTheLargerOfTheNormAndTheIntervals) {
    Rng rng(1);
    for (const Norm norm : all_norms) {
        const RobustSet set = product(norm);
        for (int i = 0; i < 200; ++i) {
            const Vector delta{{0.3 * rng.normal(), 0.5 * rng.normal(), 0.1 * rng.normal()}};
            const double expected =
                std::max(norm_of_two(norm, delta[0] / 0.2, delta[2] / 0.1), std::abs(delta[1]) / 0.5);
            EXPECT_NEAR(set.gauge(delta), expected, tolerance::rounding * expected);
            EXPECT_EQ(set.contains(delta, 0), is_inside(norm, delta, 0));
            EXPECT_NEAR(set.gauge(set.boundary_towards(delta)), 1, tolerance::rounding);
        }
    }
}

TEST(AloneCoordinates, DrawsAreUniformInBothParts) {
    for (const Norm norm : all_norms) {
        const RobustSet set = product(norm);
        Rng rng(2);
        constexpr int count = 20000;
        double squares = 0;
        double together = 0;
        int half = 0;
        for (int i = 0; i < count; ++i) {
            const Vector delta = set.draw_uniform(rng);
            ASSERT_TRUE(is_inside(norm, delta));
            squares += delta[1] * delta[1];
            together += delta[0] * delta[0] * delta[1] * delta[1];
            if (norm_of_two(norm, delta[0] / 0.2, delta[2] / 0.1) <= 0.5) ++half;
            EXPECT_NEAR(set.gauge(set.draw_boundary(rng)), 1, tolerance::rounding);
        }
        // Of a uniform interval ±0.5 the variance is 1/12; half the ball is a quarter of its area.
        EXPECT_NEAR(squares / count, 1.0 / 12, tolerance::false_alarm_sds * std::sqrt(0.0056 / count));
        EXPECT_NEAR(static_cast<double>(half) / count, 0.25, tolerance::false_alarm_sds * std::sqrt(0.19 / count));
        const double of_ball = norm == Norm::one ? 0.04 / 6 : norm == Norm::two ? 0.04 / 4 : 0.04 / 3;
        EXPECT_NEAR(together / count / (of_ball / 12), 1, 0.1) << "independent of each other";
    }
}

TEST(AloneCoordinates, ProjectionIsTheNearestPoint) {
    Rng rng(3);
    const Box box{Vector{{-0.15, -0.4, -1.0}}, Vector{{1.0, 0.3, 0.05}}};
    for (const Norm norm : all_norms) {
        const RobustSet set = product(norm);
        const Vector units = set.units();
        for (int i = 0; i < 50; ++i) {
            const Vector x{{0.5 * rng.normal(), rng.normal(), 0.3 * rng.normal()}};
            const auto distance = [&](const Vector& y) { return (y - x).cwiseQuotient(units).norm(); };
            const Vector projected = set.project(x);
            const Vector in_box = nearest_in_region(set, box, Vector::Zero(3), x);
            EXPECT_TRUE(is_inside(norm, projected));
            EXPECT_TRUE(is_inside(norm, in_box)) << in_box.transpose();
            EXPECT_TRUE(box.contains(in_box, 1e-12));
            for (int k = 0; k < 200; ++k) {
                const Vector other = set.draw_uniform(rng);
                EXPECT_GE(distance(other), distance(projected) - 1e-9);
                if (!box.contains(other)) continue;
                EXPECT_GE(distance(other), distance(in_box) - 1e-9);
            }
        }
    }
}

TEST(AloneCoordinates, TemplatesIntegrateBothParts) {
    for (const Norm norm : all_norms) {
        for (const auto shape : {TemplateShape::uniform, TemplateShape::boundary_heavy, TemplateShape::centre_dense}) {
            const Template T = make_template(product(norm), {shape, 4000}, Rng(4));
            double alone = 0;
            double shared = 0;
            double ends = 0;
            for (Index i = 0; i < T.size(); ++i) {
                ASSERT_TRUE(is_inside(norm, T.points.col(i)));
                alone += T.weights[i] * T.points(1, i) * T.points(1, i);
                shared += T.weights[i] * T.points(0, i) * T.points(0, i);
                ends = std::max(ends, std::abs(T.points(1, i)));
            }
            const double of_ball = norm == Norm::one ? 0.04 / 6 : norm == Norm::two ? 0.04 / 4 : 0.04 / 3;
            EXPECT_NEAR(alone, 1.0 / 12, 0.03 / 12) << to_string(norm) << " " << to_string(shape);
            EXPECT_NEAR(shared / of_ball, 1, 0.03) << to_string(norm) << " " << to_string(shape);
            EXPECT_GT(ends, 0.49);
        }
    }
}

TEST(AloneCoordinates, HaveALawOfTheirOwn) {
    const RobustSet set = product(Norm::two).with_law(law_with_own(normal_law(0.25), {{1, triangular_law()}}));
    const Template T = make_template(set, {TemplateShape::uniform, 4000}, Rng(5));
    const double alone = T.weights.dot(T.points.row(1).transpose().cwiseAbs2());
    EXPECT_NEAR(alone, 0.25 / 6, 0.02 * 0.25 / 6) << "the variance of a triangle on ±0.5";
    EXPECT_NEAR(set.log_density(Vector{{0.05, 0.25, 0.0}}) - set.log_density(Vector::Zero(3)),
                -0.5 * 0.25 * 0.25 / (0.25 * 0.25) + std::log(0.5), tolerance::rounding);
    EXPECT_TRUE(product(Norm::two).with_law(law_with_own(uniform_law(), {{1, uniform_law()}})).is_uniform());
}

TEST(Environment, BelongsToEveryRegion) {
    const Parameter width{"width", 0, 10};
    const Parameter temperature{.name = "temperature", .lower = -20, .upper = 60, .chosen = false};
    const Parameter frequency{.name = "frequency", .lower = 10, .upper = 1000, .scale = Scale::log, .chosen = false};
    const Problem problem(Space({width, temperature, frequency}), Norm::two, Vector{{1.0, 0.0, 0.0}});
    EXPECT_EQ(problem.environment(), (std::vector<Index>{1, 2}));
    EXPECT_EQ(problem.centres().lower, (Vector{{0.1, 0.5, 0.5}}));
    EXPECT_EQ(problem.centres().upper, (Vector{{0.9, 0.5, 0.5}}));
    const Vector middle = problem.space().from_unit(Vector{{0.5, 0.5, 0.5}});
    EXPECT_NEAR(middle[2], 100, 1e-9);
    EXPECT_TRUE(problem.robust_set().contains(Vector{{0.1, 0.5, -0.5}})) << "whatever the norm";
    EXPECT_FALSE(problem.robust_set().contains(Vector{{0.11, 0.0, 0.0}}));
    EXPECT_EQ(problem.in_the_middle(Vector{{0.3, 0.9, 0.1}}), (Vector{{0.3, 0.5, 0.5}}));

    EXPECT_THROW(
        static_cast<void>(Problem(Space({width, temperature}), Norm::two, {RegionTolerance{1}, RegionTolerance{2}})),
        std::invalid_argument);
    EXPECT_THROW(static_cast<void>(Problem(Space({temperature}), Norm::two, 0.0)), std::invalid_argument);
}

}  // namespace
}  // namespace sweetspot
