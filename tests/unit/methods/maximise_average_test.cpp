// The search for the best average by rules of few points finds what the search by the exact function finds.
#include <gtest/gtest.h>

#include <memory>

#include "methods/maximise.hpp"
#include "support/models.hpp"

namespace sweetspot {
namespace {

struct AverageCase {
    Index dimension;
    Index observations;
    double lengthscale;  // the region's radius is 0.125
};

std::ostream& operator<<(std::ostream& out, const AverageCase& c) {
    return out << "D = " << c.dimension << ", N = " << c.observations << ", length scale " << c.lengthscale;
}

Maximum search(const AverageImprovementPtr& ei, const Points& extra, int threads) {
    const Box box = Box::unit(extra.rows());
    const Parallel parallel(threads);
    return maximise_average({ei}, box, [&](const Maximised& what) {
        return multistart_maximiser()->maximise(what, box, extra, Rng(1), parallel);
    });
}

class MaximiseAverage : public ::testing::TestWithParam<AverageCase> {};

TEST_P(MaximiseAverage, FindsWhatTheExactSearchFinds) {
    const auto [D, N, lengthscale] = GetParam();
    const Problem problem(Space::cube(D, 0, 1), Norm::two, 0.125, mean_quality());
    const GaussianProcess gp = testing::wavy_gp(D, N, lengthscale);
    const Template T = testing::ball_template(D, 0.125, D == 10 ? 150 : 20 + 20 * D);
    Index best = 0;
    gp.targets().minCoeff(&best);
    const Vector x_star = problem.centres().clamp(gp.inputs().col(best));
    const Points extra = plateau_starts(problem, {gp.inputs(), gp.targets()}, x_star, Rng(2));
    const auto ei = std::make_shared<const AverageExpectedImprovement>(gp, T, T.weights, x_star);

    const Maximum found = search(ei, extra, 1);
    const Maximum exact = multistart_maximiser()->maximise({*ei}, Box::unit(D), extra, Rng(1), Parallel(2));
    ASSERT_GT(exact.value, 0);
    EXPECT_GE(found.value, 0.999 * exact.value);
    EXPECT_EQ(found.value, ei->value(found.x, nullptr)) << "what is reported is exact";
    EXPECT_EQ(found.x, search(ei, extra, 2).x) << "the same with two threads";
}

INSTANTIATE_TEST_SUITE_P(Unit, MaximiseAverage,
                         ::testing::Values(AverageCase{2, 3, 0.5}, AverageCase{2, 30, 0.5}, AverageCase{2, 30, 0.1},
                                           AverageCase{5, 6, 0.7}, AverageCase{5, 50, 0.7}, AverageCase{5, 50, 0.2},
                                           AverageCase{10, 11, 1.0}, AverageCase{10, 100, 1.0},
                                           AverageCase{10, 100, 0.3}));

}  // namespace
}  // namespace sweetspot
