// The toy example of section 3.1: f(x) = sin(3πx³) - sin(8πx³) on [0, 1], ε = 0.1, worst case. From eight observations
// the robust EI and the plain EI choose different regions; after three more evaluations each is where the figure says.
#include <gtest/gtest.h>

#include "acquisition/expected_improvement.hpp"
#include "sweetspot/search/optimizer.hpp"

namespace sweetspot {
namespace {

double toy(double x) {
    return std::sin(3 * M_PI * x * x * x) - std::sin(8 * M_PI * x * x * x);
}

double true_worst_case(double x) {
    double worst = -1e300;
    for (int i = -1000; i <= 1000; ++i) worst = std::max(worst, toy(x + 0.1 * i / 1000));
    return worst;
}

/// The minima of f and of its worst case by brute force.
double argmin(const std::function<double(double)>& f, double lower, double upper) {
    double best = lower;
    for (int i = 0; i <= 20000; ++i) {
        const double x = lower + (upper - lower) * i / 20000;
        if (f(x) < f(best)) best = x;
    }
    return best;
}

class Toy : public ::testing::Test {
  protected:
    Toy() {
        // As in the figure the observations cover the domain and include x = 0.842.
        for (const double x : {0.02, 0.17, 0.30, 0.45, 0.56, 0.70, 0.842, 0.97}) optimizer.tell(Vector{{x}}, toy(x));
    }

    static Options options() {
        BayesianRobustSearchOptions method = paper_profile();
        method.sampling = sample_centre();  // the toy example evaluates at x'
        return {.seed = 4, .method = bayesian_robust_search(method)};
    }

    /// Where the plain EI is largest, by brute force.
    static double plain_choice(const Optimizer& search) {
        const Suggestion s = search.ask();
        const ExpectedImprovement ei(*s.reason->gp);
        return argmin([&](double x) { return -ei.value(Vector{{x}}, nullptr); }, 0, 1);
    }

    const double fragile = argmin(toy, 0, 1);
    const double robust = argmin(true_worst_case, 0.1, 0.9);
    Optimizer optimizer{Problem(Space({{"x", 0, 1}}), Norm::two, 0.1), options()};
};

TEST_F(Toy, TheBestPointIsNotInTheBestRegion) {
    EXPECT_GT(std::abs(fragile - robust), 0.2);
}

TEST_F(Toy, FromEightObservationsTheTwoChooseDifferentRegions) {
    EXPECT_GT(std::abs(optimizer.ask().x[0] - plain_choice(optimizer)), 0.1);
}

TEST_F(Toy, AfterThreeMoreTheRobustSearchIsAtTheRobustOptimumAndThePlainOneAtTheFragile) {
    Optimizer plain = optimizer;
    for (int i = 0; i < 3; ++i) {
        const double x = optimizer.ask().x[0];
        optimizer.tell(Vector{{x}}, toy(x));
        const double y = plain_choice(plain);
        plain.tell(Vector{{y}}, toy(y));
    }
    EXPECT_NEAR(optimizer.best().x[0], robust, 0.05);
    EXPECT_LT(true_worst_case(optimizer.best().x[0]) - true_worst_case(robust), 0.1);
    Index best = 0;
    plain.outputs().minCoeff(&best);
    EXPECT_NEAR(plain.inputs()(0, best), fragile, 0.03);
    // The plain search's three evaluations are around the fragile minimum, the robust search's are not.
    for (Index n = 8; n < 11; ++n) EXPECT_GT(std::abs(optimizer.inputs()(0, n) - fragile), 0.05);
}

}  // namespace
}  // namespace sweetspot
