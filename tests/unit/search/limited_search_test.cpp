// Whole searches within limits, judged by the true worst cases.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>
#include <numbers>
#include <sstream>

#include "support/refusal.hpp"
#include "sweetspot/search/optimizer.hpp"

namespace sweetspot {
namespace {

/// f and its limited outputs, with what is known of their true worst cases in closed form.
struct KnownProblem {
    Problem problem;
    std::function<Outputs(const Vector& x)> f;
    std::function<double(const Vector& x)> worst;      ///< of f over the region
    std::function<double(const Vector& x)> violation;  ///< of the limits, truly; at most 0: kept
    double optimum;                                    ///< of worst where violation ≤ 0
};

Space square() {
    return Space({{"x1", -2, 2}, {"x2", -2, 2}});
}

double worst_of_sphere(const Vector& x, double r) {
    return std::pow(x.norm() + r, 2);
}

/// x1 + x2 ≥ 1 in a ball: the optimum lies where the ball touches the line.
KnownProblem sphere_beside_a_line() {
    constexpr double r = 0.3;
    return {Problem(square(), Norm::two, r).with_limits({limit_at_least("g", 1)}),
            [](const Vector& x) {
                return Outputs{x.squaredNorm(), {{"g", x.sum()}}};
            },
            [](const Vector& x) { return worst_of_sphere(x, r); },
            [](const Vector& x) { return 1 - (x.sum() - r * std::numbers::sqrt2); },
            std::pow((1 + r * std::numbers::sqrt2) / std::numbers::sqrt2 + r, 2)};
}

/// Feasible centres are a disc of 1.2 % of the domain, which no point of the initial design is in.
KnownProblem needle() {
    constexpr double r = 0.15;
    const Vector c{{1.5, 1.2}};
    return {Problem(square(), Norm::two, r).with_limits({limit_at_most("g", 0.16)}),
            [c](const Vector& x) {
                return Outputs{x.squaredNorm(), {{"g", (x - c).squaredNorm()}}};
            },
            [](const Vector& x) { return worst_of_sphere(x, r); },
            [c](const Vector& x) { return std::pow((x - c).norm() + r, 2) - 0.16; }, std::pow(c.norm() - 0.25 + r, 2)};
}

/// The limit is far from the unconstrained optimum.
KnownProblem inactive() {
    constexpr double r = 0.3;
    return {Problem(square(), Norm::two, r).with_limits({limit_at_most("g", 1.5)}),
            [](const Vector& x) {
                return Outputs{x.squaredNorm(), {{"g", x[0] + 0.3 * std::sin(3 * x[1])}}};
            },
            [](const Vector& x) { return worst_of_sphere(x, r); }, [](const Vector& x) { return x[0] + r + 0.3 - 1.5; },
            r * r};
}

/// Two limits in a box of three parameters, both of which bind.
KnownProblem two_limits_in_a_box() {
    constexpr double r = 0.2;
    const Space cube({{"a", -2, 2}, {"b", -2, 2}, {"c", -2, 2}});
    const auto worst = [](const Vector& x) {
        return (x.array() - 1).abs().unaryExpr([](double v) { return (v + r) * (v + r); }).sum();
    };
    const auto violation = [](const Vector& x) {
        const double g = x[0] + r + std::pow(std::abs(x[1]) + r, 2) + x[2] + r - 1;
        return std::max(g, -(x[2] - r));
    };
    double optimum = std::numeric_limits<double>::infinity();
    for (double a = -1.8; a <= 1.8; a += 0.005) {
        for (double b = 0; b <= 1.8; b += 0.005) {
            const double c = std::min(1.0, 1 - 2 * r - std::pow(b + r, 2) - a);
            if (c >= r) optimum = std::min(optimum, worst(Vector{{a, b, c}}));
        }
    }
    return {
        Problem(cube, Norm::infinity, r).with_limits({limit_at_most("g", -1), limit_at_least("h", 0)}),
        [](const Vector& x) {
            return Outputs{(x.array() - 1).matrix().squaredNorm(), {{"g", x[0] + x[1] * x[1] - 2 + x[2]}, {"h", x[2]}}};
        },
        worst, violation, optimum};
}

struct Outcomes {
    double worst_regret = -std::numeric_limits<double>::infinity();
    double worst_violation = -std::numeric_limits<double>::infinity();
    int feasible = 0;
};

Outcomes searches(const KnownProblem& known, Index evaluations, int seeds, const MethodPtr& method) {
    Outcomes outcomes;
    for (int seed = 1; seed <= seeds; ++seed) {
        const Best best =
            minimize(known.problem, known.f,
                     {.seed = static_cast<std::uint64_t>(seed), .method = method, .evaluations = evaluations})
                .best;
        outcomes.worst_regret = std::max(outcomes.worst_regret, known.worst(best.x) - known.optimum);
        outcomes.worst_violation = std::max(outcomes.worst_violation, known.violation(best.x));
        outcomes.feasible += best.feasible ? 1 : 0;
    }
    return outcomes;
}

// The answer keeps a limit with a margin and pays for it: over six seeds regrets were up to 0.011 of 1.71, 0.053
// of 3.32 (0.07 by the paper's method), 0.0004 and 0.07 of 2.91, and no limit was broken.
TEST(LimitedSearch, FindsTheOptimumWhereTheRegionTouchesTheLimit) {
    for (const MethodPtr& method : {alternating_robust_search(), bayesian_robust_search()}) {
        const Outcomes outcomes = searches(sphere_beside_a_line(), 25, 4, method);
        EXPECT_EQ(outcomes.feasible, 4);
        EXPECT_LT(outcomes.worst_regret, 0.03);  // of 1.71
        EXPECT_LE(outcomes.worst_violation, 0);
    }
}

TEST(LimitedSearch, FindsAFeasibleRegionThatTheInitialDesignDoesNotShow) {
    const KnownProblem known = needle();
    for (int seed = 1; seed <= 3; ++seed) {
        const Optimizer optimizer(known.problem, {.seed = static_cast<std::uint64_t>(seed)});
        const Vector first = optimizer.ask().x;
        EXPECT_GT(known.violation(first), 0);
    }
    for (const MethodPtr& method : {alternating_robust_search(), bayesian_robust_search()}) {
        const Outcomes outcomes = searches(known, 30, 3, method);
        EXPECT_EQ(outcomes.feasible, 3);
        EXPECT_LT(outcomes.worst_regret, 0.08);  // of 3.32
        EXPECT_LE(outcomes.worst_violation, 0);
    }
}

TEST(LimitedSearch, WithAnInactiveLimitFindsTheUnconstrainedAnswer) {
    const Outcomes outcomes = searches(inactive(), 25, 3, alternating_robust_search());
    EXPECT_EQ(outcomes.feasible, 3);
    EXPECT_LT(outcomes.worst_regret, 2e-3);
}

TEST(LimitedSearch, KeepsTwoLimitsInABox) {
    const Outcomes outcomes = searches(two_limits_in_a_box(), 40, 2, alternating_robust_search());
    EXPECT_EQ(outcomes.feasible, 2);
    EXPECT_LT(outcomes.worst_regret, 0.08);  // of 2.91
    EXPECT_LE(outcomes.worst_violation, 0);
}

TEST(LimitedSearch, ALimitForAShareOrTheCentreAllowsMore) {
    constexpr double r = 0.3;
    KnownProblem known = sphere_beside_a_line();
    Limit limit = limit_at_least("g", 1);
    limit.what = Limit::For::centre;
    known.problem = Problem(square(), Norm::two, r).with_limits({limit});
    const Best at_centre = minimize(known.problem, known.f, {.evaluations = 25}).best;
    EXPECT_GE(at_centre.x.sum(), 1 - 1e-3);
    EXPECT_LT(known.worst(at_centre.x), std::pow(std::numbers::sqrt2 / 2 + r, 2) + 0.03);
    // Uniform in a disc of radius r, the share s of x1 + x2 is above the centre's less √2 r c, where c bounds a segment
    // of the area 1 - s: with s = ½ the limit is at the centre itself.
    limit.what = Limit::For::share;
    limit.share = 0.5;
    known.problem = Problem(square(), Norm::two, r).with_limits({limit});
    const Best half = minimize(known.problem, known.f, {.evaluations = 25}).best;
    EXPECT_NEAR(half.x.sum(), 1, 0.05);
    limit.share = 0.9;
    known.problem = Problem(square(), Norm::two, r).with_limits({limit});
    const Best most = minimize(known.problem, known.f, {.evaluations = 25}).best;
    // arccos c - c √(1 - c²) = 0.1 π has the solution c = 0.6870.
    EXPECT_NEAR(most.x.sum(), 1 + 0.6870 * r * std::numbers::sqrt2, 0.05);
}

TEST(LimitedSearch, TheSameSeedGivesTheSameSuggestionsAtAnyNumberOfThreads) {
    const KnownProblem known = sphere_beside_a_line();
    const Result one = minimize(known.problem, known.f, {.threads = 1, .evaluations = 12});
    const Result two = minimize(known.problem, known.f, {.threads = 2, .evaluations = 12});
    EXPECT_EQ(one.inputs, two.inputs);
    EXPECT_EQ(one.best.x, two.best.x);
}

TEST(LimitedSearch, EvaluationsMayLackALimitedOutput) {
    const KnownProblem known = sphere_beside_a_line();
    Optimizer optimizer(known.problem);
    int n = 0;
    while (optimizer.observations() < 24) {
        const Vector x = optimizer.ask().x;
        const Outputs outputs = known.f(x);
        optimizer.tell(x, outputs.value, 0, n++ % 3 == 0 ? NamedOutputs{} : outputs.others);
    }
    const Best best = optimizer.best();
    EXPECT_TRUE(best.feasible);
    EXPECT_LT(known.violation(best.x), 0.05);
    EXPECT_EQ(best.limits.front().known, 16);
}

TEST(LimitedSearch, PromisesNoImprovementBeforeAFeasibleRegionIsKnown) {
    const KnownProblem known = needle();
    int before = 0;
    const auto watch = [&](const Optimizer& optimizer, const Suggestion& suggestion) {
        if (!suggestion.reason || !std::isnan(suggestion.reason->expected_improvement)) return;
        ++before;
        EXPECT_LT(optimizer.observations(), 15);
    };
    EXPECT_TRUE(minimize(known.problem, known.f, {.evaluations = 16}, watch).best.feasible);
    EXPECT_GE(before, 2);
}

TEST(LimitedSearch, WithoutAnyValueOfALimitedOutputNothingIsFeasible) {
    const KnownProblem known = sphere_beside_a_line();
    Optimizer optimizer(known.problem);
    for (int i = 0; i < 6; ++i) {
        const Vector x = optimizer.ask().x;
        optimizer.tell(x, known.f(x).value);
    }
    const Best best = optimizer.best();
    EXPECT_FALSE(best.feasible);
    EXPECT_EQ(best.limits.front().known, 0);
}

TEST(LimitedSearch, PendingPointsAreNotAskedForAgain) {
    const KnownProblem known = sphere_beside_a_line();
    Optimizer optimizer(known.problem);
    while (optimizer.observations() < 8) {
        const Vector x = optimizer.ask().x;
        const Outputs outputs = known.f(x);
        optimizer.tell(x, outputs.value, 0, outputs.others);
    }
    WithoutValue others{Points(2, 0), Points(2, 0)};
    for (int i = 0; i < 4; ++i) {
        const Vector x = optimizer.ask(others).x;
        for (Index k = 0; k < others.pending.cols(); ++k) EXPECT_GT((others.pending.col(k) - x).norm(), 1e-3);
        others.pending.conservativeResize(2, others.pending.cols() + 1);
        others.pending.rightCols(1) = x;
    }
}

TEST(LimitedSearch, AnswersSayWhatIsKnownOfEveryLimit) {
    const KnownProblem known = sphere_beside_a_line();
    const Result result = minimize(known.problem, known.f, {.evaluations = 20});
    ASSERT_EQ(result.best.limits.size(), 1U);
    const PredictedLimit& limit = result.best.limits.front();
    const double least = result.best.x.sum() - 0.3 * std::numbers::sqrt2;  // the true worst of g
    EXPECT_NEAR(limit.value.value, least, 0.02);
    EXPECT_LE(limit.value.lower, least);
    EXPECT_GE(limit.value.upper, least);
    EXPECT_TRUE(limit.binds);
    EXPECT_GT(limit.probability, 0.5);
    EXPECT_LE(limit.probability, 1);
    EXPECT_NEAR(limit.where.sum(), least, 0.02);  // g is smallest there
    std::ostringstream text;
    text << result;
    EXPECT_NE(text.str().find("g ≥ 1 in the whole region: predicted"), std::string::npos) << text.str();
}

TEST(LimitedSearch, MethodsThatKnowNoLimitsRefuseThem) {
    const Problem problem = sphere_beside_a_line().problem;
    EXPECT_EQ(support::refusal([&] { Optimizer(problem, {.method = stableopt()}); }),
              "Optimizer: the method stableopt knows no limits on other outputs; use alternating or "
              "bayesian-robust-search");
}

TEST(LimitedSearch, BadLimitsAndOutputsAreRefused) {
    const Problem problem(square(), Norm::two, 0.1);
    const auto with = [&](const std::vector<Limit>& limits) {
        return support::refusal([&] { (void)problem.with_limits(limits); });
    };
    EXPECT_EQ(with({limit_at_most("g", 1), limit_at_most("g", 2)}),
              "Limit: \"g\" has two limits on the same side; give one");
    EXPECT_EQ(with({limit_at_most("g", 2), limit_at_least("g", 1)}), "");
    EXPECT_EQ(with({limit_at_most("g", std::nan(""))}), "Limit: the limit of \"g\" is nan; it must be a finite number");
    EXPECT_EQ(with({limit_at_most("", 1)}), "Limit: limit 1 names no output; say of which it is");
    EXPECT_EQ(with({{.of = "g", .bound = 1, .what = Limit::For::share, .share = 1}}),
              "Limit: the limit of \"g\" is for a share of 1; it must be between 0 and 1");
    Optimizer optimizer(problem.with_limits({limit_at_most("g", 1)}));
    EXPECT_EQ(support::refusal([&] {
                  optimizer.tell(Vector::Zero(2), 1, 0, {{"h", 1}});
              }),
              "observation 1: \"h\" has no limit; the limited outputs are g");
    EXPECT_EQ(optimizer.observations(), 0);
}

}  // namespace
}  // namespace sweetspot
