// What every method must keep to, over the whole family, and what makes comparisons between them fair.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "support/bowl.hpp"
#include "sweetspot/methods/catalogue.hpp"
#include "sweetspot/search/optimizer.hpp"

namespace sweetspot {
namespace {

using testing::after;
using testing::bowl;

BayesianRobustSearchOptions quick() {
    BayesianRobustSearchOptions options;
    options.improvement.maximiser = multistart_maximiser({.screening = 100});
    options.improvement.realisations = {128};
    options.improvement.early_realisations = 128;
    options.model.fit.random_starts = 2;
    return options;
}

MethodPtr quick(const ListedMethod& method) {
    const BayesianRobustSearchOptions options = quick();
    return method_named(
        method.name,
        {.model = options.model, .improvement = options.improvement, .maximiser = options.improvement.maximiser});
}

class MethodLaws : public ::testing::TestWithParam<ListedMethod> {
  protected:
    [[nodiscard]] Options options(std::uint64_t seed = 1, int threads = 1) const {
        return {.seed = seed, .threads = threads, .method = quick(GetParam())};
    }

    static Problem problem(Norm norm = Norm::two, Index dimension = 2) {
        return {Space::cube(dimension, -4, 4), norm, 1.0};
    }
};

TEST_P(MethodLaws, IsCalledAsItIsListed) {
    EXPECT_EQ(method_named(GetParam().name)->name(), GetParam().name);
    EXPECT_FALSE(GetParam().summary.empty());
}

TEST_P(MethodLaws, ProposalsLieInTheDomainAndInTheRegionOfTheirCentre) {
    for (const Norm norm : {Norm::one, Norm::two, Norm::infinity}) {
        for (const Index dimension : {1, 2, 3}) {
            const Problem p = problem(norm, dimension);
            Optimizer optimizer(p, options());
            for (Index n = 0; n < dimension + 4; ++n) {
                const Suggestion s = optimizer.ask();
                EXPECT_LE(s.x.cwiseAbs().maxCoeff(), 4);
                if (s.reason) {
                    const Vector delta = p.space().to_unit(s.x) - p.space().to_unit(s.reason->centre);
                    EXPECT_TRUE(p.robust_set().contains(delta));
                    EXPECT_GE(s.reason->expected_improvement, 0);
                    if (s.reason->incumbent.size() > 0) {
                        EXPECT_LE(s.reason->incumbent.cwiseAbs().maxCoeff(), 3 + 1e-9);
                    }
                }
                optimizer.tell(s.x, bowl(s.x));
            }
        }
    }
}

TEST_P(MethodLaws, CentresAreValuesOfTheSeriesAndChoices) {
    const std::vector<double> values = {10, 12, 15, 18, 22};
    constexpr RegionTolerance five_percent{0.05, RegionTolerance::Of::nominal};
    const Problem p(
        Space({choice_parameter("m", {"a", "b", "c"}), series_parameter("r", values, five_percent), {"x", -4, 4}}),
        Norm::two, {{}, five_percent, {0.5, RegionTolerance::Of::unit}});
    const auto f = [](const Vector& x) { return bowl(x.tail(2) / 10) + (x[0] == 1 ? 0 : 1); };
    const auto is_centre = [&](const Vector& x) {
        return x[0] == std::round(x[0]) && std::ranges::count(values, x[1]) == 1;
    };
    Optimizer optimizer(p, options());
    for (Index n = 0; n < 9; ++n) {
        const Suggestion s = optimizer.ask();
        const auto is_near = [&](double value) { return std::abs(s.x[1] / value - 1) <= 0.05 + 1e-9; };
        EXPECT_EQ(s.x[0], std::round(s.x[0]));
        EXPECT_TRUE(std::ranges::any_of(values, is_near)) << s.x.transpose();
        if (s.reason) {
            EXPECT_TRUE(is_centre(s.reason->centre)) << s.reason->centre.transpose();
            const Vector delta = p.space().to_unit(s.x) - p.space().to_unit(s.reason->centre);
            EXPECT_TRUE(p.robust_set().contains(delta)) << delta.transpose();
            if (s.reason->incumbent.size() > 0) {
                EXPECT_TRUE(is_centre(s.reason->incumbent)) << s.reason->incumbent.transpose();
            }
        }
        optimizer.tell(s.x, f(s.x));
    }
    EXPECT_TRUE(is_centre(optimizer.best().x)) << optimizer.best().x.transpose();
    Optimizer again(p, options(1, 2));
    for (Index n = 0; n < 9; ++n) again.tell(optimizer.inputs().col(n), optimizer.outputs()[n]);
    EXPECT_EQ(again.ask().x, optimizer.ask().x);
}

TEST_P(MethodLaws, TheSameSeedIsTheSameRunAtAnyNumberOfThreads) {
    const Optimizer one = after(7, problem(), options());
    for (const int threads : {1, 2, 4}) {
        const Optimizer other = after(7, problem(), options(1, threads));
        EXPECT_EQ(one.inputs(), other.inputs());
        EXPECT_EQ(one.best().x, other.best().x);
    }
    EXPECT_NE(one.inputs(), after(7, problem(), options(2)).inputs());
}

TEST_P(MethodLaws, AnEnsembleIsTheSameRunAtAnyNumberOfThreads) {
    MethodParts parts{.model = quick().model, .improvement = quick().improvement};
    parts.model->fit.inference = FitOptions::Inference::ensemble;
    parts.maximiser = quick().improvement.maximiser;
    const MethodPtr method = method_named(GetParam().name, parts);
    const Optimizer one = after(6, problem(), {.threads = 1, .method = method});
    const Optimizer other = after(6, problem(), {.threads = 8, .method = method});
    EXPECT_EQ(other.inputs(), one.inputs());
    EXPECT_EQ(other.best().x, one.best().x);
    EXPECT_EQ(other.best().worst_interval->upper, one.best().worst_interval->upper);
}

TEST_P(MethodLaws, ASuggestionDependsOnTheHistoryAlone) {
    const Optimizer asked = after(6, problem(), options());
    Optimizer told(problem(), options());
    for (Index n = 0; n < asked.observations(); ++n) told.tell(asked.inputs().col(n), asked.outputs()[n]);
    EXPECT_EQ(asked.ask().x, told.ask().x);
    EXPECT_EQ(asked.ask().x, asked.ask().x);
}

TEST_P(MethodLaws, BeginsWithTheSameDesignAndIsScoredByTheSameRuleAsEveryOther) {
    const Optimizer own = after(6, problem(), options());
    const Optimizer paper = after(3, problem(), {.method = bayesian_robust_search(quick())});
    EXPECT_EQ(own.inputs().leftCols(3), paper.inputs());
    if (GetParam().nominal) return;  // the rule of people who know of no tolerances; see nominal_search_test.cpp
    // The same history gives the same best, whichever method is asked.
    Optimizer judge(problem(), {.method = bayesian_robust_search(quick())});
    for (Index n = 0; n < own.observations(); ++n) judge.tell(own.inputs().col(n), own.outputs()[n]);
    EXPECT_EQ(own.best().x, judge.best().x);
    EXPECT_EQ(own.best().quality, judge.best().quality);
    const Vector incumbent = own.ask().reason->incumbent;
    if (incumbent.size() > 0) {
        EXPECT_EQ(incumbent, judge.ask().reason->incumbent);
    }
}

TEST_P(MethodLaws, AMethodThatHeedsNoValuesProposesTheSameWhateverTheyAre) {
    if (quick(GetParam())->heeds_values()) GTEST_SKIP() << "it says that it heeds them";
    const Optimizer one = after(6, problem(), options());
    Optimizer other(problem(), options());
    for (Index n = 0; n < one.observations(); ++n) {
        other.tell(one.inputs().col(n), one.outputs()[n] * (n % 2 == 0 ? 3 : -2));
    }
    EXPECT_EQ(one.ask().x, other.ask().x);
}

TEST_P(MethodLaws, AMethodWithoutAModelFitsNone) {
    const Suggestion s = after(6, problem(), options()).ask();
    EXPECT_EQ(s.reason->gp.has_value(), GetParam().has_model);
    EXPECT_EQ(s.reason->timings.fit_ms > 0, GetParam().has_model);
}

TEST_P(MethodLaws, ItsOwnReportIsACentreWhoseRegionFits) {
    const std::optional<Best> own = after(6, problem(), options()).best_by_own_rule();
    EXPECT_EQ(own.has_value(), GetParam().reports_by_own_rule);
    if (!own) return;
    EXPECT_LE(own->x.cwiseAbs().maxCoeff(), 3 + 1e-9);
}

INSTANTIATE_TEST_SUITE_P(Members, MethodLaws, ::testing::ValuesIn(method_family().members()), [](const auto& member) {
    std::string name = member.param.name;
    std::replace(name.begin(), name.end(), '-', '_');
    return name;
});

}  // namespace
}  // namespace sweetspot
