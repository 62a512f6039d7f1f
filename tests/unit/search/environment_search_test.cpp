// Searches for the design that is best over deviations and environment together, on functions whose answer is known.
#include <gtest/gtest.h>

#include <cmath>

#include "base/normal.hpp"
#include "design/latin_hypercube.hpp"
#include "sweetspot/gp/fit.hpp"
#include "sweetspot/search/description.hpp"
#include "sweetspot/search/optimizer.hpp"
#include "sweetspot/search/region_model.hpp"
#include "sweetspot/search/tolerance_questions.hpp"

namespace sweetspot {
namespace {

/// What is chosen: a from 0 to 4, built to ± 0.2. What is not: t from -1 to 1.
Problem design_and_environment(const QualityPtr& quality) {
    return Problem(Space({Parameter{"a", 0, 4}, Parameter{.name = "t", .lower = -1, .upper = 1, .chosen = false}}),
                   Norm::two, Vector{{0.2, 0.0}}, quality);
}

Best best_after(const Problem& problem, const std::function<double(const Vector&)>& f, Index evaluations,
                std::uint64_t seed) {
    return minimize(problem, f, {.seed = seed, .evaluations = evaluations}).best;
}

TEST(EnvironmentSearch, FindsTheDesignWhoseWorstOverTheEnvironmentIsBest) {
    // With the environment in its middle a = 3 is best. Its effect grows with a: the worst over t = ±1 and δ = ±0.2 is
    // (a - 3)² + a + 0.2·|…|, least where 2 (a - 3) + 1 = 0, near a = 2.5.
    const auto f = [](const Vector& x) { return (x[0] - 3) * (x[0] - 3) + x[0] * x[1] * x[1]; };
    const auto true_worst = [&](double a) {
        double worst = -1e300;
        for (double d = -0.2; d <= 0.2001; d += 0.01) worst = std::max(worst, f(Vector{{a + d, 1.0}}));
        return worst;
    };
    double least = 1e300;
    for (double a = 0.2; a <= 3.8; a += 0.001) least = std::min(least, true_worst(a));
    for (const std::uint64_t seed : {1, 2, 3}) {
        const Best best = best_after(design_and_environment(worst_quality()), f, 30, seed);
        EXPECT_EQ(best.x[1], 0) << "the middle of the environment";
        EXPECT_LT(true_worst(best.x[0]) - least, 0.01) << seed;
        EXPECT_NEAR(std::abs(best.worst_point[1]), 1, 1e-6) << "at one of its ends";
        EXPECT_NEAR(best.worst_value, true_worst(best.x[0]), 0.05);
    }
}

TEST(EnvironmentSearch, FindsTheDesignThatIsBestOnAverageOverIt) {
    // The average over t of (a - 2 - t)² + t a is (a - 2)² + 1/3, and over δ uniform 0.2²/3 more: best at a = 2, where
    // the worst is not least.
    const auto f = [](const Vector& x) { return std::pow(x[0] - 2 - x[1], 2) + x[1] * x[0]; };
    for (const std::uint64_t seed : {1, 2, 3}) {
        const Best best = best_after(design_and_environment(mean_quality()), f, 30, seed);
        EXPECT_NEAR(best.x[0], 2, 0.02) << seed;
        // An average over the template's 60 points.
        EXPECT_NEAR(best.quality, 1.0 / 3 + 0.04 / 3, 0.05) << seed;
    }
}

TEST(EnvironmentSearch, FindsTheDesignThatIsBestUnderTheLawOfTheEnvironment) {
    // What is chosen is built exactly. Of (a - 2)² + (1 + (a - 1)²) t the 95 % quantile is that of t, which is normal
    // with three standard deviations to the ends of its range: with t95, best at a = (2 + t95) / (1 + t95).
    const Problem problem(
        Space({Parameter{"a", 0, 4}, Parameter{.name = "t", .lower = -1, .upper = 1, .chosen = false}}), Norm::two,
        std::vector<RegionTolerance>{{}, {}}, quantile_quality(0.95), law_with_own(uniform_law(), {{1, normal_law()}}));
    const auto f = [](const Vector& x) { return std::pow(x[0] - 2, 2) + (1 + std::pow(x[0] - 1, 2)) * x[1]; };
    const double t95 = normal_quantile(0.5 + 0.45 * (2 * normal_cdf(3) - 1)) / 3;
    for (const std::uint64_t seed : {1, 2}) {
        Optimizer optimizer(problem, {.seed = seed});
        for (int n = 0; n < 30; ++n) {
            const Vector x = optimizer.ask().x;
            optimizer.tell(x, f(x));
        }
        const Recommendation r = optimizer.recommendation(Points(2, 0));
        const RegionModel model(problem, r.gp, Rng(seed));
        const ModelledRegion region = model.at_unit(r.best.x);
        const double a = region.centre()[0];
        EXPECT_NEAR(a, (2 + t95) / (1 + t95), 0.02) << seed;
        const double truth = f(Vector{{a, t95}});
        const Estimate said = region.measure().estimate;
        EXPECT_NEAR(said.value, truth, 0.02) << "of a template of 31 points";
        EXPECT_LE(said.lower, truth);
        EXPECT_GE(said.upper, truth);
    }
}

TEST(EnvironmentSearch, ContributesToTheSpreadLikeADeviation) {
    const SearchState state = read_state(R"({
        "parameters": [{"name": "a", "bounds": [0, 4], "tolerance": 0.4}, {"name": "b", "bounds": [0, 4], "tolerance": 0.4}],
        "environment": [{"name": "t", "bounds": [-1, 1]}]})",
                                         "state.json");
    // f = a + t/5: Var a = 0.4²/4 in a disc, Var t/5 = 1/75.
    const Points x = latin_hypercube(3, 30, Rng(4));
    const Vector y = (4 * x.row(0) + 0.4 * x.row(2)).transpose();
    const GaussianProcess gp = fit(x, y, {}, Rng(5), Parallel(1));
    const Contributions found = contributions(state.search, gp, Vector{{2.0, 2.0, 0.0}});
    const double all = 0.04 + 1.0 / 75;
    for (const Contribution& part : found.parts) {
        const double share = part.name == "a" ? 0.04 / all : part.name == "t" ? 1.0 / 75 / all : 0;
        EXPECT_NEAR(part.alone, share, 0.02) << part.name;
        EXPECT_NEAR(part.total, share, 0.02) << part.name;
    }
}

TEST(EnvironmentSearch, DescribedInAStateIsSearchedBeyondTheMiddle) {
    const SearchState state = read_state(R"({
        "parameters": [{"name": "a", "bounds": [0, 4], "tolerance": 0.2}],
        "environment": [{"name": "t", "bounds": [-1, 1], "law": "triangular"}],
        "observations": [{"x": [1, 0.5], "y": 2}, {"x": [2, -1], "y": 1}, {"x": [3, 1], "y": 4}]})",
                                         "state.json");
    EXPECT_FALSE(state.search.parameters[1].parameter.chosen);
    EXPECT_EQ(state.search.parameters[1].law.name, "triangular");
    const Suggestion next = optimizer_of(state).ask();
    ASSERT_TRUE(next.reason);
    EXPECT_EQ(next.reason->centre[1], 0);
    EXPECT_NE(next.x[1], 0) << "it is evaluated where the environment is bad, or unknown";
}

}  // namespace
}  // namespace sweetspot
