// The generalised Cauchy point against a fine walk along the projected path.
#include "optimize/box_step.hpp"

#include <gtest/gtest.h>

#include "functions.hpp"
#include "support/tolerance.hpp"

namespace sweetspot {
namespace {

using namespace optimize_tests;

double model_value(const QuasiNewton& model, const Vector& gradient, const Vector& step) {
    return gradient.dot(step) + 0.5 * step.dot(model.times(step));
}

struct Case {
    QuasiNewton model{5, 4};
    Box box = Box::unit(5);
    Vector x, gradient;

    explicit Case(std::uint64_t seed) {
        Rng rng(seed);
        const Quadratic f(5, 20, rng.split("quadratic"));
        for (int i = 0; i < 3; ++i) {
            const Vector s = random_matrix(5, 1, rng);
            model.update(s, f.hessian * s);
        }
        x = Vector::NullaryExpr(5, [&] { return rng.uniform(); });
        x[1] = 0;
        x[2] = 1;
        gradient = 10 * random_matrix(5, 1, rng);
    }
};

TEST(CauchyPoint, IsTheFirstMinimumOnTheProjectedPath) {
    int with_bounds_hit = 0;
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        const Case c(seed);
        const CauchyPoint cauchy = cauchy_point(c.x, c.gradient, c.box, c.model);
        // Walk until the model rises for the first time.
        Vector walked = c.x;
        double lowest = 0;
        constexpr double stride = 2e-5;
        for (double t = stride; t < 1; t += stride) {
            const Vector y = c.box.clamp(c.x - t * c.gradient);
            const double value = model_value(c.model, c.gradient, y - c.x);
            if (value > lowest) break;
            lowest = value;
            walked = y;
        }
        EXPECT_LT((cauchy.x - walked).cwiseAbs().maxCoeff(), 2 * stride * c.gradient.cwiseAbs().maxCoeff()) << seed;
        EXPECT_LE(model_value(c.model, c.gradient, cauchy.x - c.x), lowest + tolerance::linear_algebra) << seed;
        EXPECT_LT((cauchy.c - c.model.transposed_times(cauchy.x - c.x)).norm(), tolerance::linear_algebra) << seed;
        with_bounds_hit += cauchy.free.size() < 3 ? 1 : 0;
    }
    EXPECT_GT(with_bounds_hit, 3);
}

TEST(MinimizeModel, IsTheNewtonStepWhereNoBoundInterferes) {
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        Case c(seed);
        c.box = cube(5, 1e6);
        const Vector y = minimize_model(c.x, c.gradient, c.box, c.model);
        EXPECT_LT((c.gradient + c.model.times(y - c.x)).norm(), tolerance::linear_algebra * c.gradient.norm()) << seed;
    }
}

TEST(MinimizeModel, DescendsInsideTheBox) {
    for (std::uint64_t seed = 0; seed < 50; ++seed) {
        const Case c(seed);
        const Vector y = minimize_model(c.x, c.gradient, c.box, c.model);
        EXPECT_TRUE(c.box.contains(y)) << seed;
        EXPECT_LT(c.gradient.dot(y - c.x), 0) << seed;
    }
}

}  // namespace
}  // namespace sweetspot
