#include "sweetspot/robust/template.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "design/sobol.hpp"
#include "support/tolerance.hpp"

namespace sweetspot {
namespace {

Template template_of(Norm norm, Index k, TemplateShape shape, std::optional<Index> size = {}) {
    return make_template(RobustSet(norm, Vector::Constant(k, 0.5)), {.shape = shape, .size = size}, Rng(12));
}

Index count_of_vertices(const Template& T, Norm norm) {
    Index count = 0;
    for (Index i = 0; i < T.size(); ++i) {
        const Eigen::ArrayXd size = (T.points.col(i) / 0.5).array().abs();
        const Index ones = (size == 1).count();
        const Index zeros = (size == 0).count();
        const bool is_corner = norm == Norm::infinity ? ones == size.size() : ones == 1 && zeros == size.size() - 1;
        if (is_corner) ++count;
    }
    return count;
}

TEST(Template, HasTheSizeOfThePaperByDimension) {
    EXPECT_EQ(default_template_size(0), 1);
    EXPECT_EQ(default_template_size(1), 31);
    EXPECT_EQ(default_template_size(2), 60);
    EXPECT_EQ(default_template_size(3), 123);
    EXPECT_EQ(default_template_size(4), 187);
    EXPECT_EQ(default_template_size(5), 250);
    EXPECT_EQ(default_template_size(7), 310);
    EXPECT_EQ(default_template_size(10), 400);
    EXPECT_EQ(default_template_size(11), 430);
    EXPECT_EQ(default_template_size(29), 970);
    EXPECT_EQ(default_template_size(30), 1000);
    EXPECT_EQ(default_template_size(100), 1000);
    EXPECT_THROW(static_cast<void>(default_template_size(-1)), std::invalid_argument);
}

TEST(Template, CountsPerturbedCoordinatesOnly) {
    const RobustSet set(Norm::two, Vector{{0.1, 0.0, 0.2}});
    const Template T = make_template(set, {}, Rng(1));
    EXPECT_EQ(T.size(), 60);
    EXPECT_TRUE(T.points.row(1).isZero(0));
    EXPECT_EQ(make_template(RobustSet(Norm::two, Vector::Zero(3)), {.size = 50}, Rng(1)).size(), 1);
}

TEST(Template, OfSizeOneIsTheCentre) {
    const Template T = template_of(Norm::infinity, 3, TemplateShape::boundary_heavy, 1);
    EXPECT_EQ(T.points, Points::Zero(3, 1));
    EXPECT_EQ(T.weights, Vector::Ones(1));
    EXPECT_THROW(static_cast<void>(template_of(Norm::two, 3, TemplateShape::uniform, 0)), std::invalid_argument);
}

TEST(Template, IsPlacedAtACentre) {
    const Template T = template_of(Norm::two, 2, TemplateShape::uniform);
    const Vector x{{0.25, 0.75}};
    EXPECT_EQ(T.at(x).col(0), x);
    EXPECT_EQ(T.at(x).col(7), x + T.points.col(7));
}

TEST(Template, ContainsAllVerticesThatFitInHalfOfIt) {
    for (const std::string& name : template_shape_names()) {
        const TemplateShape shape = template_shape_named(name);
        EXPECT_EQ(count_of_vertices(template_of(Norm::infinity, 2, shape), Norm::infinity), 4);
        EXPECT_EQ(count_of_vertices(template_of(Norm::infinity, 5, shape), Norm::infinity), 32);
        EXPECT_EQ(count_of_vertices(template_of(Norm::infinity, 10, shape), Norm::infinity), 200);
        EXPECT_EQ(count_of_vertices(template_of(Norm::infinity, 100, shape), Norm::infinity), 500);
        EXPECT_EQ(count_of_vertices(template_of(Norm::one, 2, shape), Norm::one), 4);
        EXPECT_EQ(count_of_vertices(template_of(Norm::one, 100, shape), Norm::one), 200);
        EXPECT_EQ(count_of_vertices(template_of(Norm::one, 10, shape, 13), Norm::one), 6);
    }
}

TEST(Template, SpreadsTheCornersOfACubeThatItCannotHold) {
    struct Case {
        Index k, size, least_distance;
    };
    // 200 of 1024 corners: at most 72 words of 10 bits differ in 3 places, so 2 is the best there is. Random corners of
    // the other two cubes would come as close as 2 and 25.
    for (const Case& c : {Case{10, 400, 2}, Case{16, 64, 6}, Case{100, 1000, 30}}) {
        const Template T = template_of(Norm::infinity, c.k, TemplateShape::uniform, c.size);
        const Points corners = T.points.middleCols(1, c.size / 2) / 0.5;
        const Matrix agreement = corners.transpose() * corners;
        auto closest = static_cast<double>(c.k);
        for (Index i = 0; i < corners.cols(); ++i)
            for (Index j = 0; j < i; ++j) closest = std::min(closest, (static_cast<double>(c.k) - agreement(i, j)) / 2);
        EXPECT_GE(closest, static_cast<double>(c.least_distance)) << "k = " << c.k;
        EXPECT_EQ(corners.col(1), -corners.col(0));
    }
}

TEST(Template, OfAnIntervalIsAGridWithCentreAndEnds) {
    for (const Norm norm : {Norm::one, Norm::two, Norm::infinity}) {
        const Template T = template_of(norm, 1, TemplateShape::uniform, 5);
        EXPECT_TRUE(T.points.isApprox(Points{{0.0, -0.25, -0.5, 0.25, 0.5}}, tolerance::rounding));
        // Cells of the points inside: [-0.125, 0.125] and the rest of either side.
        EXPECT_TRUE(T.weights.isApprox(Vector{{0.25, 0.375, 0.0, 0.375, 0.0}}, tolerance::rounding));
    }
    const Template even = template_of(Norm::two, 1, TemplateShape::boundary_heavy, 4);
    EXPECT_TRUE(even.points.isApprox(Points{{0.0, -0.5, 0.25, 0.5}}, tolerance::rounding));
    const Template dense = template_of(Norm::two, 1, TemplateShape::centre_dense, 5);
    EXPECT_TRUE(dense.points.isApprox(Points{{0.0, -0.125, -0.5, 0.125, 0.5}}, tolerance::rounding));
}

TEST(Template, OfALopsidedIntervalHasEqualStepsAndBothEnds) {
    const RobustSet set([](const Vector& delta) { return std::abs(delta[0] - 1); }, 2,
                        {Vector::Constant(1, -1.5), Vector::Constant(1, 3.5)});
    const Template T = make_template(set, {.size = 9}, Rng(1));
    EXPECT_NEAR(T.points.minCoeff(), -1, tolerance::rounding);
    EXPECT_NEAR(T.points.maxCoeff(), 3, tolerance::rounding);
    EXPECT_NEAR(T.points(0, 1), -0.5, tolerance::rounding);
    EXPECT_NEAR(T.points(0, 3), 0.5, tolerance::rounding);
    const Template small = make_template(set, {.size = 3}, Rng(1));
    EXPECT_TRUE(small.points.isApprox(Points{{0.0, -1.0, 3.0}}, tolerance::rounding));
    const RobustSet one_sided([](const Vector& delta) { return delta[0]; }, 2,
                              {Vector::Zero(1), Vector::Constant(1, 2)});
    const Template side = make_template(one_sided, {.size = 3}, Rng(1));
    EXPECT_TRUE(side.points.isApprox(Points{{0.0, 1.0, 2.0}}, tolerance::rounding));
}

TEST(Template, BoundaryHeavyHasHalfOfItsPointsOnTheBoundaryAndHalfInside) {
    const RobustSet set(Norm::two, Vector{{0.1, 0.2, 0.3}});
    const Template T = make_template(set, {.shape = TemplateShape::boundary_heavy, .size = 101}, Rng(3));
    Index on_boundary = 0;
    for (Index i = 0; i < T.size(); ++i)
        if (set.gauge(T.points.col(i)) > 1 - tolerance::rounding) ++on_boundary;
    EXPECT_EQ(on_boundary, 50);
    EXPECT_EQ((T.weights.array() > 0).count(), 51);
    EXPECT_NEAR(T.weights.maxCoeff(), 1.0 / 51, tolerance::rounding);
}

TEST(Template, CentreDenseHasMoreOfItsPointsNearTheCentre) {
    const RobustSet set(Norm::two, Vector::Constant(5, 0.2));
    const auto near_centre = [&](TemplateShape shape) {
        const Template T = make_template(set, {.shape = shape, .size = 500}, Rng(3));
        Index count = 0;
        for (Index i = 0; i < T.size(); ++i)
            if (set.gauge(T.points.col(i)) < 0.5) ++count;
        return count;
    };
    EXPECT_NEAR(static_cast<double>(near_centre(TemplateShape::centre_dense)), 250, 3);
    EXPECT_NEAR(static_cast<double>(near_centre(TemplateShape::uniform)), 500.0 / 32, 3);
}

/// Σ w δ_d²/tolerance² averaged over the coordinates, relative to the closed form E of the uniform distribution.
double second_moment_ratio(Norm norm, Index k, TemplateShape shape, Index size) {
    const Template T = template_of(norm, k, shape, size);
    const auto n = static_cast<double>(k);
    const double exact = norm == Norm::one ? 2 / ((n + 1) * (n + 2)) : norm == Norm::two ? 1 / (n + 2) : 1.0 / 3;
    return ((T.points / 0.5).cwiseAbs2() * T.weights).sum() / n / exact;
}

TEST(Template, WeightsOfLargeTemplatesIntegrateSquaresClosely) {
    for (const Norm norm : {Norm::one, Norm::two, Norm::infinity}) {
        for (const Index k : {1, 2, 3, 5}) {
            for (const std::string& name : template_shape_names()) {
                const TemplateShape shape = template_shape_named(name);
                // Low discrepancy: 2 %, where 1500 independent points would be off by 5 % or more in 1 of 1000 cases.
                EXPECT_NEAR(second_moment_ratio(norm, k, shape, 4000), 1, 0.02)
                    << "p = " << to_string(norm) << ", k = " << k << ", " << name;
            }
        }
    }
}

TEST(Template, TakesLatinHypercubePointsWhereSobolPointsEnd) {
    const Index k = sobol_max_dimension() + 1;
    const RobustSet set(Norm::two, Vector::Constant(k, 0.1));
    const Template T = make_template(set, {.shape = TemplateShape::uniform, .size = 20}, Rng(3));
    EXPECT_EQ(T.size(), 20);
    for (Index i = 0; i < T.size(); ++i) EXPECT_TRUE(set.contains(T.points.col(i)));
}

TEST(Template, DependsOnTheSeed) {
    const RobustSet set(Norm::two, Vector::Ones(3));
    EXPECT_EQ(make_template(set, {}, Rng(1)).points, make_template(set, {}, Rng(1)).points);
    EXPECT_NE(make_template(set, {}, Rng(1)).points, make_template(set, {}, Rng(2)).points);
}

TEST(TemplateShape, HasANameThatIsFoundAgain) {
    for (const std::string& name : template_shape_names()) EXPECT_EQ(to_string(template_shape_named(name)), name);
    EXPECT_EQ(to_string(TemplateShape::boundary_heavy), "boundary-heavy");
    EXPECT_THROW(static_cast<void>(template_shape_named("center-dense")), std::invalid_argument);
}

}  // namespace
}  // namespace sweetspot
