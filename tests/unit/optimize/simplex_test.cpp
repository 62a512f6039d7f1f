#include "optimize/simplex.hpp"

#include <gtest/gtest.h>

#include "functions.hpp"
#include "support/tolerance.hpp"

namespace sweetspot {
namespace {

using namespace optimize_tests;

TEST(ProjectOnSimplex, SatisfiesTheVariationalInequality) {
    // p is the projection of v exactly when (v − p)·(e_i − p) ≤ 0 for every vertex e_i.
    Rng rng(1);
    for (const Index size : {1, 2, 5, 30}) {
        for (int i = 0; i < 20; ++i) {
            const Vector v = 2 * random_matrix(size, 1, rng);
            const Vector p = project_on_simplex(v);
            EXPECT_GE(p.minCoeff(), 0);
            EXPECT_NEAR(p.sum(), 1, tolerance::rounding);
            EXPECT_LE((v - p).maxCoeff() - (v - p).dot(p), tolerance::rounding);
        }
    }
}

// How much a vertex direction could still lower ½ λᵀQλ − f·λ: zero at the minimum, an upper bound on the excess.
double excess(const Matrix& q, const Vector& f, const Vector& lambda) {
    const Vector slope = q * lambda - f;
    return slope.dot(lambda) - slope.minCoeff();
}

TEST(MinimizeOnSimplex, SatisfiesTheOptimalityConditionsAlsoForSingularMatrices) {
    Rng rng(2);
    for (const Index rows : {1, 2, 4, 10, 40}) {       // the rank of Q
        for (const double scale : {1e-6, 1.0, 1e6}) {  // of the quadratic part against the linear one
            for (int i = 0; i < 20; ++i) {
                Matrix g = random_matrix(rows, 24, rng);
                g.col(5) = g.col(7);  // twins
                const Matrix q = scale * (g.transpose() * g);
                const Vector f = -random_matrix(24, 1, rng).cwiseAbs();
                const Vector lambda = minimize_on_simplex(q, f);
                EXPECT_GE(lambda.minCoeff(), 0);
                EXPECT_NEAR(lambda.sum(), 1, tolerance::rounding);
                EXPECT_LT(excess(q, f, lambda), 1e-10 * (q.diagonal().maxCoeff() + 1)) << rows << " " << scale;
            }
        }
    }
}

TEST(MinimizeOnSimplex, TakesTheLargestValueWhenThereAreNoGradients) {
    const Vector lambda = minimize_on_simplex(Matrix::Zero(3, 3), Vector{{1.0, 4.0, 2.0}});
    EXPECT_EQ(lambda, (Vector{{0.0, 1.0, 0.0}}));
}

TEST(MinimizeOnSimplex, HalvesBetweenOppositeSlopes) {
    const Matrix g{{1.0, -1.0}};
    const Vector lambda = minimize_on_simplex(g.transpose() * g, Vector::Zero(2));
    EXPECT_LT((lambda - Vector::Constant(2, 0.5)).norm(), tolerance::linear_algebra);
}

}  // namespace
}  // namespace sweetspot
