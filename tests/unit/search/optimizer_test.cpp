#include "sweetspot/search/optimizer.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <sstream>
#include <stdexcept>
#include <string_view>

#include "support/bowl.hpp"
#include "support/models.hpp"
#include "sweetspot/methods/catalogue.hpp"

namespace sweetspot {
namespace {

using testing::after;
using testing::bowl;

Problem bowl_problem(QualityPtr quality = worst_quality()) {
    return {Space::cube(2, -4, 4), Norm::two, 1.0, std::move(quality)};
}

/// Cheap settings, so that a test can afford many suggestions.
BayesianRobustSearchOptions quick() {
    BayesianRobustSearchOptions options;
    options.improvement.maximiser = multistart_maximiser({.screening = 200});
    options.improvement.realisations = {128, 512};
    options.model.fit.random_starts = 3;
    return options;
}

TEST(Optimizer, ASuggestionIsBitIdenticalAtOneTwoAndEightThreads) {
    for (const QualityPtr& quality : qualities()) {
        const Problem problem = bowl_problem(quality);
        std::vector<Suggestion> suggestions;
        for (const int threads : {1, 2, 8}) {
            suggestions.push_back(
                after(6, problem, {.threads = threads, .method = bayesian_robust_search(quick())}).ask());
        }
        for (const Suggestion& s : suggestions) {
            EXPECT_EQ(s.x, suggestions.front().x);
            EXPECT_EQ(s.reason->centre, suggestions.front().reason->centre);
            EXPECT_EQ(s.reason->expected_improvement, suggestions.front().reason->expected_improvement);
            EXPECT_EQ(s.reason->incumbent, suggestions.front().reason->incumbent);
        }
    }
}

TEST(Optimizer, ASuggestionDependsOnTheHistoryAloneNotOnHowItCameAbout) {
    const Problem problem = bowl_problem();
    const Options options = {.method = bayesian_robust_search(quick())};
    const Optimizer asked = after(7, problem, options);
    Optimizer told(problem, options);  // a restart after a crash: no ask between the tells
    for (Index n = 0; n < asked.observations(); ++n) told.tell(asked.inputs().col(n), asked.outputs()[n]);
    EXPECT_EQ(asked.ask().x, told.ask().x);
    EXPECT_EQ(asked.ask().x, asked.ask().x);
    EXPECT_EQ(asked.best().x, told.best().x);
}

/// One for which a model would be a waste.
class WithoutModel final : public Method {
  public:
    [[nodiscard]] std::string_view name() const override { return "without-model"; }
    [[nodiscard]] bool heeds_values() const override { return false; }
    [[nodiscard]] Proposal propose(const Situation& s) const override {
        const Vector x = Vector::Constant(2, 1 / static_cast<double>(1 + s.observations.size()));
        return {.next = x, .centre = x};
    }
    [[nodiscard]] Recommendation recommend(const Situation& /*s*/) const override {
        throw std::logic_error("nobody has asked for the best");
    }
};

TEST(Optimizer, WhatIsInFlightCostsNoFitWhereNoValuesAreHeeded) {
    Optimizer optimizer(bowl_problem(), {.method = std::make_shared<WithoutModel>()});
    for (int n = 0; n < 5; ++n) optimizer.tell(Vector::Constant(2, n - 2.0), n);
    const WithoutValue others{Points::Constant(2, 3, 0.5), Points::Constant(2, 2, -3.5)};
    EXPECT_EQ(optimizer.ask(others).x, Vector::Constant(2, 8 * (1 / 11.0) - 4)) << "ten are placed";
}

TEST(Optimizer, AnotherSeedGivesAnotherSuggestion) {
    const Problem problem = bowl_problem();
    EXPECT_NE(Optimizer(problem, {.seed = 1}).ask().x, Optimizer(problem, {.seed = 2}).ask().x);
}

TEST(Optimizer, BeginsWithADesignOfDPlusOnePoints) {
    const Optimizer optimizer = after(2, bowl_problem(), {});
    EXPECT_FALSE(optimizer.ask().reason.has_value());
    EXPECT_TRUE(after(3, bowl_problem(), {.method = bayesian_robust_search(quick())}).ask().reason.has_value());
}

TEST(Optimizer, EverySuggestionLiesInTheDomainAndItsRegionAroundTheCentre) {
    const Problem problem = bowl_problem();
    for (const SamplingRulePtr& rule : sampling_rules()) {
        BayesianRobustSearchOptions method = quick();
        method.sampling = rule;
        const Suggestion s = after(5, problem, {.method = bayesian_robust_search(method)}).ask();
        EXPECT_LE((s.x - s.reason->centre).norm(), 1 + 1e-9) << rule->name();
        EXPECT_LE(s.x.cwiseAbs().maxCoeff(), 4);
        EXPECT_LE(s.reason->centre.cwiseAbs().maxCoeff(), 3 + 1e-12);
        EXPECT_GT(s.reason->expected_improvement, 0);
    }
}

TEST(Optimizer, TakesAPointThatWasNotAskedFor) {
    Optimizer optimizer(bowl_problem());
    optimizer.tell(Vector{{3.9, -4}}, 2.7);
    EXPECT_EQ(optimizer.observations(), 1);
    EXPECT_TRUE(optimizer.best().x.allFinite());
}

TEST(Optimizer, RefusesBadObservationsAndRecordsNothing) {
    Optimizer optimizer(bowl_problem());
    const auto refused = [&](const Vector& x, double y) {
        try {
            optimizer.tell(x, y);
        } catch (const std::invalid_argument& error) {
            return std::string(error.what());
        }
        return std::string();
    };
    EXPECT_EQ(refused(Vector{{0, 5}}, 1), "observation 1: \"x2\" is 5; it must lie in [-4, 4]");
    EXPECT_EQ(refused(Vector{{0, 0}}, NAN), "observation 1: its value is nan; it must be a finite number");
    EXPECT_NE(refused(Vector{{0, NAN}}, 1), "");
    EXPECT_NE(refused(Vector{{0, 0, 0}}, 1), "");
    EXPECT_EQ(optimizer.observations(), 0);
    EXPECT_THROW((void)optimizer.best(), std::invalid_argument);
}

TEST(Optimizer, EveryMaximiserFindsAboutTheSameExpectedImprovement) {
    const Problem problem = bowl_problem();
    const Optimizer start = after(5, problem, {.method = bayesian_robust_search(quick())});
    std::vector<double> found;
    for (const Member<MaximiserPtr>& maximiser : maximiser_family().members()) {
        BayesianRobustSearchOptions method = quick();
        method.improvement.maximiser = maximiser_family().make(maximiser.name);
        Optimizer optimizer(problem, {.method = bayesian_robust_search(method)});
        for (Index n = 0; n < start.observations(); ++n) optimizer.tell(start.inputs().col(n), start.outputs()[n]);
        found.push_back(optimizer.ask().reason->expected_improvement);
    }
    ASSERT_GE(found.size(), 2U);
    for (const double value : found) EXPECT_NEAR(value, found[0], 0.1 * found[0]);
}

TEST(Optimizer, WithoutAnyImprovementItSaysSoAndTakesTheMostOptimisticRegion) {
    // The region fits in one place only, so every candidate is x* itself.
    const Problem problem(Space::cube(1, 0, 1), Norm::two, 0.5);
    Optimizer optimizer(problem, {.method = bayesian_robust_search(quick())});
    for (const double x : {0.1, 0.5, 0.8}) optimizer.tell(Vector{{x}}, x);
    const Suggestion s = optimizer.ask();
    EXPECT_EQ(s.reason->expected_improvement, 0);
    EXPECT_NE(s.reason->note.find("no improvement in 512 realisations"), std::string::npos);
    EXPECT_EQ(s.reason->centre[0], 0.5);
}

TEST(Optimizer, WorksFromOneToAHundredParameters) {
    for (const Index dimension : {1, 100}) {
        const Problem problem(Space::cube(dimension, -1, 1), Norm::two, 0.1);
        Optimizer optimizer(problem, {.initial = 5, .method = bayesian_robust_search(quick())});
        for (Index n = 0; n < 5; ++n) {
            const Vector x = optimizer.ask().x;
            optimizer.tell(x, x.squaredNorm());
        }
        const Suggestion s = optimizer.ask();
        EXPECT_LE((s.x - s.reason->centre).norm(), 0.1 + 1e-9);
        EXPECT_GE(s.reason->expected_improvement, 0);
        EXPECT_TRUE(optimizer.best().x.allFinite());
    }
}

TEST(Optimizer, KeepsStepsAndExactParameters) {
    const Space space({{"n", 1, 20, Scale::linear, 1.0}, {"c", 1e-3, 1e3, Scale::log}, {"exact", 0, 1}});
    const Problem problem(space, Norm::infinity, Vector{{2, 0.1, 0}});
    Optimizer optimizer(problem, {.method = bayesian_robust_search(quick())});
    for (Index n = 0; n < 6; ++n) {
        const Vector x = optimizer.ask().x;
        EXPECT_EQ(x[0], std::round(x[0]));
        optimizer.tell(x, std::abs(x[0] - 7) + std::pow(std::log10(x[1]) - 1, 2) + x[2]);
    }
    EXPECT_TRUE(optimizer.best().x.allFinite());
}

TEST(Minimize, FindsTheRobustOptimumOfTheBumpedBowl) {
    const Result result = minimize(bowl_problem(), bowl, {.evaluations = 40});
    EXPECT_LT(result.best.x.norm(), 0.35);  // the robust optimum is the local maximum at 0
    EXPECT_EQ(result.outputs.size(), 40);
    std::ostringstream text;
    text << result;
    EXPECT_NE(text.str().find("best centre after 40 evaluations"), std::string::npos);
}

TEST(Minimize, TheWorstValueInTheRegionIsAtLeastTheTemplates) {
    const Result result = minimize(bowl_problem(), bowl, {.method = bayesian_robust_search(quick()), .evaluations = 8});
    EXPECT_GE(result.best.worst_value, result.best.quality - 1e-9);
    EXPECT_LE((result.best.worst_point - result.best.x).norm(), 1 + 1e-9);
}

TEST(Minimize, SurvivesOutputsOfAnyScaleAndConstantOnes) {
    const auto sums = [](double scale) {
        return minimize(bowl_problem(), [&](const Vector& x) { return scale * bowl(x); },
                        {.method = bayesian_robust_search(quick()), .evaluations = 6})
            .best.x;
    };
    // Powers of two: the standardised outputs, and with them the search, are the same to the bit.
    EXPECT_EQ(sums(0x1p60), sums(1));
    EXPECT_EQ(sums(0x1p-60), sums(1));
    EXPECT_TRUE(sums(1e200).allFinite());
    EXPECT_TRUE(sums(0).allFinite());
}

TEST(Methods, AreKnownByName) {
    EXPECT_EQ(method_named("bayesian-robust-search")->name(), "bayesian-robust-search");
    EXPECT_THROW((void)method_named("bayesian-robust-serach"), std::invalid_argument);
}

}  // namespace
}  // namespace sweetspot
