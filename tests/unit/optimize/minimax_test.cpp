// Classical minimax problems (Charalambous & Bandler; Rosen & Suzuki; Lemaréchal's Maxquad) and problems on sets with
// answers known in closed form.
#include "optimize/minimax.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "functions.hpp"
#include "support/tolerance.hpp"

namespace sweetspot {
namespace {

using namespace optimize_tests;

const Projection everywhere = [](const Vector& x) { return x; };

// From all values and all gradients (one per column) at a point.
Pieces pieces_of(std::function<Vector(const Vector&)> values, std::function<Matrix(const Vector&)> gradients) {
    return {std::move(values), [gradients = std::move(gradients)](const Vector& x, std::span<const Index> which) {
                const Matrix all = gradients(x);
                Matrix chosen(all.rows(), static_cast<Index>(which.size()));
                for (Index j = 0; j < chosen.cols(); ++j) chosen.col(j) = all.col(which[j]);
                return chosen;
            }};
}

Pieces affine(const Matrix& slopes, const Vector& offsets) {
    return pieces_of([=](const Vector& x) -> Vector { return slopes.transpose() * x + offsets; },
                     [=](const Vector&) { return slopes; });
}

// Squared distances to the points: minimised by the centre of the smallest enclosing ball.
Pieces squared_distances(const Points& points) {
    return pieces_of([=](const Vector& x) -> Vector { return (points.colwise() - x).colwise().squaredNorm(); },
                     [=](const Vector& x) -> Matrix { return -2 * (points.colwise() - x); });
}

// The two problems of Charalambous and Bandler differ in the powers of x₁ and x₂ in the first piece.
Pieces charalambous_bandler(int first, int second) {
    return pieces_of(
        [=](const Vector& x) {
            return Vector{{std::pow(x[0], first) + std::pow(x[1], second),
                           std::pow(2 - x[0], 2) + std::pow(2 - x[1], 2), 2 * std::exp(x[1] - x[0])}};
        },
        [=](const Vector& x) {
            const double e = 2 * std::exp(x[1] - x[0]);
            return Matrix{{first * std::pow(x[0], first - 1), -2 * (2 - x[0]), -e},
                          {second * std::pow(x[1], second - 1), -2 * (2 - x[1]), e}};
        });
}

Pieces rosen_suzuki() {
    const Matrix curvature{{1, 1, 2, 1}, {1, 1, 1, 1}, {1, 2, 1, 2}, {2, 1, 1, 0}};  // one function per row
    const Matrix slope{{-5, -5, -21, 7}, {1, -1, 1, -1}, {-1, 0, 0, -1}, {2, -1, 0, -1}};
    const Vector offset{{0.0, -8.0, -10.0, -5.0}};
    Matrix mix = 10 * Matrix::Identity(4, 4);  // f₁ and f₁ + 10 f_k
    mix.col(0).setOnes();
    return pieces_of(
        [=](const Vector& x) -> Vector { return mix * (curvature * x.cwiseAbs2() + slope * x + offset); },
        [=](const Vector& x) -> Matrix { return (mix * (2 * curvature * x.asDiagonal() + slope)).transpose(); });
}

Pieces maxquad() {
    std::vector<Matrix> a;
    Matrix b(10, 5);
    for (int j = 1; j <= 5; ++j) {
        Matrix q = Matrix::Zero(10, 10);
        for (int i = 1; i <= 10; ++i) {
            b(i - 1, j - 1) = std::exp(static_cast<double>(i) / j) * std::sin(i * j);
            for (int k = i + 1; k <= 10; ++k) {
                q(i - 1, k - 1) = std::exp(static_cast<double>(i) / k) * std::cos(i * k) * std::sin(j);
                q(k - 1, i - 1) = q(i - 1, k - 1);
            }
        }
        const Vector sums = q.cwiseAbs().rowwise().sum();
        for (int i = 1; i <= 10; ++i) q(i - 1, i - 1) = sums[i - 1] + std::abs(std::sin(j)) * i / 10;
        a.push_back(q);
    }
    return pieces_of(
        [=](const Vector& x) {
            Vector values(5);
            for (Index j = 0; j < 5; ++j) values[j] = x.dot(a[static_cast<std::size_t>(j)] * x) - b.col(j).dot(x);
            return values;
        },
        [=](const Vector& x) {
            Matrix gradients(10, 5);
            for (Index j = 0; j < 5; ++j) gradients.col(j) = 2 * a[static_cast<std::size_t>(j)] * x - b.col(j);
            return gradients;
        });
}

const MinimaxOptions accurate{.max_iterations = 200, .relative_change = 1e-13};

TEST(MinimizeMaximum, SolvesTheClassicalProblems) {
    struct Classic {
        std::string name;
        Pieces pieces;
        Vector start;
        double value;
        int most_evaluations;
    };
    const Classic classics[] = {
        {"CB2", charalambous_bandler(2, 4), Vector{{1.0, -0.1}}, 1.95222449, 25},
        {"CB3", charalambous_bandler(4, 2), Vector{{2.0, 2.0}}, 2, 20},
        {"RosenSuzuki", rosen_suzuki(), Vector::Zero(4), -44, 50},
        {"Maxquad", maxquad(), Vector::Zero(10), -0.84140833, 40},
    };
    for (const Classic& classic : classics) {
        const Minimum found = minimize_maximum(classic.pieces, everywhere, classic.start, accurate);
        EXPECT_NEAR(found.value, classic.value, 2e-8) << classic.name;  // the published digits
        EXPECT_LE(found.evaluations, classic.most_evaluations) << classic.name;
        ::testing::Test::RecordProperty("evaluations_" + classic.name, found.evaluations);
        const Minimum quick = minimize_maximum(classic.pieces, everywhere, classic.start);
        EXPECT_NEAR(quick.value, classic.value, 1e-5) << classic.name;
    }
}

TEST(MinimizeMaximum, SolvesALinearProgramme) {
    // max(x, −x, y, −y, x + y − 1) in the box [2, 3] × [−3, 3]: x = 2 at its bound, the maximum 2 for |y| ≤ 1.
    const Matrix slopes{{1.0, -1.0, 0.0, 0.0, 1.0}, {0.0, 0.0, 1.0, -1.0, 1.0}};
    const Pieces pieces = affine(slopes, Vector{{0.0, 0.0, 0.0, 0.0, -1.0}});
    const Box box{Vector{{2.0, -3.0}}, Vector{{3.0, 3.0}}};
    EXPECT_NEAR(minimize_maximum(pieces, onto_box(box), Vector{{3.0, 3.0}}).value, 2, tolerance::local_optimum);
    EXPECT_NEAR(minimize_maximum(pieces, everywhere, Vector{{3.0, 1.0}}).value, 0, tolerance::local_optimum);
}

TEST(MinimizeMaximum, FindsTheSmallestEnclosingBall) {
    // A regular simplex of vertices e_i in D dimensions: centre 1/D, squared radius 1 − 1/D; inner points do not
    // matter.
    for (const Index dimension : {2, 5, 20}) {
        Points points(dimension, dimension + 30);
        points.leftCols(dimension).setIdentity();
        Rng rng(3);
        for (Index j = dimension; j < points.cols(); ++j) {
            points.col(j) = Vector::NullaryExpr(
                dimension, [&] { return (1 + 0.5 * rng.uniform()) / static_cast<double>(dimension + 1); });
        }
        const double centre = 1 / static_cast<double>(dimension);
        const Minimum found = minimize_maximum(squared_distances(points), everywhere, Vector::Constant(dimension, 0.9));
        EXPECT_NEAR(found.value, 1 - centre, tolerance::local_optimum) << dimension;
        EXPECT_LT((found.x.array() - centre).abs().maxCoeff(), 1e-3) << dimension;
        EXPECT_LE(found.evaluations, 15) << dimension;
    }
}

TEST(MinimizeMaximum, StopsWhereTheSetIsActiveOnACrease) {
    // max((x−3)² + (y−1)², (x−3)² + (y+1)²) on the unit ball: the crease y = 0 meets the boundary at (1, 0).
    const Points points{{3.0, 3.0}, {1.0, -1.0}};
    const Minimum found = minimize_maximum(squared_distances(points), onto_ball(1), Vector{{-0.2, 0.7}}, accurate);
    EXPECT_NEAR(found.value, 5, tolerance::linear_algebra);
    EXPECT_LT((found.x - Vector{{1.0, 0.0}}).norm(), tolerance::local_optimum);
    // Unequal slopes: max(−2x, −x + 3y) on the unit ball has the crease x = −3y, hence x = 3/√10.
    const Pieces slanted = affine(Matrix{{-2.0, -1.0}, {0.0, 3.0}}, Vector::Zero(2));
    const Minimum corner = minimize_maximum(slanted, onto_ball(1), Vector{{-0.5, 0.5}}, accurate);
    EXPECT_NEAR(corner.value, -6 / std::sqrt(10), tolerance::local_optimum);
}

TEST(MinimizeMaximum, ConvergesOnOneSmoothPiece) {
    const Quadratic f(6, 10, Rng(8));
    const Pieces pieces{[&](const Vector& x) { return Vector{{f(x, nullptr)}}; },
                        [&](const Vector& x, std::span<const Index>) -> Matrix { return f.hessian * (x - f.centre); }};
    const Minimum found = minimize_maximum(pieces, everywhere, Vector::Zero(6), {.max_iterations = 100});
    EXPECT_LT(found.value, 1e-6 * f(Vector::Zero(6), nullptr));
    RecordProperty("evaluations", found.evaluations);
}

TEST(MinimizeMaximum, ManagesWithFewActivePieces) {
    // More points on the ball's surface than pieces allowed in a step.
    Rng rng(6);
    Points points = random_matrix(3, 60, rng);
    points.colwise().normalize();
    points.leftCols(3).setIdentity();
    points.middleCols(3, 3) = -Matrix::Identity(3, 3);
    const Minimum found = minimize_maximum(squared_distances(points), everywhere, Vector::Constant(3, 0.4),
                                           {.max_iterations = 100, .max_active = 4});
    EXPECT_NEAR(found.value, 1, 1e-4);
}

TEST(MinimizeMaximum, AWorkingSetFindsTheAnswerOfAllPiecesWithFewFullEvaluations) {
    // 400 points, most on the surface of the ball; few of them are in the working set at first.
    Rng rng(7);
    for (const int members : {6, 24}) {
        for (const Index dimension : {2, 4, 10}) {
            Points points = random_matrix(dimension, 400, rng);
            points.leftCols(300).colwise().normalize();
            Pieces all = squared_distances(points);
            const Vector start = random_matrix(dimension, 1, rng);
            const Minimum plain = minimize_maximum(all, onto_ball(0.5), start, accurate);
            all.some_values = [&](const Vector& x, std::span<const Index> which) {
                Vector values(std::ssize(which));
                for (Index j = 0; j < values.size(); ++j) values[j] = (points.col(which[j]) - x).squaredNorm();
                return values;
            };
            MinimaxOptions options = accurate;
            options.working_set = members;
            const Minimum found = minimize_maximum(all, onto_ball(0.5), start, options);
            EXPECT_NEAR(found.value, plain.value, tolerance::local_optimum) << members << " " << dimension;
            EXPECT_NEAR(found.value, all.values(found.x).maxCoeff(), tolerance::rounding);
            EXPECT_TRUE(members < 24 || found.evaluations < plain.evaluations) << dimension;
        }
    }
}

TEST(MinimizeMaximum, EvaluatesFeasiblePointsOnlyAndIsNeverWorseThanTheStart) {
    Rng rng(9);
    for (int i = 0; i < 20; ++i) {
        const Matrix waves = 9 * random_matrix(3, 12, rng);
        const auto values = [&](const Vector& x) -> Vector {
            EXPECT_LE(x.norm(), 1 + tolerance::rounding);
            return (waves.transpose() * x).array().sin();
        };
        const Pieces pieces = pieces_of(values, [&](const Vector& x) -> Matrix {
            return waves * (waves.transpose() * x).array().cos().matrix().asDiagonal();
        });
        const Vector start = random_matrix(3, 1, rng);
        const double first = values(onto_ball(1)(start)).maxCoeff();
        const Minimum found = minimize_maximum(pieces, onto_ball(1), start);
        EXPECT_LT(found.value, first);
        EXPECT_EQ(found.value, values(found.x).maxCoeff());
    }
}

TEST(MinimizeMaximum, ReportsAStartThatIsNotFinite) {
    const Pieces pieces = affine(Matrix::Ones(1, 1), Vector{{std::nan("")}});
    EXPECT_EQ(minimize_maximum(pieces, everywhere, Vector::Zero(1)).stop, Stop::not_finite);
}

}  // namespace
}  // namespace sweetspot
