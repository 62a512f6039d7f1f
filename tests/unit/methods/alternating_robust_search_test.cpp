#include "sweetspot/methods/catalogue.hpp"

#include <gtest/gtest.h>

#include <stdexcept>

#include "support/bowl.hpp"
#include "sweetspot/search/optimizer.hpp"

namespace sweetspot {
namespace {

using testing::after;
using Kind = AlternatingStep::Kind;

Problem problem(QualityPtr quality = worst_quality()) {
    return {Space::cube(2, -4, 4), Norm::two, 1.0, std::move(quality)};
}

BayesianRobustSearchOptions quick() {
    BayesianRobustSearchOptions options;
    options.model = warped_model();
    options.improvement.maximiser = multistart_maximiser({.screening = 100});
    options.improvement.realisations = {128};
    options.improvement.early_realisations = 128;
    options.model.fit.random_starts = 2;
    return options;
}

MethodPtr taking(std::vector<AlternatingStep> cycle) {
    const BayesianRobustSearchOptions options = quick();
    return alternating_robust_search(
        {.cycle = std::move(cycle), .improvement = options.improvement, .model = options.model, .screening = 100});
}

MethodPtr optimistic(double beta, const ModelOptions& model) {
    return stableopt({.beta = beta, .screening = 100, .model = model});
}

/// What a method suggests after the first seven points of another search.
Suggestion after_seven(const MethodPtr& method, const Problem& p = problem()) {
    const Optimizer seven = after(7, p, {.method = bayesian_robust_search(quick())});
    Optimizer optimizer(p, {.method = method});
    for (Index n = 0; n < 7; ++n) optimizer.tell(seven.inputs().col(n), seven.outputs()[n]);
    return optimizer.ask();
}

TEST(AlternatingRobustSearch, ItsImprovementIsThePapersMethodWithTheUpperBoundsRule) {
    BayesianRobustSearchOptions options = quick();
    options.sampling = sample_ucb(2);
    EXPECT_EQ(after_seven(taking({{Kind::improvement, 2}})).x, after_seven(bayesian_robust_search(options)).x);
}

TEST(AlternatingRobustSearch, ItsOptimismIsStableOptsWithoutMainEffects) {
    ModelOptions model = quick().model;
    ASSERT_TRUE(model.fit.effects);
    EXPECT_NE(after_seven(taking({{Kind::optimism, 1}})).x, after_seven(optimistic(1, model)).x);
    model.fit.effects = false;
    EXPECT_EQ(after_seven(taking({{Kind::optimism, 1}})).x, after_seven(optimistic(1, model)).x);
    EXPECT_NE(after_seven(taking({{Kind::optimism, 1}})).x, after_seven(optimistic(3, model)).x);
}

TEST(AlternatingRobustSearch, ItsAssuranceLooksIntoTheRegionOfTheBestSoFar) {
    const Suggestion s = after_seven(taking({{Kind::assurance, 2}}));
    EXPECT_EQ(s.reason->centre, s.reason->incumbent);
    EXPECT_LE((s.x - s.reason->incumbent).norm(), 1 + 1e-9);
}

TEST(AlternatingRobustSearch, TakesTurnsFromTheEndOfTheInitialDesignOn) {
    // 7 observations, 3 of them the initial design: the fifth step of the search, the second of the cycle of three.
    const std::vector<AlternatingStep> cycle = {{Kind::improvement, 2}, {Kind::assurance, 2}, {Kind::optimism, 1}};
    EXPECT_EQ(after_seven(taking(cycle)).x, after_seven(taking({{Kind::assurance, 2}})).x);
}

TEST(AlternatingRobustSearch, AnAverageTakesImprovementInPlaceOfOptimism) {
    const Problem average = problem(mean_quality());
    EXPECT_EQ(after_seven(taking({{Kind::optimism, 2}}), average).x,
              after_seven(taking({{Kind::improvement, 2}}), average).x);
}

TEST(AlternatingRobustSearch, IsTheDefaultWithItsOwnModel) {
    EXPECT_EQ(Options().method->name(), default_method);
    EXPECT_EQ(method_family().named(default_method).model().fit.warp, FitOptions::Warp::by_evidence);
    EXPECT_EQ(method_family().named("bayesian-robust-search").model().fit.warp, FitOptions::Warp::none);
}

TEST(AlternatingRobustSearch, ACycleWithoutStepsIsRefused) {
    EXPECT_THROW(static_cast<void>(taking({})), std::invalid_argument);
}

}  // namespace
}  // namespace sweetspot
